// Reviews the filters found in a source: each can be left out, and each warning shows its line in the source.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FilterDraft } from '../../../../core/api/filters.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { Confirm } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useWords } from '../../../words/words.tsx'
import { useDestinations } from '../../queries/destinations.ts'
import { UnsupportedActions } from '../actions/UnsupportedActions.tsx'
import { useOneAtATime } from '../../../ui/forms/useOneAtATime.ts'
import { parseDailyVolume } from '../daily-volume.ts'
import { FilterText } from '../FilterText.tsx'
import { ActionSummary } from '../list/ActionSummary.tsx'
import { ImportWarnings } from './ImportWarnings.tsx'
import { type ParsedImport, useImportFilters } from './import-filters.ts'

interface ReviewProps {
  parsed: ParsedImport
  source: string
  onBack(): void
}

export function Review({ parsed, source, onBack }: ReviewProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const navigate = useNavigate()
  const importFilters = useImportFilters()
  const { filters, lists, warnings } = parsed
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set(filters.keys()))
  const chosen = filters.filter((_, index) => selected.has(index))
  const toggle = (index: number, isSelected: boolean) =>
    setSelected(before => new Set(isSelected ? [...before, index] : [...before].filter(other => other !== index)))
  const dailyVolume = parseDailyVolume(importFilters.error)
  const oneAtATime = useOneAtATime()
  const save = (sureOfMany: boolean) =>
    oneAtATime(end =>
    importFilters.mutate(
      { filters: chosen, lists, sureOfMany },
      {
        onSettled: end,
        onSuccess: () => {
          toast.success(t('review.done', { n: chosen.length }))
          void navigate('/filters')
        },
      },
    ),
    )
  return (
    <div className="grid grid-cols-1 gap-(--gap)">
      {importFilters.error && dailyVolume === null && (
        <Note kind="danger" alert>
          {explain(importFilters.error)}
        </Note>
      )}
      <Card flush>
        <CardHead
          title={t('review.title', { n: filters.length })}
          action={filters.length > 1 && <SelectAllButton count={filters.length} selected={selected} onSelect={setSelected} />}
        >
          {t(filters.length > 0 ? 'review.lead' : 'review.none')}
        </CardHead>
        <ul>
          {filters.map((filter, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the imported filters never move
            <ReviewRow key={index} filter={filter} selected={selected.has(index)} onSelect={isSelected => toggle(index, isSelected)} />
          ))}
        </ul>
        {lists.length > 0 && (
          <div className="border-t border-line px-(--pad) py-4 text-sm">
            <h3 className="text-sm">{t('review.lists')}</h3>
            <ul className="text-ink-2">
              {lists.map(list => (
                <li key={list.name}>{t('review.list', { name: list.name, n: list.entries.length })}</li>
              ))}
            </ul>
          </div>
        )}
      </Card>
      <ImportWarnings warnings={warnings} source={source} />
      <div className="flex flex-wrap justify-end gap-3 md:sticky md:bottom-0 md:z-10 md:border-t md:border-line md:bg-bg md:py-3">
        <Button look="bare" onClick={onBack}>
          {t('review.back')}
        </Button>
        <Button
          busy={importFilters.isPending}
          {...(chosen.length === 0 && { disabledReason: t('review.choose') })}
          onClick={() => save(false)}
        >
          {t('review.deed', { n: chosen.length })}
        </Button>
      </div>
      <Confirm
        open={dailyVolume !== null}
        onClose={importFilters.reset}
        title={t('review.many', { n: dailyVolume ?? 0 })}
        action={t('review.many.deed')}
        cancelLabel={t('review.many.stay')}
        busy={importFilters.isPending}
        danger={false}
        onConfirm={() => save(true)}
      >
        <p>{t('review.many.text')}</p>
      </Confirm>
    </div>
  )
}

function SelectAllButton({
  count,
  selected,
  onSelect,
}: {
  count: number
  selected: ReadonlySet<number>
  onSelect(selected: ReadonlySet<number>): void
}) {
  const t = useWords('filterways')
  const isAll = selected.size === count
  return (
    <Button look="quiet" small onClick={() => onSelect(new Set(isAll ? [] : Array.from({ length: count }, (_, index) => index)))}>
      {t(isAll ? 'review.nothing' : 'review.all')}
    </Button>
  )
}

function ReviewRow({ filter, selected, onSelect }: { filter: FilterDraft; selected: boolean; onSelect(selected: boolean): void }) {
  const t = useWords('filterways')
  const destinations = useDestinations().data?.items ?? []
  return (
    <li className="grid gap-1.5 border-t border-line px-(--pad) py-4">
      <Checkbox
        name={t('review.take', { name: filter.name })}
        checked={selected}
        label={<b dir="auto">{filter.name}</b>}
        onChange={onSelect}
      />
      <div className={cx('grid gap-1.5 ps-7.5', !selected && 'text-ink-2')}>
        <p className="line-clamp-4 max-w-[78ch] wrap-anywhere">
          <FilterText filter={filter} />
        </p>
        <p className="text-sm text-ink-2">
          <ActionSummary filter={filter} destinations={destinations} /> {filter.paused && t('review.paused')}
        </p>
        <UnsupportedActions actions={filter.actions} />
      </div>
    </li>
  )
}
