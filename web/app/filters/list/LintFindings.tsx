// A problem with a filter: a badge, an explanation, and a link to the filter that causes it.
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { Finding } from '../../../../core/api/filter-trials.ts'
import type { SavedFilter } from '../../../../core/api/filters.ts'
import { cx } from '../../../ui/cx.ts'
import { useWords } from '../../../words/words.tsx'

const kinds = {
  impossible: { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  shadowed: { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  always: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  duplicate: { icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
  overlapping: { icon: Info, look: 'bg-info-soft text-info' },
  silent: { icon: Info, look: 'bg-info-soft text-info' },
}

export function LintFindings({ findings, filters }: { findings: Finding[]; filters: SavedFilter[] }) {
  const t = useWords('filterlist')
  if (findings.length === 0) return null
  return (
    <ul className="grid gap-1.5">
      {findings.map(finding => {
        const { icon: Icon, look } = kinds[finding.kind]
        const other = filters.find(filter => filter.id === finding.other)
        return (
          <li key={`${finding.kind}${finding.other}`} className="flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
            <span className={cx('inline-flex items-center gap-1.5 rounded-hull-sm px-2 py-0.5 font-strong', look)}>
              <Icon size={14} aria-hidden />
              {t(`lint.${finding.kind}`)}
            </span>
            <span className="min-w-0 text-ink-2">
              {finding.message} {other && <Link to={`/filters/${other.id}`}>{t('lint.see', { name: other.name })}</Link>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
