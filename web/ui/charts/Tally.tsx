// The sum of all email, arrived = forwarded + …, each figure a link, read aloud as one sentence.
import { Fragment, type ReactNode } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { useLanguage, useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'

const parts = ['forwarded', 'underWay', 'held', 'failed', 'notMatched', 'suppressed'] as const
export type TallyPart = (typeof parts)[number]
/** `byMail`: of the failed. */
export type Figures = Record<TallyPart | 'arrived', number> & { byMail?: number }

/** `links` leads each figure to its list; an example has none. `children` states whether the sum is balanced, still counting, or out of balance and since when. */
export function Tally({
  figures,
  links,
  children,
}: {
  figures: Figures
  links?: Record<TallyPart | 'arrived', string>
  children?: ReactNode
}) {
  const wordOf = useWordOf(figures)
  const shown = parts.filter(part => figures[part] > 0)
  return (
    <div className="@container grid gap-5">
      <div className="sum" role="group" data-parts={shown.length} aria-label={useSpoken(figures)}>
        <Figure n={figures.arrived} word={wordOf('arrived')} to={links?.arrived} />
        {shown.map((part, at) => (
          <Fragment key={part}>
            <span className={cx('op', at === 0 && 'equals')} aria-hidden="true">
              {at === 0 ? '=' : '+'}
            </span>
            <Figure n={figures[part]} word={wordOf(part)} to={links?.[part]} part={part} />
          </Fragment>
        ))}
      </div>
      {shown.length > 0 && (
        <div className="load" aria-hidden="true">
          {shown.map(part => (
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

function Figure({ n, word, to, part }: { n: number; word: string; to: string | undefined; part?: TallyPart }) {
  const language = useLanguage()
  const face = (
    <>
      <span className="figure">{n.toLocaleString(language)}</span>{' '}
      <span className="part">
        {part && <i className={`key part-${part}`} />}
        {word}
      </span>
    </>
  )
  return to ? (
    <Link to={to} className="term">
      {face}
    </Link>
  ) : (
    <span className="term">{face}</span>
  )
}

function useWordOf({ byMail = 0 }: Figures): (part: TallyPart | 'arrived') => string {
  const t = useWords('ui')
  return part => (part === 'failed' && byMail > 0 ? t('tally.failedByMail', { n: byMail }) : t(`tally.${part}`))
}

/** "1,204 arrived equals 37 forwarded plus 1,160 not matched". */
export function useSpoken(figures: Figures): string {
  const t = useWords('ui')
  const wordOf = useWordOf(figures)
  const language = useLanguage()
  const say = (part: TallyPart | 'arrived') => `${figures[part].toLocaleString(language)} ${wordOf(part)}`
  const shown = parts.filter(part => figures[part] > 0)
  if (shown.length === 0) return say('arrived')
  return t('tally.spoken', { arrived: say('arrived'), parts: shown.map(say).join(` ${t('tally.plus')} `) })
}
