// Decides what a phone may do beyond receiving; its owner sets this on screen, never from the phone.
import { z } from 'zod/mini'

/** Each includes those before it. */
export const Rights = z.enum(['read', 'act', 'reply'])
export type Rights = z.infer<typeof Rights>

/** Every command of a phone and the rights it requires. */
const requiredRights = {
  more: 'read',
  attachments: 'read',
  why: 'read',
  forward_again: 'read',
  acknowledge: 'read',
  pause: 'read',
  stop: 'read',
  start: 'read',
  help: 'read',
  // What has not been sent yet may always be undone.
  undo: 'read',
  archive: 'act',
  mark_read: 'act',
  snooze: 'act',
  mute_sender: 'act',
  reply: 'reply',
  rsvp: 'reply',
  // A filter could forward everything to the phone, so this requires the owner's full trust.
  make_filter: 'reply',
} as const satisfies Record<string, Rights>

export type Command = keyof typeof requiredRights
/** @internal */
export const commands = Object.keys(requiredRights).filter((name): name is Command => name in requiredRights)

export interface PhoneAccess {
  /** `pending`: never linked, or its number has a new owner. */
  state: 'pending' | 'linked' | 'stopped' | 'unreachable'
  rights: Rights
}

/** `missing`: the rights its owner would have to grant. */
export type Permission = 'yes' | 'not_linked' | 'stopped' | { missing: Rights }

const whileStopped: readonly Command[] = ['start', 'stop', 'help', 'undo']

export function mayDo({ state, rights }: PhoneAccess, command: Command): Permission {
  if (state === 'pending') return 'not_linked'
  if (state === 'stopped' && !whileStopped.includes(command)) return 'stopped'
  const required = requiredRights[command]
  return Rights.options.indexOf(rights) >= Rights.options.indexOf(required) ? 'yes' : { missing: required }
}

/** For a phone that receives for several users: any of them may allow it. Null if it is allowed, or no owner could allow it. */
export function missingRights(phones: readonly PhoneAccess[], command: Command): Rights | null {
  const permissions = phones.map(phone => mayDo(phone, command))
  if (permissions.includes('yes')) return null
  return permissions.flatMap(permission => (typeof permission === 'object' ? [permission.missing] : []))[0] ?? null
}

/** Facts that show whose phone a newly linked one is. */
export interface NewPhone {
  /** Digits without a plus; null if WhatsApp hides it. */
  number: string | null
  /** The owner's own number, verified by a code; null if none is. */
  ownNumber: string | null
  /** This user has never linked a phone before. */
  isFirst: boolean
}

/** The owner's own phone may do everything: the one with their verified number or, without one, the first they link. */
export function firstRights({ number, ownNumber, isFirst }: NewPhone): Rights {
  if (ownNumber !== null) return number === ownNumber ? 'reply' : 'read'
  return isFirst ? 'reply' : 'read'
}
