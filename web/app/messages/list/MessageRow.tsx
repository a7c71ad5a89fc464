// One email in the list: state, sender, subject, time.
import type { MessageLine } from '../../../../core/api/ledger.ts'
import { hitsIn } from '../../../../core/message/search.ts'
import { CrossingGlyph } from '../../../ui/charts/CrossingGlyph.tsx'
import { Ago, hourText } from '../../../ui/text/Ago.tsx'
import { Marked } from '../../../ui/text/Marked.tsx'
import { SenderMark } from '../../../web-view/SenderCheck.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

const narrow = 'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[10.5rem_minmax(0,1fr)_auto]'

/** While no mail is open beside the list, there is room for the filter too. */
export const rowColumns = { beside: narrow, alone: `${narrow} lg:grid-cols-[10.5rem_minmax(0,1fr)_minmax(0,11rem)_7rem]` }

/** Only what needs attention: not canceled emails, nor those the person was notified of by email, nor those waiting for an hour they chose. */
export function tintOf({ state, delivery }: MessageLine): 'held' | 'failed' | null {
  if (delivery?.incident) return 'failed'
  if (state === 'failed') return delivery?.state === 'cancelled' || delivery?.fellBack === 'mail' ? null : 'failed'
  if (state === 'under_way') return delivery?.overdueAt ? 'held' : null
  return state === 'held' && !delivery?.waitUntil ? 'held' : null
}

interface RowProps {
  line: MessageLine
  sought: readonly string[]
  /** No mail is open beside the list. */
  isAlone: boolean
  now: Date
}

export function ForwardedRow({ line, sought, isAlone, now }: RowProps) {
  const tint = tintOf(line)
  return (
    <>
      <span className="flex items-center max-md:row-start-2">
        <HowFar line={line} />
      </span>
      <span className="min-w-0 max-md:col-span-full max-md:row-start-1">
        <Head line={line} sought={sought} />
        {line.reason && (tint || line.state === 'suppressed' || line.state === 'held' || isToldByMail(line)) && (
          <span className={`block text-sm ${tint === 'held' ? 'text-warn' : tint === 'failed' ? 'text-danger' : 'text-ink-2'}`}>
            <bdi>{line.reason}</bdi> <Until line={line} now={now} />
          </span>
        )}
      </span>
      {isAlone && (
        <span className="truncate text-sm text-ink-2 max-lg:hidden rtl:text-right" dir="auto">
          {line.filterName}
        </span>
      )}
      <Ago at={line.arrivedAt} now={now} className="text-end text-sm whitespace-nowrap text-ink-2 max-md:row-start-2" />
    </>
  )
}

function Until({ line: { delivery }, now }: { line: MessageLine; now: Date }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const hour = delivery?.state === 'held' && delivery.waitUntil ? new Date(delivery.waitUntil) : null
  return hour && hour > now ? t('row.until', { time: hourText(hour, now, language) }) : null
}

/** It never reached the phone, and the person was notified by email. */
const isToldByMail = ({ state, delivery }: MessageLine): boolean => state === 'failed' && delivery?.fellBack === 'mail'

/** The delivery icon of an email in progress. */
export function HowFarOn({ line }: { line: MessageLine }) {
  const t = useWords('ui')
  if (!line.delivery) return null
  return <CrossingGlyph state={line.delivery.state} {...(isToldByMail(line) && { word: t('state.byMail') })} />
}

function HowFar({ line }: { line: MessageLine }) {
  const t = useWords('forwarded')
  if (line.delivery) return <HowFarOn line={line} />
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-2">
      <i aria-hidden="true" className={`h-2 w-14 rounded-[2px_2px_5px_5px] part-${keys[line.state]}`} />
      {t(`part.${line.state}`)}
    </span>
  )
}

/** The hatching and colours of the sum. */
const keys = {
  forwarded: 'forwarded',
  under_way: 'underWay',
  held: 'held',
  failed: 'failed',
  not_matched: 'notMatched',
  suppressed: 'suppressed',
} as const

function Head({ line, sought }: { line: MessageLine; sought: readonly string[] }) {
  const names = useHead()
  const { from, subject, erased } = names(line)
  return (
    <span className="flex gap-x-[0.35em]">
      {erased ? (
        <em className="text-ink-2">{subject}</em>
      ) : (
        <>
          <SenderMark badge={line.badge} />
          <b className="max-w-3/5 flex-none truncate" dir="auto">
            <Marked text={from} hits={hitsIn(from, sought)} />
          </b>{' '}
          <span className="min-w-0 truncate text-ink-2" dir="auto">
            <Marked text={subject} hits={hitsIn(subject, sought)} />
          </span>
        </>
      )}
    </span>
  )
}

type Head = Pick<MessageLine, 'from' | 'subject'>

/** The texts for sender and subject, with placeholders if they are missing or erased. */
export function useHead(): (line: Head) => { from: string; subject: string; erased: boolean } {
  const t = useWords('forwarded')
  return ({ from, subject }) => {
    const erased = from === null && subject === null
    return {
      from: from?.name || from?.address || t('from.none'),
      subject: erased ? t('erased') : subject || t('subject.none'),
      erased,
    }
  }
}

/** The row of a mail, which gets the focus back when the mail is closed; where it is not on this page, the title. */
export const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row][href*="/${id}"]`) ?? document.querySelector('main h1')
