// What is known of the senders of one mailbox: which domains, and which names with which address, wrote how often.
import { z } from 'zod/mini'
import type { MailAddress } from '../view.ts'
import type { SenderBadge } from './badge.ts'
import { siteOfAddress } from './hosts.ts'
import { nameKey } from './name-key.ts'

/** Days since 1970. `mails` counts to twenty. */
const counted = { mails: z.number(), day: z.number() }
export const KnownSenders = z.object({
  domains: z.array(z.object({ domain: z.string(), ...counted })),
  /** `key` is the name as it is compared (name-key.ts). */
  names: z.array(z.object({ key: z.string(), address: z.string(), ...counted })),
})
export type KnownSenders = z.infer<typeof KnownSenders>

export const nobody: KnownSenders = { domains: [], names: [] }

/** Who wrote so often is known to the person. */
export const often = 3
/** What more is not worth writing down. */
const mostCounted = 20
/** Known senders are noted again after so many days, so that a mail costs no write as a rule. */
const restDays = 7
export const mostKnown = 200

export interface Noted {
  from: MailAddress | undefined
  sender: SenderBadge
}

/** `known` with these mails counted; the same object where nothing has to be written. */
export function countSenders(known: KnownSenders, mails: readonly Noted[], day: number): KnownSenders {
  const counts = mails.flatMap(({ from, sender }) => (from && mayCount(sender) ? [from] : []))
  const domains = counts.flatMap(({ address }) => siteOfAddress(address)?.domain ?? [])
  const named = counts.flatMap(({ name, address }) => {
    const key = nameKey(name)
    return key === null || address.length > longestAddress ? [] : [{ key, address }]
  })
  const next = {
    domains: add(
      known.domains,
      domains.map(domain => ({ domain })),
      ({ domain }) => domain,
      day,
    ),
    names: add(known.names, named, ({ key, address }) => `${key} ${address}`, day),
  }
  return next.domains === known.domains && next.names === known.names ? known : next
}

const longestAddress = 254

/** Who looks like another makes themselves known by no number of mails; a known name at a new address may be that person's own. */
const mayCount = ({ badge, reasons }: SenderBadge): boolean =>
  badge !== 'warning' || reasons.every(({ kind }) => kind === 'name_known' || kind === 'first_time')

interface Counted {
  mails: number
  day: number
}

function add<T extends object>(before: (T & Counted)[], came: T[], keyOf: (one: T) => string, day: number): (T & Counted)[] {
  const all = new Map(before.map(one => [keyOf(one), one]))
  let isSame = true
  for (const one of came) {
    const now = all.get(keyOf(one)) ?? { ...one, mails: 0, day }
    if (now.mails >= mostCounted && day - now.day < restDays) continue
    all.set(keyOf(one), { ...now, mails: Math.min(now.mails + 1, mostCounted), day: Math.max(now.day, day) })
    isSame = false
  }
  return isSame ? before : [...all.values()].toSorted((a, b) => b.mails - a.mails || b.day - a.day).slice(0, mostKnown)
}
