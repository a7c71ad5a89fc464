// The timeline of a delivery to one phone, to the second, with steps ahead and failures.
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import type { State } from '../../../../core/delivery/states.ts'
import { Route } from '../../../ui/charts/Route.tsx'
import { Address } from '../../../ui/text/Address.tsx'
import { hourText } from '../../../ui/text/Ago.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { type CrossingStop, stopsOf } from './route-stops.ts'

interface CrossingRouteProps {
  message: MessageDetail
  delivery: Delivery | null
  now: Date
  label: string
}

export function CrossingRoute({ message, delivery, now, label }: CrossingRouteProps) {
  const stops = stopsOf(message, delivery)
  return (
    <Route
      label={label}
      stops={stops.map(stop => ({
        key: `${stop.word} ${stop.carrier?.id ?? ''}`,
        kind: stop.kind,
        at: stop.at,
        text: <StopText stop={stop} message={message} delivery={delivery} now={now} />,
      }))}
    />
  )
}

function StopText({ stop, message, delivery, now }: { stop: CrossingStop } & Omit<CrossingRouteProps, 'label'>) {
  const t = useWords('forwarded')
  const { word, time } = useHour(stop, delivery, now)
  const { carrier } = stop
  const words = t(`stop.${word}`, {
    filter: delivery?.filterName ?? '',
    phone: delivery?.destinationName || t('phone.none'),
    others: (carrier?.messageCount ?? 1) - 1,
    time,
  })
  return (
    <>
      <span className={stop.kind === 'ahead' ? 'text-ink-2' : undefined}>
        <Rich text={words} tags={{ mailbox: () => <Address of={message.mailboxAddress} /> }} />
      </span>
      {stop.word === 'announced' && carrier && <span className="mt-0.5 block text-ink-2">{t(`announced.${heard(carrier.state)}`)}</span>}
      {stop.reason && <span className={`mt-0.5 block ${stop.kind === 'failed' ? 'text-danger' : 'text-ink-2'}`}>{stop.reason}</span>}
    </>
  )
}

/** A stop that lasts until an hour ahead names it; one whose hour has passed does not. */
function useHour(
  { word }: CrossingStop,
  delivery: Delivery | null,
  now: Date,
): { word: CrossingStop['word'] | 'queuedUntil'; time: string } {
  const language = useLanguage()
  const hour = word === 'queued' ? delivery?.dueAt : word === 'heldUntil' ? delivery?.waitUntil : null
  const isAhead = hour && new Date(hour) > now
  if (!isAhead) return { word: word === 'heldUntil' ? 'held' : word, time: '' }
  return { word: word === 'queued' ? 'queuedUntil' : word, time: hourText(new Date(hour), now, language) }
}

/** How far an announcement is known to have come. */
const heard = (state: State): 'read' | 'delivered' | 'taken' => (state === 'read' || state === 'delivered' ? state : 'taken')
