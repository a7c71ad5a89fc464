// Counts the known senders of a mailbox: how often each domain, and each name with its address, has written.
import { z } from 'zod/mini'
import type { MailAddress } from '../view.ts'
import type { SenderBadge } from './badge.ts'
import { parseAddressSite } from './hosts.ts'
import { toNameKey } from './name-key.ts'

/** `day` counts from 1970. `emails` counts up to twenty. */
const countFields = { emails: z.number(), day: z.number() }
export const KnownSenders = z.object({
  domains: z.array(z.object({ domain: z.string(), ...countFields })),
  /** `key` is the normalized name (name-key.ts). */
  names: z.array(z.object({ key: z.string(), address: z.string(), ...countFields })),
})
export type KnownSenders = z.infer<typeof KnownSenders>

export const noKnownSenders: KnownSenders = { domains: [], names: [] }

/** A sender who wrote this often is familiar. */
export const minFamiliarCount = 3
const maxCounted = 20
/** Fully counted senders are saved again only after this many days, so that most emails cost no write. */
const recountAfterDays = 7
export const maxKnownSenders = 200

export interface AssessedSender {
  from: MailAddress | undefined
  sender: SenderBadge
}

/** Counts these emails in; returns the same object if nothing has to be saved. */
export function countSenders(known: KnownSenders, messages: readonly AssessedSender[], day: number): KnownSenders {
  const countable = messages.flatMap(({ from, sender }) => (from && isCountable(sender) ? [from] : []))
  const domains = countable.flatMap(({ address }) => parseAddressSite(address)?.domain ?? [])
  const named = countable.flatMap(({ name, address }) => {
    const key = toNameKey(name)
    return key === null || address.length > maxAddressLength ? [] : [{ key, address }]
  })
  const next = {
    domains: addCounts(
      known.domains,
      domains.map(domain => ({ domain })),
      ({ domain }) => domain,
      day,
    ),
    names: addCounts(known.names, named, ({ key, address }) => `${key} ${address}`, day),
  }
  return next.domains === known.domains && next.names === known.names ? known : next
}

const maxAddressLength = 254

/** Imitators never become known, however often they write; a known name at a new address may be the same person. */
const isCountable = ({ badge, reasons }: SenderBadge): boolean =>
  badge !== 'warning' || reasons.every(({ kind }) => kind === 'name_known' || kind === 'first_time')

interface Counted {
  emails: number
  day: number
}

function addCounts<T extends object>(before: (T & Counted)[], observed: T[], toKey: (one: T) => string, day: number): (T & Counted)[] {
  const all = new Map(before.map(one => [toKey(one), one]))
  let isUnchanged = true
  for (const one of observed) {
    const entry = all.get(toKey(one)) ?? { ...one, emails: 0, day }
    if (entry.emails >= maxCounted && day - entry.day < recountAfterDays) continue
    all.set(toKey(one), { ...entry, emails: Math.min(entry.emails + 1, maxCounted), day: Math.max(entry.day, day) })
    isUnchanged = false
  }
  return isUnchanged ? before : [...all.values()].toSorted((a, b) => b.emails - a.emails || b.day - a.day).slice(0, maxKnownSenders)
}
