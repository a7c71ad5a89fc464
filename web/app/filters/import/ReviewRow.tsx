// One filter that was read from elsewhere, with the choice to take it in.
import type { FilterDraft } from '../../../../core/api/filters.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words.tsx'
import { useDestinations } from '../../destinations.ts'
import { KeptActions } from '../actions/KeptActions.tsx'
import { FilterWords } from '../FilterWords.tsx'
import { Does } from '../list/Does.tsx'

export function ReviewRow({ filter, taken, onTake }: { filter: FilterDraft; taken: boolean; onTake(taken: boolean): void }) {
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
