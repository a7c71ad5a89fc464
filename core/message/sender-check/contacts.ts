// Prepares a user's known senders for a batch of emails: trusted domains, and domains that others may imitate.
import { brandDomains, brandTargets } from './brands.ts'
import { isFreeMail } from './free-mail.ts'
import { parseAddressSite, parseRegisteredDomain } from './hosts.ts'
import { type KnownSenders, minFamiliarCount } from './known-senders.ts'
import type { ImitationTarget } from './near.ts'

export interface SenderContacts {
  /** A familiar domain, the user's own, a brand's or a mail provider's. */
  isTrusted(domain: string): boolean
  /** Computed lazily: email from known senders does not need them. */
  targets(): readonly ImitationTarget[]
  names: KnownSenders['names']
  /** Domains of the user's mailboxes. */
  ownDomains: ReadonlySet<string>
}

/** `all`: the known senders of each of the user's mailboxes; `own`: the addresses of those mailboxes. */
export function buildContacts(all: readonly KnownSenders[], own: readonly string[]): SenderContacts {
  const ownDomains = new Set(own.flatMap(address => parseAddressSite(address)?.domain ?? []))
  const familiar = new Set([...findFamiliarDomains(all), ...ownDomains])
  let targets: ImitationTarget[] | null = null
  return {
    isTrusted: domain => familiar.has(domain) || brandDomains.has(domain) || isFreeMail(domain),
    targets: () => (targets ??= listTargets(familiar)),
    names: all.flatMap(({ names }) => names),
    ownDomains,
  }
}

function findFamiliarDomains(all: readonly KnownSenders[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { domains } of all) for (const one of domains) counts.set(one.domain, (counts.get(one.domain) ?? 0) + one.emails)
  return new Set([...counts.keys()].filter(domain => (counts.get(domain) ?? 0) >= minFamiliarCount))
}

const listTargets = (familiar: ReadonlySet<string>): ImitationTarget[] => [
  ...brandTargets,
  ...[...familiar].flatMap(domain => (brandDomains.has(domain) ? [] : parseRegisteredDomain(domain))),
]
