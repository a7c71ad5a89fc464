// Shows the email totals (arrived = forwarded + …), each as a link, and read aloud as one sentence.
import { Fragment, type ReactNode } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'

const parts = ['forwarded', 'underWay', 'held', 'failed', 'notMatched', 'suppressed'] as const
export type TotalsPart = (typeof parts)[number]
/** `byEmail`: how many of the failed ones the user was notified of by email. */
export type Figures = Record<TotalsPart | 'arrived', number> & { byEmail?: number }

/** `links` holds the list behind each figure; an example has none. `children` says whether the sum is balanced, still counting, or out of balance and since when. */
export function MessageTotals({
  figures,
  links,
  children,
}: {
  figures: Figures
  links?: Record<TotalsPart | 'arrived', string>
  children?: ReactNode
}) {
  const labelOf = useLabels(figures)
  const visibleParts = parts.filter(part => figures[part] > 0)
  return (
    <div className="@container grid gap-5">
      <div className="sum" role="group" data-parts={visibleParts.length} aria-label={useTotalsDescription(figures)}>
        <Figure n={figures.arrived} label={labelOf('arrived')} to={links?.arrived} />
        {visibleParts.map((part, index) => (
          <Fragment key={part}>
            <span className={cx('op', index === 0 && 'equals')} aria-hidden="true">
              {index === 0 ? '=' : '+'}
            </span>
            <Figure n={figures[part]} label={labelOf(part)} to={links?.[part]} part={part} />
          </Fragment>
        ))}
      </div>
      {visibleParts.length > 0 && (
        <div className="load" aria-hidden="true">
          {visibleParts.map(part => (
            <i key={part} className={`part-${part}`} style={{ flex: figures[part] }} />
          ))}
        </div>
      )}
      {children && (
        <div className="flex items-start gap-3 text-sm">
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="mt-px size-4.5 text-success-fill"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          >
            <path d="M5 9h14M5 15h14" />
          </svg>
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      )}
    </div>
  )
}

function Figure({ n, label, to, part }: { n: number; label: string; to: string | undefined; part?: TotalsPart }) {
  const language = useLanguage()
  const content = (
    <>
      <span className="figure">{n.toLocaleString(language)}</span>{' '}
      <span className="part">
        {part && <i className={`key part-${part}`} />}
        {label}
      </span>
    </>
  )
  return to ? (
    <Link to={to} className="term">
      {content}
    </Link>
  ) : (
    <span className="term">{content}</span>
  )
}

function useLabels({ byEmail = 0 }: Figures): (part: TotalsPart | 'arrived') => string {
  const t = useWords('ui')
  return part => (part === 'failed' && byEmail > 0 ? t('tally.failedByMail', { n: byEmail }) : t(`tally.${part}`))
}

/** "1,204 arrived equals 37 forwarded plus 1,160 not matched". */
export function useTotalsDescription(figures: Figures): string {
  const t = useWords('ui')
  const labelOf = useLabels(figures)
  const language = useLanguage()
  const describe = (part: TotalsPart | 'arrived') => `${figures[part].toLocaleString(language)} ${labelOf(part)}`
  const visibleParts = parts.filter(part => figures[part] > 0)
  if (visibleParts.length === 0) return describe('arrived')
  return t('tally.spoken', { arrived: describe('arrived'), parts: visibleParts.map(describe).join(` ${t('tally.plus')} `) })
}
