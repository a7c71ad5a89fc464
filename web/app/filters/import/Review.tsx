// Reviews the filters read from a source: each can be left out, each remark shows its place in the text.
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
import { KeptActions } from '../actions/KeptActions.tsx'
import { dailyVolumeOf } from '../daily-volume.ts'
import { FilterWords } from '../FilterWords.tsx'
import { Does } from '../list/Does.tsx'
import { type ParsedImport, useImportFilters } from './import-filters.ts'
import { Remarks } from './Remarks.tsx'

interface ReviewProps {
  reading: ParsedImport
  source: string
  onBack(): void
}

export function Review({ reading, source, onBack }: ReviewProps) {
  const t = useWords('filterways')
  const explain = useExplain()
  const navigate = useNavigate()
  const takeIn = useImportFilters()
  const { filters, lists, warnings } = reading
  const [taken, setTaken] = useState<ReadonlySet<number>>(() => new Set(filters.keys()))
  const chosen = filters.filter((_, at) => taken.has(at))
  const turn = (at: number, on: boolean) => setTaken(before => new Set(on ? [...before, at] : [...before].filter(other => other !== at)))
  const many = dailyVolumeOf(takeIn.error)
  const go = (sureOfMany: boolean) =>
    takeIn.mutate(
      { filters: chosen, lists, sureOfMany },
      {
        onSuccess: () => {
          toast.success(t('review.done', { n: chosen.length }))
          void navigate('/filters')
        },
      },
    )
  return (
    <div className="grid grid-cols-1 gap-(--gap)">
      {takeIn.error && many === null && (
        <Note kind="danger" alert>
          {explain(takeIn.error)}
        </Note>
      )}
      <Card flush>
        <CardHead
          title={t('review.title', { n: filters.length })}
          action={filters.length > 1 && <All n={filters.length} taken={taken} onTake={setTaken} />}
        >
          {t(filters.length > 0 ? 'review.lead' : 'review.none')}
        </CardHead>
        <ul>
          {filters.map((filter, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- what was read never changes places
            <ReviewRow key={at} filter={filter} taken={taken.has(at)} onTake={on => turn(at, on)} />
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
      <Remarks warnings={warnings} source={source} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="bare" onClick={onBack}>
          {t('review.back')}
        </Button>
        <Button busy={takeIn.isPending} {...(chosen.length === 0 && { why: t('review.choose') })} onClick={() => go(false)}>
          {t('review.deed', { n: chosen.length })}
        </Button>
      </div>
      <Confirm
        open={many !== null}
        onClose={takeIn.reset}
        title={t('review.many', { n: many ?? 0 })}
        action={t('review.many.deed')}
        stay={t('review.many.stay')}
        busy={takeIn.isPending}
        danger={false}
        onConfirm={() => go(true)}
      >
        <p>{t('review.many.text')}</p>
      </Confirm>
    </div>
  )
}

function All({ n, taken, onTake }: { n: number; taken: ReadonlySet<number>; onTake(taken: ReadonlySet<number>): void }) {
  const t = useWords('filterways')
  const isAll = taken.size === n
  return (
    <Button look="quiet" small onClick={() => onTake(new Set(isAll ? [] : Array.from({ length: n }, (_, at) => at)))}>
      {t(isAll ? 'review.nothing' : 'review.all')}
    </Button>
  )
}

function ReviewRow({ filter, taken, onTake }: { filter: FilterDraft; taken: boolean; onTake(taken: boolean): void }) {
  const t = useWords('filterways')
  const destinations = useDestinations().data?.items ?? []
  return (
    <li className="grid gap-1.5 border-t border-line px-(--pad) py-4">
      <Checkbox name={t('review.take', { name: filter.name })} checked={taken} label={<b dir="auto">{filter.name}</b>} onChange={onTake} />
      <div className={cx('grid gap-1.5 ps-7.5', !taken && 'text-ink-2')}>
        <p className="line-clamp-4 max-w-[78ch] wrap-anywhere">
          <FilterWords filter={filter} />
        </p>
        <p className="text-sm text-ink-2">
          <Does filter={filter} destinations={destinations} /> {filter.paused && t('review.paused')}
        </p>
        <KeptActions actions={filter.actions} />
      </div>
    </li>
  )
}
