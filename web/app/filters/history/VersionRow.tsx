// One change of a filter: when it was made, what it changed, and a button that restores it.
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { FilterVersion, SavedFilter } from '../../../../core/api/filters.ts'
import { useNow } from '../../../now.ts'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Confirm } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'
import { VersionDiff } from './VersionDiff.tsx'
import { useRestoreVersion } from './versions.ts'

interface RowProps {
  filter: SavedFilter
  version: FilterVersion
  previous: FilterVersion | null
  isCurrent: boolean
}

export function VersionRow({ filter, version, previous, isCurrent }: RowProps) {
  const t = useWords('filterways')
  const now = useNow(30_000)
  const number = version.version
  const labels = [
    ...(isCurrent ? [t('history.now')] : []),
    ...(version.restored === null ? [] : [t('history.restored', { n: version.restored })]),
    ...(previous ? [] : [t('history.first')]),
  ]
  return (
    <li className="grid gap-3 border-t border-line px-(--pad) py-4 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b>{t('history.version', { n: number })}</b>
          <span className="text-sm text-ink-2">
            <Ago at={version.at} now={now} />
            {labels.map(label => ` · ${label}`)}
          </span>
        </p>
        {!isCurrent && <RestoreButton filter={filter} n={number} />}
      </div>
      <VersionDiff version={version} previous={previous} />
    </li>
  )
}

function RestoreButton({ filter, n: number }: { filter: SavedFilter; n: number }) {
  const t = useWords('filterways')
  const explain = useExplain()
  const restore = useRestoreVersion(filter.id)
  const [isAsking, setAsking] = useState(false)
  const restoreVersion = () =>
    restore.mutate(number, {
      onSuccess: () => {
        setAsking(false)
        toast.success(t('history.done', { n: number }))
      },
    })
  return (
    <>
      <Button look="quiet" small onClick={() => setAsking(true)}>
        <Undo2 size={16} aria-hidden /> {t('history.back')}
      </Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('history.ask.title', { n: number })}
        action={t('history.ask.deed')}
        danger={false}
        busy={restore.isPending}
        onConfirm={restoreVersion}
      >
        <p>{t('history.ask.text', { name: filter.name })}</p>
        {restore.error && (
          <Note kind="danger" alert>
            {explain(restore.error)}
          </Note>
        )}
      </Confirm>
    </>
  )
}
