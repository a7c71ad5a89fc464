// Picks a mailbox's settings from the evidence about its address: the best source wins, not the fastest.
import { getDomain } from 'tldts'
import { fillPlaceholders, isHost, type ServerSettings } from './autoconfig.ts'
import { type MailProvider, providerOfDomain, providerOfMx } from './providers/providers.ts'

export interface SrvRecord {
  name: string
  port: number
  priority: number
  weight: number
}

/** The results of lookups about a domain; a failed lookup is empty. */
export interface Evidence {
  /** From the domain itself, by HTTPS. */
  autoconfig: ServerSettings[]
  /** From the public directory. */
  directory: ServerSettings[]
  mx: { exchange: string; priority: number }[]
  imaps: SrvRecord[]
  imap: SrvRecord[]
  /** Hosts from `hostGuesses` that exist, in that order. */
  existingHosts: string[]
}

export interface Discovery {
  settings: ServerSettings | null
  provider: MailProvider | null
  source: 'provider' | 'autoconfig' | 'directory' | 'mx' | 'srv' | 'guess' | null
  /** Nothing proves that the host belongs to the address: the user must confirm it before a password is sent there. */
  mustConfirm: boolean
}

/** From the table alone, without lookups; null if the domain is not in it. */
export function discoverByTable(address: string): Discovery | null {
  const provider = providerOfDomain(domainOf(address))
  return provider && { settings: providerSettings(provider, address), provider, source: 'provider', mustConfirm: false }
}

export function discover(address: string, evidence: Evidence): Discovery {
  const domain = domainOf(address)
  const byMx = evidence.mx.toSorted((a, b) => a.priority - b.priority).flatMap(({ exchange }) => providerOfMx(exchange) ?? [])[0] ?? null
  const candidate = (source: Discovery['source'], settings: ServerSettings | undefined | null, isTrusted: boolean): Discovery | null =>
    settings ? { settings, source, provider: byMx, mustConfirm: !isTrusted && !isSameDomain(settings.host, domain) } : null
  return (
    candidate('autoconfig', evidence.autoconfig[0], true) ??
    candidate('directory', evidence.directory[0], true) ??
    (byMx && { settings: providerSettings(byMx, address), provider: byMx, source: 'mx', mustConfirm: false }) ??
    candidate('srv', fromSrv(evidence, address), false) ??
    candidate('guess', evidence.existingHosts.map(host => toSettings(host, 993, 'tls', address))[0], false) ?? {
      settings: null,
      provider: null,
      source: null,
      mustConfirm: false,
    }
  )
}

/** Hosts to try if there is no other evidence. */
export const hostGuesses = (domain: string): string[] => [`imap.${domain}`, `mail.${domain}`, domain]

export const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** DNS records may lead anywhere; only a host under the same registrable domain belongs to the domain. */
function isSameDomain(host: string, domain: string): boolean {
  const [own, theirs] = [domain, host].map(name => getDomain(name, { allowPrivateDomains: true }))
  return own !== null && own === theirs
}

function providerSettings(provider: MailProvider, address: string): ServerSettings | null {
  if (!provider.imap) return null
  const { host, port, security } = provider.imap
  const username = provider.username === 'localpart' ? address.slice(0, address.lastIndexOf('@')) : address
  return { host: fillPlaceholders(host, address), port, security, username, signIn: provider.signIn }
}

/** Implicit TLS before STARTTLS (RFC 8314 §4.1); a target of "." means that there is no server (RFC 6186 §3.4). */
function fromSrv({ imaps, imap }: Evidence, address: string): ServerSettings | null {
  const best = (records: SrvRecord[]) =>
    records.filter(record => isHost(record.name)).toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)[0]
  const [secure, upgraded] = [best(imaps), best(imap)]
  if (secure) return toSettings(secure.name.toLowerCase(), secure.port, 'tls', address)
  return upgraded ? toSettings(upgraded.name.toLowerCase(), upgraded.port, 'starttls', address) : null
}

const toSettings = (host: string, port: number, security: ServerSettings['security'], address: string): ServerSettings => ({
  host,
  port,
  security,
  username: address,
  signIn: ['password'],
})
