// The icon for the state of a delivery, a boat on its route, with its label.
import type { State } from '../../../core/delivery/states.ts'
import { useWords } from '../../words/words.tsx'

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

interface DeliveryIconState {
  tone: 'ok' | 'bad' | 'go' | 'hold' | 'still'
  /** The stop at our end. `lamp`: the email is still there; `hollow`: it was never sent. */
  origin: 'done' | 'lamp' | 'paused' | 'hollow'
  /** Where the confirmed line ends, if there is one. */
  confirmedTo: number | null
  /** Where the dotted line of the remaining way begins, if there is one. */
  remainingFrom: number | null
  /** The lamp of an email on its way. */
  lamp: { at: number; moving: boolean; isUnknown: boolean } | null
  /** The mark where the line is broken. */
  broken: 'cross' | 'slash' | 'bar' | null
  /** The stop at the phone. */
  phone: 'open' | 'arrived' | 'read'
}

const base = { origin: 'done', lamp: null, broken: null, phone: 'open' } as const

/** The stop at the phone is filled only after WhatsApp confirmed delivery. */
export const deliveryIconStates: Record<State, DeliveryIconState> = {
  held: { ...base, tone: 'hold', origin: 'paused', confirmedTo: null, remainingFrom: 13 },
  queued: { ...base, tone: 'still', origin: 'lamp', confirmedTo: null, remainingFrom: 14 },
  sending: { ...base, tone: 'go', confirmedTo: 21, remainingFrom: 37, lamp: { at: 28, moving: true, isUnknown: false } },
  unknown: { ...base, tone: 'hold', confirmedTo: 19, remainingFrom: 36, lamp: { at: 27, moving: false, isUnknown: true } },
  accepted: { ...base, tone: 'go', confirmedTo: 32, remainingFrom: 42.5, lamp: { at: 34, moving: false, isUnknown: false } },
  sent: { ...base, tone: 'go', confirmedTo: 40, remainingFrom: null, lamp: { at: 42, moving: false, isUnknown: false } },
  delivered: { ...base, tone: 'ok', confirmedTo: 48, remainingFrom: null, phone: 'arrived' },
  read: { ...base, tone: 'ok', confirmedTo: 42, remainingFrom: null, phone: 'read' },
  failed: { ...base, tone: 'bad', confirmedTo: 22, remainingFrom: 35, broken: 'cross' },
  cancelled: { ...base, tone: 'still', origin: 'hollow', confirmedTo: null, remainingFrom: 10, broken: 'slash' },
  expired: { ...base, tone: 'bad', origin: 'done', confirmedTo: 22, remainingFrom: 33, broken: 'bar' },
}
