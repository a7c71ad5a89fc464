// How the delivery icon draws each state; the far end is filled only after WhatsApp confirmed delivery.
import type { State } from '../../../core/delivery/states.ts'

export interface Crossing {
  tone: 'ok' | 'bad' | 'go' | 'hold' | 'still'
  /** The near stop: ours. `lamp`: the email is still there; `hollow`: it never left. */
  near: 'done' | 'lamp' | 'paused' | 'hollow'
  /** Where the proven line ends, if it has begun. */
  provenTo: number | null
  /** Where the dotted line begins, if anything is still ahead. */
  aheadFrom: number | null
  /** The lamp on the water. */
  boat: { at: number; moving: boolean; asks: boolean } | null
  /** What broke the line. */
  broken: 'cross' | 'slash' | 'bar' | null
  /** The far stop: the phone. */
  far: 'open' | 'arrived' | 'read'
}

const ahead = { near: 'done', boat: null, broken: null, far: 'open' } as const

export const crossings: Record<State, Crossing> = {
  held: { ...ahead, tone: 'hold', near: 'paused', provenTo: null, aheadFrom: 13 },
  queued: { ...ahead, tone: 'still', near: 'lamp', provenTo: null, aheadFrom: 14 },
  sending: { ...ahead, tone: 'go', provenTo: 21, aheadFrom: 37, boat: { at: 28, moving: true, asks: false } },
  unknown: { ...ahead, tone: 'hold', provenTo: 19, aheadFrom: 36, boat: { at: 27, moving: false, asks: true } },
  accepted: { ...ahead, tone: 'go', provenTo: 32, aheadFrom: 42.5, boat: { at: 34, moving: false, asks: false } },
  sent: { ...ahead, tone: 'go', provenTo: 40, aheadFrom: null, boat: { at: 42, moving: false, asks: false } },
  delivered: { ...ahead, tone: 'ok', provenTo: 48, aheadFrom: null, far: 'arrived' },
  read: { ...ahead, tone: 'ok', provenTo: 42, aheadFrom: null, far: 'read' },
  failed: { ...ahead, tone: 'bad', provenTo: 22, aheadFrom: 35, broken: 'cross' },
  cancelled: { ...ahead, tone: 'still', near: 'hollow', provenTo: null, aheadFrom: 10, broken: 'slash' },
  expired: { ...ahead, tone: 'bad', near: 'done', provenTo: 22, aheadFrom: 33, broken: 'bar' },
}
