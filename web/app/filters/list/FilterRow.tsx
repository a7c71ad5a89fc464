// One filter in the list: its sentence, actions, matches and problems.
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { Link } from 'react-router'
import type { Destination } from '../../../../core/api/delivery.ts'
import type { Finding } from '../../../../core/api/filter-trials.ts'
import type { FilterLine } from '../../../../core/api/filters.ts'
import { useNow } from '../../../now.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { Sparkline } from '../../../ui/charts/Sparkline.tsx'
import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Switch } from '../../../ui/forms/Switch.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Ago, formatShortDay } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useToggleFilter } from '../../queries/filters.ts'
import { handleDragKey } from '../builder/builder-keys.ts'
import { FilterText } from '../FilterText.tsx'
import { type Drag, dropLine } from '../useDrag.ts'
import { ActionSummary } from './ActionSummary.tsx'
import { FilterRowMenu } from './FilterRowMenu.tsx'
import { LintFindings } from './LintFindings.tsx'

interface RowProps {
  filter: FilterLine
  filters: FilterLine[]
  destinations: Destination[]
  findings: Finding[]
  drag: Drag
  position: number
  last: number
  onMove(by: 1 | -1): void
  /** One line for each filter. */
  isCompact: boolean
  canMove: boolean
  /** Null while none are being selected. */
  isSelected: boolean | null
  onSelect(on: boolean): void
}

export function FilterRow(props: RowProps) {
  const { filter, filters, destinations, findings, drag, position, last, onMove, isCompact, canMove, isSelected, onSelect } = props
  const t = useWords('filterlist')
  const { id, name } = filter
  return (
    <li
      data-drop={id}
      className={cx(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-t border-line ps-2 pe-(--pad) first:border-t-0 md:ps-3',
        isCompact ? 'py-1.5' : 'py-4',
        drag.draggedId === id && 'opacity-50',
        dropLine(drag.target, id),
      )}
    >
      {isSelected !== null ? (
        <span className="ps-1">
          <Checkbox label="" name={t('select.one', { name })} checked={isSelected} onChange={onSelect} />
        </span>
      ) : (
      <button
        type="button"
        disabled={!canMove}
        aria-label={t('grip', { name })}
        title={t('grip', { name })}
        className="grid h-8 w-7 cursor-grab! touch-none place-items-center rounded-hull-sm text-ink-3 hover:bg-water hover:text-ink"
        onKeyDown={event => handleDragKey(event, onMove)}
        {...drag.handleProps(id)}
      >
        <GripVertical size={18} aria-hidden />
      </button>
      )}
      <article aria-label={name} className="grid grid-cols-1 gap-2">
        <RowHeader filter={filter} isCompact={isCompact} />
        {!isCompact && (
          <>
        <p className={cx('line-clamp-4 max-w-[78ch] wrap-anywhere', filter.paused && 'text-ink-2')}>
          <FilterText filter={filter} />
        </p>
        <LintFindings findings={findings} filters={filters} />
        <footer className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
          <p className="min-w-0 text-sm wrap-anywhere text-ink-2">
            <ActionSummary filter={filter} destinations={destinations} />
          </p>
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-sm:w-full max-sm:justify-between sm:ms-auto sm:justify-end">
            <MatchStats filter={filter} />
            <span className="ms-auto flex items-center">
              <IconButton
                icon={ArrowUp}
                label={t('moveUp', { name })}
                className={!canMove || position === 0 ? 'invisible' : ''}
                onClick={() => onMove(-1)}
              />
              <IconButton
                icon={ArrowDown}
                label={t('moveDown', { name })}
                className={!canMove || position === last ? 'invisible' : ''}
                onClick={() => onMove(1)}
              />
              <LinkButton to={`/filters/${id}`} look="quiet" small className="mx-2">
                {t('edit')}
              </LinkButton>
              <FilterRowMenu filter={filter} />
            </span>
          </span>
        </footer>
          </>
        )}
      </article>
    </li>
  )
}

function RowHeader({ filter, isCompact }: { filter: FilterLine; isCompact: boolean }) {
  const t = useWords('filterlist')
  const toggle = useToggleFilter()
  const { id, name, paused } = filter
  return (
    <header className={cx('flex justify-between gap-4', isCompact ? 'items-center' : 'items-start')}>
      <h2 className={cx('min-w-0', isCompact ? 'truncate text-md' : 'text-lg wrap-anywhere')} dir="auto">
        <Link to={`/filters/${id}`} className="text-ink">
          {name}
        </Link>
      </h2>
      <span className="flex min-h-7 flex-none items-center gap-2">
        <span className="text-sm text-ink-2">{t(paused ? 'paused' : 'on')}</span>
        <Switch hideLabel label={t('turnOn', { name })} checked={!paused} onChange={on => toggle.mutate({ ...filter, paused: !on })} />
        {isCompact && <FilterRowMenu filter={filter} />}
      </span>
    </header>
  )
}

function MatchStats({ filter }: { filter: FilterLine }) {
  const t = useWords('filterlist')
  const now = useNow(30_000)
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-sm text-ink-2 max-sm:flex-col max-sm:items-start max-sm:gap-y-1 sm:justify-end">
      {filter.lastMatchedAt ? (
        <>
          <span>
            {t('last')} <Ago at={filter.lastMatchedAt} now={now} />
          </span>
          <MatchedDays daily={filter.matchedDaily} now={now} />
        </>
      ) : (
        <span>{t('last.never')}</span>
      )}
    </span>
  )
}

const dayMs = 86_400_000

/** `daily` has the oldest day first; its last one is today. */
function MatchedDays({ daily, now }: { daily: readonly number[]; now: Date }) {
  const t = useWords('filterlist')
  const language = useLanguage()
  const sum = daily.reduce((total, count) => total + count, 0)
  const busiest = Math.max(...daily, 1)
  const day = new Date(now.getTime() - (daily.length - 1 - daily.indexOf(busiest)) * dayMs)
  const label = t('spark', { sum, most: busiest, day: formatShortDay(day, language) })
  return <Sparkline daily={daily} label={label} />
}
