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
import { useRestore } from './versions.ts'

interface RowProps {
  filter: SavedFilter
  version: FilterVersion
  before: FilterVersion | null
  isNow: boolean
}

export function VersionRow({ filter, version, before, isNow }: RowProps) {
  const t = useWords('filterways')
  const now = useNow(30_000)
  const n = version.version
  const said = [
    ...(isNow ? [t('history.now')] : []),
    ...(version.restored === null ? [] : [t('history.restored', { n: version.restored })]),
    ...(before ? [] : [t('history.first')]),
  ]
  return (
    <li className="grid gap-3 border-t border-line px-(--pad) py-4 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b>{t('history.version', { n })}</b>
          <span className="text-sm text-ink-2">
            <Ago at={version.at} now={now} />
            {said.map(one => ` · ${one}`)}
          </span>
        </p>
        {!isNow && <GoBack filter={filter} n={n} />}
      </div>
      <VersionDiff version={version} before={before} />
    </li>
  )
}

function GoBack({ filter, n }: { filter: SavedFilter; n: number }) {
  const t = useWords('filterways')
  const explain = useExplain()
  const restore = useRestore(filter.id)
  const [asks, setAsks] = useState(false)
  const go = () =>
    restore.mutate(n, {
      onSuccess: () => {
        setAsks(false)
        toast.success(t('history.done', { n }))
      },
    })
  return (
    <>
      <Button look="quiet" small onClick={() => setAsks(true)}>
        <Undo2 size={16} aria-hidden /> {t('history.back')}
      </Button>
      <Confirm
        open={asks}
        onClose={() => setAsks(false)}
        title={t('history.ask.title', { n })}
        action={t('history.ask.deed')}
        danger={false}
        busy={restore.isPending}
        onConfirm={go}
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
