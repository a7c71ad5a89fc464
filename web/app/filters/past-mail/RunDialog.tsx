// Asks for confirmation, stating the number of emails, before a filter is applied to past email.
import { useState } from 'react'
import type { PastRun } from '../../../../core/api/filter-trials.ts'
import type { SavedFilter } from '../../../../core/api/filters.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { InlineSelect } from '../../../ui/forms/InlineSelect.tsx'
import { Confirm } from '../../../ui/overlays/Dialog.tsx'
import { useWords } from '../../../words/words.tsx'
import { useRunFilter } from './run.ts'

interface RunProps {
  filter: SavedFilter
  matched: number | null
  open: boolean
  onClose(): void
  onDone(run: PastRun): void
}

const dayOptions = ['1', '7', '30', '365'] as const

export function RunDialog({ filter, matched, open, onClose, onDone }: RunProps) {
  const t = useWords('filterlist')
  const explain = useExplain()
  const run = useRunFilter(filter.id)
  const [days, setDays] = useState<(typeof dayOptions)[number]>('30')
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t('run.title', { name: filter.name })}
      action={t('run.deed')}
      danger={false}
      busy={run.isPending}
      onConfirm={() => run.mutate(Number(days), { onSuccess: onDone })}
    >
      <p>{matched === null ? t('run.textUnknown') : t('run.text', { n: matched })}</p>
      <p className="flex flex-wrap items-center gap-2">
        {t('run.days')}{' '}
        <InlineSelect
          label={t('run.days')}
          value={days}
          options={dayOptions.map(value => ({ value, label: t(`run.days.${value}`) }))}
          onChange={setDays}
        />
      </p>
      {run.isPending && run.progress && <p role="status">{t('run.progress', { looked: run.progress.looked, of: run.progress.of })}</p>}
      {run.error && (
        <Note kind="danger" alert>
          {explain(run.error)}
        </Note>
      )}
    </Confirm>
  )
}
