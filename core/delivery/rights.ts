// What a phone may do beyond receiving: set by its owner on screen, never from the phone.
import { z } from 'zod/mini'

/** Each holds those before it. */
export const Rights = z.enum(['read', 'act', 'reply'])
export type Rights = z.infer<typeof Rights>

/** All that can be asked for on a phone, and the least that is needed for it. */
const needs = {
  more: 'read',
  attachments: 'read',
  why: 'read',
  forward_again: 'read',
  acknowledge: 'read',
  pause: 'read',
  stop: 'read',
  start: 'read',
  help: 'read',
  // What has not left yet may be taken back whatever was allowed meanwhile.
  undo: 'read',
  archive: 'act',
  mark_read: 'act',
  snooze: 'act',
  mute_sender: 'act',
  reply: 'reply',
  rsvp: 'reply',
  // One that forwards everything would let a phone read what it was never meant to: that takes its owner's own.
  make_filter: 'reply',
} as const satisfies Record<string, Rights>

export type Command = keyof typeof needs
/** @internal */
export const commands = Object.keys(needs).filter((name): name is Command => name in needs)

export interface Asking {
  /** `pending`: it was never linked, or its number has a new owner. */
  state: 'pending' | 'linked' | 'stopped' | 'unreachable'
  rights: Rights
}

/** `lacks`: its owner can allow it, with these rights at least. */
export type May = 'yes' | 'not_linked' | 'stopped' | { lacks: Rights }

const whileStopped: readonly Command[] = ['start', 'stop', 'help', 'undo']

export function mayDo({ state, rights }: Asking, command: Command): May {
  if (state === 'pending') return 'not_linked'
  if (state === 'stopped' && !whileStopped.includes(command)) return 'stopped'
  const least = needs[command]
  return Rights.options.indexOf(rights) >= Rights.options.indexOf(least) ? 'yes' : { lacks: least }
}

/** What one that receives for several people may do: what any of them allows. Null where nothing is in the way that an owner could take away. */
export function lackOf(phones: readonly Asking[], command: Command): Rights | null {
  const mays = phones.map(phone => mayDo(phone, command))
  if (mays.includes('yes')) return null
  return mays.flatMap(may => (typeof may === 'object' ? [may.lacks] : []))[0] ?? null
}

/** Whose phone a newly linked one seems to be. */
export interface Linking {
  /** Digits without a plus; null where the messenger hides it. */
  number: string | null
  /** The owner's own, proven by a code; null where none is. */
  ownNumber: string | null
  /** No other phone of this person has ever been linked, nor this one. */
  isFirst: boolean
}

/** The owner's own phone may do everything: the one of their proven number, or, where none is proven, the first that they link. */
export function firstRights({ number, ownNumber, isFirst }: Linking): Rights {
  if (ownNumber !== null) return number === ownNumber ? 'reply' : 'read'
  return isFirst ? 'reply' : 'read'
}
