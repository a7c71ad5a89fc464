// The emails of a trial, newest first, with the words that matched or the reason they did not.
import type { ReactNode } from 'react'
import type { NearMiss, TrialSample } from '../../../../core/api/filter-trials.ts'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { exactText, shortDay } from '../../../ui/text/Ago.tsx'
import { Marked } from '../../../ui/text/Marked.tsx'
import { seenText } from '../../../ui/text/seen-text.ts'
import { TestWords } from '../../../ui/text/TestWords.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { marked, reasons, type Tested } from './reasons.ts'

interface SamplesProps {
  samples: TrialSample[]
  /** How many there are in all. */
  of: number
  none: string
  /** Without signs: there is nothing saved to compare with. */
  plain?: boolean
  isDone: boolean
}

export function Samples({ samples, of, none, plain = false, isDone }: SamplesProps) {
  const t = useWords('editor')
  if (samples.length === 0) return isDone ? <p className="px-(--pad) py-5 text-ink-2">{none}</p> : null
  return (
    <>
      <ul>
        {samples.map(sample => (
          <Mail key={sample.messageId} mail={sample} sign={plain ? 'same' : sample.change}>
            {sample.change === 'lost' ? <LeftOut sample={sample} /> : <Why sample={sample} />}
          </Mail>
        ))}
      </ul>
      {isDone && of > samples.length && (
        <p className="border-t border-line px-(--pad) py-3 text-sm text-ink-2">{t('trial.more', { n: of - samples.length })}</p>
      )}
    </>
  )
}

export function NearMisses({ near, isDone, onInclude }: { near: NearMiss[]; isDone: boolean; onInclude(near: NearMiss): void }) {
  const t = useWords('editor')
  if (near.length === 0) return isDone ? <p className="px-(--pad) py-5 text-ink-2">{t('trial.none.near')}</p> : null
  return (
    <ul>
      {near.map(one => (
        <Mail key={one.messageId} mail={one} sign="near">
          <Missed near={one} />
          <Button
            look="quiet"
            small
            className="mt-1.5"
            aria-label={t('trial.include.of', { subject: one.subject || t('trial.noSubject') })}
            onClick={() => onInclude(one)}
          >
            {t('trial.include')}
          </Button>
        </Mail>
      ))}
    </ul>
  )
}

const signs = { same: '=', gained: '+', lost: '−', near: '·' } as const
const tints = { same: 'bg-sunk', gained: 'bg-success-soft text-success', lost: 'bg-danger-soft text-danger', near: 'bg-sunk' } as const

interface MailProps {
  mail: Pick<TrialSample, 'from' | 'subject' | 'arrivedAt' | 'explanation'>
  sign: keyof typeof signs
  children: ReactNode
}

function Mail({ mail, sign, children }: MailProps) {
  const t = useWords('editor')
  const who = mail.from?.name || mail.from?.address || t('trial.noSender')
  const hits = marked(reasons(mail.explanation)).find(({ test, seen }) => test.field === 'subject' && seen === mail.subject)?.hits ?? []
  return (
    <li className="flex gap-3 border-t border-line px-(--pad) py-3 text-[0.9375rem]/[1.4rem] first:border-t-0">
      <span className={cx('grid size-7 flex-none place-items-center rounded-hull-sm font-bold', tints[sign])}>
        <span aria-hidden="true">{signs[sign]}</span>
        <span className="sr-only">{t(`trial.sign.${sign}`)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <b className="min-w-0 truncate" dir="auto">
            {who}
          </b>
          <When at={mail.arrivedAt} />
        </p>
        <p className="wrap-anywhere rtl:text-right" dir="auto">
          {mail.subject ? <Marked text={mail.subject} hits={hits} /> : t('trial.noSubject')}
        </p>
        <div className="text-sm wrap-anywhere text-ink-2">{children}</div>
      </div>
    </li>
  )
}

function When({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <time dateTime={at} title={exactText(at, language)} className="flex-none text-xs text-ink-2 tabular-nums">
      {shortDay(at, language)}
    </time>
  )
}

/** What matched beside the subject, which is marked already. */
function Why({ sample }: { sample: TrialSample }) {
  const tests = reasons(sample.explanation)
  const shown =
    marked(tests).find(({ test, seen }) => test.field !== 'subject' || seen !== sample.subject) ??
    tests.find(tested => tested.hits.length === 0)
  return shown ? <Seen tested={shown} /> : null
}

function Seen({ tested }: { tested: Tested }) {
  const name = useFieldName(tested)
  if (tested.hits.length === 0) return <TestWords test={tested.test} />
  return (
    <>
      {name} <Marked text={tested.seen} hits={tested.hits} />
    </>
  )
}

function useFieldName({ test }: Tested): string {
  const t = useWords('builder')
  if (test.field === 'exact') return ''
  return test.field === 'header' ? test.name : t(`field.${test.field}`)
}

function LeftOut({ sample }: { sample: TrialSample }) {
  const t = useWords('editor')
  const [first] = reasons(sample.explanation)
  if (!first) return null
  return (
    <>
      {t('trial.leftOut')} <TestWords test={first.test} />
    </>
  )
}

function Missed({ near }: { near: NearMiss }) {
  const t = useWords('editor')
  const sayOfSender = useWords('sender')
  const language = useLanguage()
  const failed = reasons(near.explanation).find(({ test }) => JSON.stringify(test) === JSON.stringify(near.failing))
  return (
    <>
      {t('trial.missed')} <TestWords test={near.failing} />.{' '}
      {failed &&
        (failed.seen ? (
          <bdi>{t('trial.was', { seen: seenText(sayOfSender, failed.test, failed.seen, language) })}</bdi>
        ) : (
          t('trial.wasNothing')
        ))}
    </>
  )
}
