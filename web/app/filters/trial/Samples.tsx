// The emails of a trial, newest first, with the words that matched or the reason they did not.
import type { ReactNode } from 'react'
import type { NearMiss, TrialSample } from '../../../../core/api/filter-trials.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatExactTime, formatShortDay } from '../../../ui/text/Ago.tsx'
import { ConditionText } from '../../../ui/text/ConditionText.tsx'
import { Highlighted } from '../../../ui/text/Highlighted.tsx'
import { formatSeenValue } from '../../../ui/text/seen-value.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { findReasons, type TestedCondition, withHits } from './reasons.ts'

interface SamplesProps {
  samples: TrialSample[]
  /** The number of matches, including those not listed. */
  total: number
  none: string
  /** Without signs, since there is no saved filter to compare with. */
  isPlain?: boolean
  isDone: boolean
}

export function Samples({ samples, total, none, isPlain = false, isDone }: SamplesProps) {
  const t = useWords('editor')
  if (samples.length === 0) return isDone ? <p className="px-(--pad) py-5 text-ink-2">{none}</p> : null
  return (
    <>
      <ul>
        {samples.map(sample => (
          <EmailRow key={sample.messageId} email={sample} sign={isPlain ? 'same' : sample.change}>
            {sample.change === 'lost' ? <LossReason sample={sample} /> : <MatchReason sample={sample} />}
          </EmailRow>
        ))}
      </ul>
      {isDone && total > samples.length && (
        <p className="border-t border-line px-(--pad) py-3 text-sm text-ink-2">{t('trial.more', { n: total - samples.length })}</p>
      )}
    </>
  )
}

export function NearMisses({ near, isDone, onInclude }: { near: NearMiss[]; isDone: boolean; onInclude(near: NearMiss): void }) {
  const t = useWords('editor')
  if (near.length === 0) return isDone ? <p className="px-(--pad) py-5 text-ink-2">{t('trial.none.near')}</p> : null
  return (
    <ul>
      {near.map(miss => (
        <EmailRow key={miss.messageId} email={miss} sign="near">
          <MissReason near={miss} />
          <Button
            look="quiet"
            small
            className="mt-1.5"
            aria-label={t('trial.include.of', { subject: miss.subject || t('trial.noSubject') })}
            onClick={() => onInclude(miss)}
          >
            {t('trial.include')}
          </Button>
        </EmailRow>
      ))}
    </ul>
  )
}

const signs = { same: '=', gained: '+', lost: '−', near: '·' } as const
const tints = { same: 'bg-sunk', gained: 'bg-success-soft text-success', lost: 'bg-danger-soft text-danger', near: 'bg-sunk' } as const

interface EmailRowProps {
  email: Pick<TrialSample, 'from' | 'subject' | 'datedAt' | 'explanation'>
  sign: keyof typeof signs
  children: ReactNode
}

function EmailRow({ email, sign, children }: EmailRowProps) {
  const t = useWords('editor')
  const sender = email.from?.name || email.from?.address || t('trial.noSender')
  const hits =
    withHits(findReasons(email.explanation)).find(({ test, seen }) => test.field === 'subject' && seen === email.subject)?.hits ?? []
  return (
    <li className="flex gap-3 border-t border-line px-(--pad) py-3 text-[0.9375rem]/[1.4rem] first:border-t-0">
      <span className={cx('grid size-7 flex-none place-items-center rounded-hull-sm font-bold', tints[sign])}>
        <span aria-hidden="true">{signs[sign]}</span>
        <span className="sr-only">{t(`trial.sign.${sign}`)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <b className="min-w-0 truncate" dir="auto">
            {sender}
          </b>
          <OwnDate at={email.datedAt} />
        </p>
        <p className="wrap-anywhere rtl:text-right" dir="auto">
          {email.subject ? <Highlighted text={email.subject} hits={hits} /> : t('trial.noSubject')}
        </p>
        <div className="text-sm wrap-anywhere text-ink-2">{children}</div>
      </div>
    </li>
  )
}

function OwnDate({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} title={formatExactTime(at, language)} className="flex-none text-xs text-ink-2 tabular-nums">
      {formatShortDay(at, language)}
    </time>
  )
}

/** What matched besides the subject, which is already marked. */
function MatchReason({ sample }: { sample: TrialSample }) {
  const tests = findReasons(sample.explanation)
  const toShow =
    withHits(tests).find(({ test, seen }) => test.field !== 'subject' || seen !== sample.subject) ??
    tests.find(tested => tested.hits.length === 0)
  return toShow ? <MatchedText tested={toShow} /> : null
}

function MatchedText({ tested }: { tested: TestedCondition }) {
  const name = useFieldName(tested)
  if (tested.hits.length === 0) return <ConditionText test={tested.test} />
  return (
    <>
      {name} <Highlighted text={tested.seen} hits={tested.hits} />
    </>
  )
}

function useFieldName({ test }: TestedCondition): string {
  const t = useWords('builder')
  if (test.field === 'exact') return ''
  return test.field === 'header' ? test.name : t(`field.${test.field}`)
}

function LossReason({ sample }: { sample: TrialSample }) {
  const t = useWords('editor')
  const [first] = findReasons(sample.explanation)
  if (!first) return null
  return (
    <>
      {t('trial.leftOut')} <ConditionText test={first.test} />
    </>
  )
}

function MissReason({ near }: { near: NearMiss }) {
  const t = useWords('editor')
  const senderWords = useWords('sender')
  const language = useLanguage()
  const failed = findReasons(near.explanation).find(({ test }) => JSON.stringify(test) === JSON.stringify(near.failing))
  return (
    <>
      {t('trial.missed')} <ConditionText test={near.failing} />.{' '}
      {failed &&
        (failed.seen ? (
          <bdi>{t('trial.was', { seen: formatSeenValue(senderWords, failed.test, failed.seen, language) })}</bdi>
        ) : (
          t('trial.wasNothing')
        ))}
    </>
  )
}
