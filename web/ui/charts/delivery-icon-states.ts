// The drawing of each delivery state; the stop at the phone is filled only after WhatsApp confirmed delivery.
import type { State } from '../../../core/delivery/states.ts'

export interface DeliveryIconState {
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
