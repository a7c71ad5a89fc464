// The connection log of an email account, newest first, grouped by day.
import type { MailboxEvent } from '../../../../core/api/mail.ts'
import { useNow } from '../../../now.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { formatDay, formatExactTime } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { useMailboxEvents } from './mailbox-details.ts'

export function LogCard({ id }: { id: string }) {
  const t = useWords('mailbox')
  const explain = useExplain()
  const language = useLanguage()
  const now = useNow()
  const events = useMailboxEvents(id)
  const eventDay = (event: MailboxEvent) => formatDay(new Date(event.at), now, language)
  return (
    <Card>
      <h2>{t('log')}</h2>
      {events.isPending && <SkeletonRows rows={4} />}
      {events.error && <Note kind="danger">{explain(events.error)}</Note>}
      {events.data?.items.length === 0 && <p className="text-sm text-ink-2">{t('log.none')}</p>}
      {events.data && events.data.items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        <div className="grid max-h-[28rem] gap-4 overflow-y-auto" role="region" aria-label={t('log')} tabIndex={0}>
          {[...Map.groupBy(events.data.items, eventDay)].map(([day, dayEvents]) => (
            <section key={day} className="grid gap-1">
              <h3 className="text-sm text-ink-3">{day}</h3>
              <ol className="grid gap-1 text-sm">
                {dayEvents.map(event => (
                  <EventLine key={event.id} event={event} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
    </Card>
  )
}

function EventLine({ event }: { event: MailboxEvent }) {
  const language = useLanguage()
  const at = new Date(event.at)
  return (
    <li className="grid grid-cols-[3.25rem_1fr] gap-2">
      <time dateTime={event.at} title={formatExactTime(event.at, language)} className="tabular-nums text-ink-3">
        {at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}
      </time>
      <span className="min-w-0 wrap-anywhere">{event.text}</span>
    </li>
  )
}
