// The difference between two versions of a filter: name, conditions, actions.
import type { FilterVersion } from '../../../../core/api/filters.ts'
import { printTopConditions } from '../../../../core/filters/query/print.ts'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words/words.tsx'
import { useActionLines } from './action-lines.ts'
import { diffLines, type VersionDiffLine } from './diff.ts'

export function VersionDiff({ version, previous }: { version: FilterVersion; previous: FilterVersion | null }) {
  const t = useWords('filterways')
  const actionLines = useActionLines()
  const stateLines = ({ paused }: FilterVersion) => [t(paused ? 'history.paused' : 'history.on')]
  const parts = [
    { word: t('history.name'), lines: diffLines(previous ? [previous.name] : [], [version.name]), mono: false },
    { word: t('history.state'), lines: diffLines(previous ? stateLines(previous) : [], stateLines(version)), mono: false },
    {
      word: t('history.condition'),
      lines: diffLines(previous ? printTopConditions(previous.condition) : [], printTopConditions(version.condition)),
      mono: true,
    },
    {
      word: t('history.actions'),
      lines: diffLines(previous ? actionLines(previous.actions) : [], actionLines(version.actions)),
      mono: false,
    },
  ]
  const changedParts = parts.filter(part => part.lines.some(line => line.sign !== 'same'))
  if (changedParts.length === 0) return <p className="text-sm text-ink-2">{t('history.same')}</p>
  return (
    <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[6rem_1fr]">
      {changedParts.map(part => (
        <div key={part.word} className="sm:contents">
          <dt className="text-ink-2 sm:py-0.5">{part.word}</dt>
          <dd className="min-w-0">
            <Lines lines={part.lines} isSigned={previous !== null} mono={part.mono} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const signs = { same: ' ', removed: '−', added: '+' }
const lineLooks = { same: '', removed: 'bg-danger-soft text-danger', added: 'bg-success-soft text-success' }

/** The first version has nothing to compare with, so its lines have no signs. */
function Lines({ lines, isSigned, mono }: { lines: VersionDiffLine[]; isSigned: boolean; mono: boolean }) {
  const t = useWords('filterways')
  return (
    <ul className={cx('grid gap-0.5', mono && 'font-mono')}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its position
        <li key={index} className={cx('flex gap-2 rounded-[4px] py-0.5', isSigned && 'px-2', isSigned && lineLooks[line.sign])}>
          {isSigned && (
            <span aria-hidden="true" className="w-2 flex-none font-mono">
              {signs[line.sign]}
            </span>
          )}
          {isSigned && line.sign !== 'same' && <span className="sr-only">{t(`history.${line.sign}`)} </span>}
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {line.text}
          </span>
        </li>
      ))}
    </ul>
  )
}
