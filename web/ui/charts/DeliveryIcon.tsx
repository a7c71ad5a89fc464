// The icon for the state of a delivery, a route with a boat, with its label.
import type { State } from '../../../core/delivery/states.ts'
import { useWords } from '../../words/words.tsx'
import { type DeliveryIconState, deliveryIconStates } from './delivery-icon-states.ts'

/** `label` replaces the state's default label where more is known. */
export function DeliveryIcon({ state, label }: { state: State; label?: string }) {
  const t = useWords('ui')
  return (
    <span className="inline-flex items-center gap-2 text-sm">
      <Icon icon={deliveryIconStates[state]} />
      <b>{label ?? t(`state.${state}`)}</b>
    </span>
  )
}

function Icon({ icon }: { icon: DeliveryIconState }) {
  const { tone, confirmedTo, remainingFrom, lamp, broken } = icon
  return (
    <svg className={`crossing crossing-${tone}`} viewBox="0 0 56 14" aria-hidden="true">
      {confirmedTo !== null && <path className="line" d={`M8 7H${confirmedTo}`} />}
      {remainingFrom !== null && <path className="line ahead" d={`M${remainingFrom} 7H46`} />}
      <OriginStop origin={icon.origin} />
      {lamp && <circle className={lamp.moving ? 'lamp moving' : 'lamp'} cx={lamp.at} cy="7" r={lamp.isUnknown ? 5.4 : 4.6} />}
      {lamp?.isUnknown && <path className="on-lamp" d="M25.5 5.6a1.6 1.6 0 1 1 2.4 1.5c-.6.3-.9.6-.9 1.2M27 10.2v.1" />}
      {broken === 'cross' && <path className="line" d="m25 4 6 6m0-6-6 6" />}
      {broken === 'slash' && <path className="line" d="m1.5 11 7-8" />}
      {broken === 'bar' && <path className="line" d="M26.5 3v8" />}
      <PhoneStop phone={icon.phone} />
    </svg>
  )
}

function OriginStop({ origin }: { origin: DeliveryIconState['origin'] }) {
  if (origin === 'lamp') return <circle className="lamp" cx="6" cy="7" r="4.6" />
  if (origin === 'paused')
    return (
      <>
        <circle className="lamp" cx="6" cy="7" r="5" />
        <path className="on-lamp" d="M4.6 5v4M7.4 5v4" />
      </>
    )
  return <circle className={origin === 'done' ? 'stop on' : 'stop'} cx="5" cy="7" r="3.6" />
}

function PhoneStop({ phone }: { phone: DeliveryIconState['phone'] }) {
  if (phone === 'read')
    return (
      <>
        <circle className="stop on" cx="48" cy="7" r="3.6" data-phone={phone} />
        <circle className="ring" cx="48" cy="7" r="6.2" />
      </>
    )
  return <circle className={phone === 'arrived' ? 'stop on' : 'stop'} cx="51" cy="7" r="3.6" data-phone={phone} />
}
