// The way of a mail to one phone as a route: to the second, with what is still ahead and where it failed.
import type { Delivery } from '../../core/api/delivery.ts'
import type { MessageDetail } from '../../core/api/ledger.ts'
import { Address } from '../ui/Address.tsx'
import { useAgo } from '../ui/Ago.tsx'
import { Rich } from '../ui/Rich.tsx'
import { Route } from '../ui/Route.tsx'
import { useWords } from '../words.tsx'
import { type CrossingStop, stopsOf } from './stops.ts'

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
        key: stop.word,
        kind: stop.kind,
        at: stop.at,
        text: <StopText stop={stop} message={message} delivery={delivery} now={now} />,
      }))}
    />
  )
}

function StopText({ stop, message, delivery, now }: { stop: CrossingStop } & Omit<CrossingRouteProps, 'label'>) {
  const t = useWords('forwarded')
  const ago = useAgo()
  const dueAt = delivery?.dueAt
  const isDue = stop.word === 'queued' && dueAt && new Date(dueAt) > now
  const words = t(isDue ? 'stop.queuedUntil' : `stop.${stop.word}`, {
    filter: delivery?.filterName ?? '',
    phone: delivery?.destinationName || t('phone.none'),
    time: isDue ? ago(dueAt, new Date(dueAt)) : '',
  })
  return (
    <>
      <span className={stop.kind === 'ahead' ? 'text-ink-2' : undefined}>
        <Rich text={words} tags={{ mailbox: () => <Address of={message.mailboxAddress} /> }} />
      </span>
      {stop.reason && <span className={`mt-0.5 block ${stop.kind === 'failed' ? 'text-danger' : 'text-ink-2'}`}>{stop.reason}</span>}
    </>
  )
}
