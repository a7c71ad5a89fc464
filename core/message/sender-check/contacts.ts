// Whom a person knows, opened for the mails of a batch: whose domains are themselves, and whom others may imitate before them.
import { brandDomains, brandTargets } from './brands.ts'
import { isFreeMail } from './free-mail.ts'
import { siteOfAddress, siteOfDomain } from './hosts.ts'
import { type KnownSenders, often } from './known.ts'
import type { ImitationTarget } from './near.ts'

export interface Circle {
  /** It is known by many mails, the person's own, a brand's or a provider's, and imitates nobody. */
  isTrusted(domain: string): boolean
  /** Made when first asked for: mail of known senders needs none. */
  targets(): readonly ImitationTarget[]
  names: KnownSenders['names']
  /** Of the addresses that the person's mail comes to. */
  ownDomains: ReadonlySet<string>
}

/** `all`: what is known in each mailbox of the person; `own`: the addresses of these. */
export function openCircle(all: readonly KnownSenders[], own: readonly string[]): Circle {
  const ownDomains = new Set(own.flatMap(address => siteOfAddress(address)?.domain ?? []))
  const known = new Set([...knownDomains(all), ...ownDomains])
  let targets: ImitationTarget[] | null = null
  return {
    isTrusted: domain => known.has(domain) || brandDomains.has(domain) || isFreeMail(domain),
    targets: () => (targets ??= targetsOf(known)),
    names: all.flatMap(({ names }) => names),
    ownDomains,
  }
}

function knownDomains(all: readonly KnownSenders[]): Set<string> {
  const mails = new Map<string, number>()
  for (const { domains } of all) for (const one of domains) mails.set(one.domain, (mails.get(one.domain) ?? 0) + one.mails)
  return new Set([...mails.keys()].filter(domain => (mails.get(domain) ?? 0) >= often))
}

const targetsOf = (known: ReadonlySet<string>): ImitationTarget[] => [
  ...brandTargets,
  ...[...known].flatMap(domain => (brandDomains.has(domain) ? [] : siteOfDomain(domain))),
]
