// One named list: its size, and the filters that use it.
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import type { WordList } from '../../../../core/api/filters.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Confirm } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useFilters } from '../../queries/filters.ts'
import { useRemoveList } from './lists.ts'

export function NamedListRow({ list, onEdit }: { list: WordList; onEdit(): void }) {
  const t = useWords('filterways')
  const language = useLanguage()
  const filters = useFilters().data?.items ?? []
  const usedByFilters = filters.filter(filter => list.usedBy.includes(filter.id))
  const names = new Intl.ListFormat(language).format(usedByFilters.map(filter => filter.name))
  const { name } = list
  return (
    <li className="grid gap-1 border-t border-line px-(--pad) py-4 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg wrap-anywhere" dir="auto">
          {name}
        </h2>
        <span className="flex gap-2">
          <RemoveButton name={name} usedBy={list.usedBy.length > 0 ? names : null} />
          <Button look="quiet" small aria-label={t('lists.edit.of', { name })} onClick={onEdit}>
            {t('lists.edit')}
          </Button>
        </span>
      </div>
      <p className="text-sm wrap-anywhere text-ink-2">
        {t('lists.count', { n: list.entries.length })} · <bdi>{list.entries.slice(0, 5).join(', ')}</bdi>
        {list.entries.length > 5 && ' …'}
      </p>
      <p className="text-sm text-ink-2">
        {usedByFilters.length === 0 && list.usedBy.length === 0 ? t('lists.unused') : t('lists.usedBy')}{' '}
        {usedByFilters.map((filter, at) => (
          <Fragment key={filter.id}>
            {at > 0 && ', '}
            <Link to={`/filters/${filter.id}`}>{filter.name}</Link>
          </Fragment>
        ))}
      </p>
    </li>
  )
}

function RemoveButton({ name, usedBy }: { name: string; usedBy: string | null }) {
  const t = useWords('filterways')
  const explain = useExplain()
  const remove = useRemoveList()
  const [isAsking, setAsking] = useState(false)
  const removeList = () =>
    remove.mutate(name, {
      onSuccess: () => toast.success(t('lists.removed')),
      onError: error => toast.error(explain(error)),
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button look="bare" small className="text-danger!" aria-label={t('lists.remove.of', { name })} onClick={() => setAsking(true)}>
        {t('lists.remove')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('lists.remove.title', { name })}
        action={t('lists.remove.deed')}
        busy={remove.isPending}
        onConfirm={removeList}
      >
        <p>{usedBy === null ? t('lists.remove.text') : t('lists.remove.used', { names: usedBy })}</p>
      </Confirm>
    </>
  )
}
