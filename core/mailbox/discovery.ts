// Picks the settings of a mailbox from the evidence about its address: the best wins, not the fastest.
import { getDomain } from 'tldts'
import { fill, isHost, type ServerSettings } from './autoconfig.ts'
import { type MailProvider, providerOfDomain, providerOfMx } from './providers/providers.ts'

export interface SrvRecord {
  name: string
  port: number
  priority: number
  weight: number
}

/** What was asked about a domain; an answer that did not come is empty. */
export interface Evidence {
  /** From the domain itself by https. */
  autoconfig: ServerSettings[]
  /** From the public directory. */
  directory: ServerSettings[]
  mx: { exchange: string; priority: number }[]
  imaps: SrvRecord[]
  imap: SrvRecord[]
  /** Hosts with an address among those that `guesses` names, in that order. */
  there: string[]
}

export interface Discovery {
  settings: ServerSettings | null
  provider: MailProvider | null
  source: 'provider' | 'autoconfig' | 'directory' | 'mx' | 'srv' | 'guess' | null
  /** Nothing proves that the host belongs to the address: its person has to say so before a password is sent there. */
  mustConfirm: boolean
}

/** By the table alone, without asking anybody; null when the domain is not in it. */
export function discoverByTable(address: string): Discovery | null {
  const provider = providerOfDomain(domainOf(address))
  return provider && { settings: settingsAt(provider, address), provider, source: 'provider', mustConfirm: false }
}

export function discover(address: string, evidence: Evidence): Discovery {
  const domain = domainOf(address)
  const byMx = evidence.mx.toSorted((a, b) => a.priority - b.priority).flatMap(({ exchange }) => providerOfMx(exchange) ?? [])[0] ?? null
  const found = (source: Discovery['source'], settings: ServerSettings | undefined | null, isTrusted: boolean): Discovery | null =>
    settings ? { settings, source, provider: byMx, mustConfirm: !isTrusted && !isOwn(settings.host, domain) } : null
  return (
    found('autoconfig', evidence.autoconfig[0], true) ??
    found('directory', evidence.directory[0], true) ??
    (byMx && { settings: settingsAt(byMx, address), provider: byMx, source: 'mx', mustConfirm: false }) ??
    found('srv', bySrv(evidence, address), false) ??
    found('guess', evidence.there.map(host => plainSettings(host, 993, 'tls', address))[0], false) ?? {
      settings: null,
      provider: null,
      source: null,
      mustConfirm: false,
    }
  )
}

/** Where a mail server may be when nobody says so. */
export const guesses = (domain: string): string[] => [`imap.${domain}`, `mail.${domain}`, domain]

export const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** Anybody may publish records that lead elsewhere; a host under the same registrable domain is the domain's own. */
function isOwn(host: string, domain: string): boolean {
  const [own, theirs] = [domain, host].map(name => getDomain(name, { allowPrivateDomains: true }))
  return own !== null && own === theirs
}

function settingsAt(provider: MailProvider, address: string): ServerSettings | null {
  if (!provider.imap) return null
  const { host, port, security } = provider.imap
  const username = provider.username === 'localpart' ? address.slice(0, address.lastIndexOf('@')) : address
  return { host: fill(host, address), port, security, username, signIn: provider.signIn }
}

/** Implicit TLS before STARTTLS (RFC 8314 §4.1); a target of "." says that there is none (RFC 6186 §3.4). */
function bySrv({ imaps, imap }: Evidence, address: string): ServerSettings | null {
  const best = (records: SrvRecord[]) =>
    records.filter(record => isHost(record.name)).toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)[0]
  const [secure, upgraded] = [best(imaps), best(imap)]
  if (secure) return plainSettings(secure.name.toLowerCase(), secure.port, 'tls', address)
  return upgraded ? plainSettings(upgraded.name.toLowerCase(), upgraded.port, 'starttls', address) : null
}

const plainSettings = (host: string, port: number, security: ServerSettings['security'], address: string): ServerSettings => ({
  host,
  port,
  security,
  username: address,
  signIn: ['password'],
})
