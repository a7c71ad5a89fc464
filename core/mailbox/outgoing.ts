// Picks the SMTP settings of a mailbox from the evidence about its address: the best wins, as for IMAP.
import { getDomain } from 'tldts'
import { isHost, type ServerSettings } from './autoconfig.ts'
import { domainOf, type SrvRecord } from './discovery.ts'
import { outgoingOf, type SmtpServer } from './providers/outgoing.ts'
import { providerOfMailbox, providerOfMx } from './providers/providers.ts'

/** What was asked about a domain; an answer that did not come is empty. */
export interface OutgoingEvidence {
  /** From the domain itself by https. */
  autoconfig: ServerSettings[]
  /** From the public directory. */
  directory: ServerSettings[]
  mx: { exchange: string; priority: number }[]
  submissions: SrvRecord[]
  submission: SrvRecord[]
  /** A host among those that `outgoingGuesses` names which greeted us as an SMTP server. */
  greeted: SmtpServer | null
}

export type OutgoingSource = 'provider' | 'autoconfig' | 'directory' | 'mx' | 'srv' | 'guess'

export interface OutgoingFound extends SmtpServer {
  username: string
  source: OutgoingSource
  /** Nothing proves that the host belongs to the address or to its way in: its person has to say so first. */
  mustConfirm: boolean
}

/** Of the mailbox: its address, and how it is read. */
export interface IncomingSettings {
  address: string
  host: string
  username: string
}

/** By the table alone, without asking anybody. */
export function outgoingByTable({ address, host, username }: IncomingSettings): OutgoingFound | null {
  const provider = providerOfMailbox(address, host)
  const place = provider && outgoingOf(provider, address)
  return place ? { ...place, username, source: 'provider', mustConfirm: false } : null
}

export function discoverOutgoing(incoming: IncomingSettings, evidence: OutgoingEvidence): OutgoingFound | null {
  const { address, username } = incoming
  const [published] = evidence.autoconfig
  if (published) return { ...placeOf(published), username: published.username, source: 'autoconfig', mustConfirm: false }
  const [listed] = evidence.directory
  if (listed) return { ...placeOf(listed), username: listed.username, source: 'directory', mustConfirm: false }
  const byMx = evidence.mx.toSorted((a, b) => a.priority - b.priority).flatMap(({ exchange }) => providerOfMx(exchange) ?? [])[0]
  const place = byMx ? outgoingOf(byMx, address) : null
  if (place) return { ...place, username, source: 'mx', mustConfirm: false }
  const bySrv = srvOf(evidence)
  if (bySrv) return { ...bySrv, username, source: 'srv', mustConfirm: !isNear(bySrv.host, incoming) }
  return evidence.greeted && { ...evidence.greeted, username, source: 'guess', mustConfirm: !isNear(evidence.greeted.host, incoming) }
}

/** Where an SMTP server may be when nobody says so, the likeliest first. */
export function outgoingGuesses({ address, host }: IncomingSettings): SmtpServer[] {
  const domain = domainOf(address)
  const hosts = [host.replace(/^imap\./, 'smtp.'), `smtp.${domain}`, host, `mail.${domain}`]
  return [...new Set(hosts)].flatMap(one => [
    { host: one, port: 465, security: 'tls' as const },
    { host: one, port: 587, security: 'starttls' as const },
  ])
}

const placeOf = ({ host, port, security }: ServerSettings): SmtpServer => ({ host, port, security })

/** RFC 8314 §5.1 before RFC 6186 §3.1; some publish the port of implicit TLS under the older name. */
function srvOf({ submissions, submission }: OutgoingEvidence): SmtpServer | null {
  const best = (records: SrvRecord[]) =>
    records.filter(record => isHost(record.name)).toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)[0]
  const [secure, upgraded] = [best(submissions), best(submission)]
  if (secure) return { host: secure.name.toLowerCase(), port: secure.port, security: 'tls' }
  if (!upgraded) return null
  return { host: upgraded.name.toLowerCase(), port: upgraded.port, security: upgraded.port === 465 ? 'tls' : 'starttls' }
}

/** Under the domain of the address, or of the host that the person gave their password to. */
function isNear(host: string, incoming: IncomingSettings): boolean {
  if (host === incoming.host.toLowerCase()) return true
  const own = (name: string) => getDomain(name, { allowPrivateDomains: true })
  const theirs = own(host)
  return theirs !== null && (theirs === own(domainOf(incoming.address)) || theirs === own(incoming.host))
}
