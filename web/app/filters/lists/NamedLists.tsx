// Named lists of addresses or words, with the filters that use each.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { WordList } from '../../../../core/api/filters.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonCard } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { useWords } from '../../../words/words.tsx'
import { ListEditor } from './ListEditor.tsx'
import { useLists } from './lists.ts'
import { NamedListRow } from './NamedListRow.tsx'

export function NamedLists() {
  const t = useWords('filterways')
  const explain = useExplain()
  const lists = useLists()
  const [edited, setEdited] = useState<WordList | 'new' | null>(null)
  const items = lists.data?.items
  const add = (
    <Button onClick={() => setEdited('new')}>
      <Plus size={18} aria-hidden /> {t('lists.new')}
    </Button>
  )
  return (
    <div>
      <div className="max-w-[56rem]">
        <PageHeader title={t('lists.title')} above={<Link to="/filters">{t('back')}</Link>} action={items?.length ? add : undefined}>
          {t('lists.lead')}
        </PageHeader>
        {lists.error && !items && (
          <Note kind="danger" alert>
            <b>{t('lists.failed')}</b> {explain(lists.error)}
          </Note>
        )}
        {lists.isPending && <SkeletonCard />}
        {items?.length === 0 && (
          <EmptyState title={t('lists.empty.title')} action={add}>
            {t('lists.empty')}
          </EmptyState>
        )}
        {items && items.length > 0 && (
          <Card flush>
            <ul>
              {items.map(list => (
                <NamedListRow key={list.name} list={list} onEdit={() => setEdited(list)} />
              ))}
            </ul>
          </Card>
        )}
        {edited && (
          <ListEditor
            key={edited === 'new' ? '' : edited.name}
            list={edited === 'new' ? null : edited}
            takenNames={items?.map(list => list.name) ?? []}
            onClose={() => setEdited(null)}
          />
        )}
      </div>
    </div>
  )
}
