// The totals of a trial: matches, the difference from the saved filter, and the effect on the allowance.

import { cx } from '../../../ui/cx.ts'
import { formatShortDay } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import type { Trial, TrialDone } from './trial.ts'

export function TrialSummary({ trial, hasSaved, forwards }: { trial: Trial; hasSaved: boolean; forwards: boolean }) {
  const t = useWords('editor')
  const { counts, done, phase } = trial
  const stateText =
    phase === 'done' ? t('trial.done') : phase === 'stale' ? t('trial.stale') : phase === 'running' ? t('trial.running') : ''
  return (
    <div className="grid min-h-40 content-start gap-2 bg-water p-(--pad)">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="trial">{t('trial')}</h2>
        <span className="text-sm text-ink-2">{stateText}</span>
      </div>
      {phase === 'idle' && <p className="text-ink-2">{t('trial.idle')}</p>}
      <div className={cx('flex flex-wrap items-baseline gap-x-6 gap-y-1', phase === 'idle' && 'hidden')}>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="figure text-figure tabular-nums">
            <FormattedNumber value={counts?.matched} />
          </b>
          {counts && (
            <span className="text-ink-2">
              <TestedEmails of={counts.looked} since={done?.since ?? null} /> {t('trial.would', { n: counts.matched })}
            </span>
          )}
        </p>
        {counts && hasSaved && <Diff gained={counts.gained} lost={counts.lost} />}
      </div>
      <p className="min-h-5 text-sm text-ink-2">
        {done && done.of > 0 && (forwards ? <Estimate done={done} /> : t('trial.forwardsNothing'))}
      </p>
      {counts && counts.unknown > 0 && <p className="text-sm text-ink-2">{t('trial.unknown', { n: counts.unknown })}</p>}
    </div>
  )
}

function FormattedNumber({ value }: { value: number | undefined }) {
  const language = useLanguage()
  return value === undefined ? '–' : new Intl.NumberFormat(language).format(value)
}

function TestedEmails({ of, since }: { of: number; since: string | null }) {
  const t = useWords('editor')
  const language = useLanguage()
  if (!since) return t('trial.ofAll', { of })
  return t('trial.of', { of, since: formatShortDay(since, language) })
}

export function Diff({ gained, lost }: { gained: number; lost: number }) {
  const t = useWords('editor')
  if (gained + lost === 0) return <p className="text-sm text-ink-2">{t('trial.same')}</p>
  return (
    <p className="flex flex-wrap items-baseline gap-2">
      <b className="text-xl text-success tabular-nums">
        <span aria-hidden="true">+{gained}</span>
        <span className="sr-only">{t('trial.gained', { n: gained })}</span>
      </b>
      <b className="text-xl text-danger tabular-nums">
        <span aria-hidden="true">−{lost}</span>
        <span className="sr-only">{t('trial.lost', { n: lost })}</span>
      </b>
      <span className="text-sm text-ink-2">{t('trial.diff')}</span>
    </p>
  )
}

const daysPerWeek = 7

function Estimate({ done }: { done: TrialDone }) {
  const t = useWords('editor')
  const { perDay, perMonth, allowance, usedThisMonth } = done
  const remaining = allowance === null ? null : Math.max(0, allowance - usedThisMonth)
  const rate = perDay >= 1 ? 'day' : perDay * daysPerWeek >= 1 ? 'week' : perMonth >= 1 ? 'month' : 'none'
  const n = Math.round(rate === 'day' ? perDay : rate === 'week' ? perDay * daysPerWeek : perMonth)
  const isOver = remaining !== null && perMonth > remaining
  return (
    <>
      {t('trial.rate', { rate, n })}{' '}
      {remaining === null ? (
        t('trial.unlimited')
      ) : (
        <span className={isOver ? 'font-strong text-warn' : undefined}>{t(isOver ? 'trial.over' : 'trial.left', { left: remaining })}</span>
      )}
    </>
  )
}
