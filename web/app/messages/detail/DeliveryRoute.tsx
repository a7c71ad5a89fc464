// The timeline of a delivery to one phone, to the second, with upcoming steps and failures.
import type { Delivery } from '../../../../core/api/delivery.ts'
import type { MessageDetail } from '../../../../core/api/ledger.ts'
import type { State } from '../../../../core/delivery/states.ts'
import { Timeline } from '../../../ui/charts/Timeline.tsx'
import { Address } from '../../../ui/text/Address.tsx'
import { formatHour } from '../../../ui/text/Ago.tsx'
import { Rich } from '../../../ui/text/Rich.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { type RouteStop, routeStops } from './route-stops.ts'

interface DeliveryRouteProps {
  message: MessageDetail
  delivery: Delivery | null
  now: Date
  label: string
}

export function DeliveryRoute({ message, delivery, now, label }: DeliveryRouteProps) {
  const stops = routeStops(message, delivery)
  return (
    <Timeline
      label={label}
      steps={stops.map(stop => ({
        key: `${stop.key} ${stop.carrier?.id ?? ''}`,
        kind: stop.kind,
        at: stop.at,
        text: <StopText stop={stop} message={message} delivery={delivery} now={now} />,
      }))}
    />
  )
}

function StopText({ stop, message, delivery, now }: { stop: RouteStop } & Omit<DeliveryRouteProps, 'label'>) {
  const t = useWords('forwarded')
  const { key, time } = useStopTime(stop, delivery, now)
  const { carrier } = stop
  const text = t(`stop.${key}`, {
    filter: delivery?.filterName ?? '',
    phone: delivery?.destinationName || t('phone.none'),
    others: (carrier?.messageCount ?? 1) - 1,
    time,
  })
  return (
    <>
      <span className={stop.kind === 'ahead' ? 'text-ink-2' : undefined}>
        <Rich text={text} tags={{ mailbox: () => <Address address={message.mailboxAddress} /> }} />
      </span>
      {stop.key === 'announced' && carrier && (
        <span className="mt-0.5 block text-ink-2">{t(`announced.${announcementProgress(carrier.state)}`)}</span>
      )}
      {stop.reason && <span className={`mt-0.5 block ${stop.kind === 'failed' ? 'text-danger' : 'text-ink-2'}`}>{stop.reason}</span>}
    </>
  )
}

/** A stop that lasts until a future time names that time; one whose time has passed does not. */
function useStopTime({ key }: RouteStop, delivery: Delivery | null, now: Date): { key: RouteStop['key'] | 'queuedUntil'; time: string } {
  const language = useLanguage()
  const until = key === 'queued' ? delivery?.dueAt : key === 'heldUntil' ? delivery?.waitUntil : null
  const isAhead = until && new Date(until) > now
  if (!isAhead) return { key: key === 'heldUntil' ? 'held' : key, time: '' }
  return { key: key === 'queued' ? 'queuedUntil' : key, time: formatHour(new Date(until), now, language) }
}

/** The last confirmed status of an announcement. */
const announcementProgress = (state: State): 'read' | 'delivered' | 'taken' => (state === 'read' || state === 'delivered' ? state : 'taken')
