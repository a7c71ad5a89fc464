// One email in the list: state, sender, subject, time.
import type { MessageLine } from '../../../../core/api/ledger.ts'
import { findMatchSpans } from '../../../../core/message/search.ts'
import { DeliveryIcon } from '../../../ui/charts/DeliveryIcon.tsx'
import { Ago, formatHour } from '../../../ui/text/Ago.tsx'
import { Highlighted } from '../../../ui/text/Highlighted.tsx'
import { SenderMark } from '../../../web-view/SenderMark.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'

const columns = 'grid-cols-[minmax(0,1fr)_auto] md:grid-cols-[10.5rem_minmax(0,1fr)_auto]'

/** While no email is open beside the list, there is room for the filter too. */
export const rowColumns = { narrow: columns, wide: `${columns} lg:grid-cols-[10.5rem_minmax(0,1fr)_minmax(0,11rem)_7rem]` }

/** Tints what needs attention: not canceled emails, not those the person was notified about by email, and not those waiting for a time they chose. */
export function rowTint({ state, delivery }: MessageLine): 'held' | 'failed' | null {
  if (delivery?.incident) return 'failed'
  if (state === 'failed') return delivery?.state === 'cancelled' || delivery?.fellBack === 'mail' ? null : 'failed'
  if (state === 'under_way') return delivery?.overdueAt ? 'held' : null
  return state === 'held' && !delivery?.waitUntil ? 'held' : null
}

interface RowProps {
  line: MessageLine
  searchWords: readonly string[]
  /** No email is open beside the list. */
  isListAlone: boolean
  now: Date
}

export function MessageListRow({ line, searchWords, isListAlone, now }: RowProps) {
  const tint = rowTint(line)
  return (
    <>
      <span className="flex items-center max-md:row-start-2">
        <MessageStatus line={line} />
      </span>
      <span className="min-w-0 max-md:col-span-full max-md:row-start-1">
        <SenderAndSubject line={line} searchWords={searchWords} />
        {line.reason && (tint || line.state === 'suppressed' || line.state === 'held' || isNotifiedByEmail(line)) && (
          <span className={`block text-sm ${tint === 'held' ? 'text-warn' : tint === 'failed' ? 'text-danger' : 'text-ink-2'}`}>
            <bdi>{line.reason}</bdi> <HeldUntil line={line} now={now} />
          </span>
        )}
      </span>
      {isListAlone && (
        <span className="truncate text-sm text-ink-2 max-lg:hidden rtl:text-right" dir="auto">
          {line.filterName}
        </span>
      )}
      <Ago at={line.datedAt} now={now} className="text-end text-sm whitespace-nowrap text-ink-2 max-md:row-start-2" />
    </>
  )
}

function HeldUntil({ line: { delivery }, now }: { line: MessageLine; now: Date }) {
  const t = useWords('forwarded')
  const language = useLanguage()
  const hour = delivery?.state === 'held' && delivery.waitUntil ? new Date(delivery.waitUntil) : null
  return hour && hour > now ? t('row.until', { time: formatHour(hour, now, language) }) : null
}

/** It never reached the phone, and the person was notified by email. */
const isNotifiedByEmail = ({ state, delivery }: MessageLine): boolean => state === 'failed' && delivery?.fellBack === 'mail'

/** The delivery icon of an email that is being forwarded. */
export function DeliveryStatus({ line }: { line: MessageLine }) {
  const t = useWords('ui')
  if (!line.delivery) return null
  return <DeliveryIcon state={line.delivery.state} {...(isNotifiedByEmail(line) && { label: t('state.byMail') })} />
}

function MessageStatus({ line }: { line: MessageLine }) {
  const t = useWords('forwarded')
  if (line.delivery) return <DeliveryStatus line={line} />
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-2">
      <i aria-hidden="true" className={`h-2 w-14 rounded-[2px_2px_5px_5px] part-${stateClasses[line.state]}`} />
      {t(`part.${line.state}`)}
    </span>
  )
}

/** The hatching and colors of the totals chart. */
const stateClasses = {
  forwarded: 'forwarded',
  under_way: 'underWay',
  held: 'held',
  failed: 'failed',
  not_matched: 'notMatched',
  suppressed: 'suppressed',
} as const

function SenderAndSubject({ line, searchWords }: { line: MessageLine; searchWords: readonly string[] }) {
  const senderAndSubject = useSenderAndSubject()
  const { from, subject, isErased } = senderAndSubject(line)
  return (
    <span className="flex gap-x-[0.35em]">
      {isErased ? (
        <em className="text-ink-2">{subject}</em>
      ) : (
        <>
          <SenderMark badge={line.badge} />
          <b className="max-w-3/5 flex-none truncate" dir="auto">
            <Highlighted text={from} hits={findMatchSpans(from, searchWords)} />
          </b>{' '}
          <span className="min-w-0 truncate text-ink-2" dir="auto">
            <Highlighted text={subject} hits={findMatchSpans(subject, searchWords)} />
          </span>
        </>
      )}
    </span>
  )
}

type SenderAndSubject = Pick<MessageLine, 'from' | 'subject'>

/** The texts for sender and subject, with placeholders if they are missing or erased. */
export function useSenderAndSubject(): (line: SenderAndSubject) => { from: string; subject: string; isErased: boolean } {
  const t = useWords('forwarded')
  return ({ from, subject }) => {
    const isErased = from === null && subject === null
    return {
      from: from?.name || from?.address || t('from.none'),
      subject: isErased ? t('erased') : subject || t('subject.none'),
      isErased,
    }
  }
}

/** The row of an email, which gets the focus back when the email is closed; the page title if the row is not on this page. */
export const findRow = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-row][href*="/${id}"]`) ?? document.querySelector('main h1')
