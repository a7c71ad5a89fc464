// Picks a mailbox's SMTP settings from the evidence about its address: the best source wins, as for IMAP.
import { getDomain } from 'tldts'
import { isHost, type ServerSettings } from './autoconfig.ts'
import { domainOf, type SrvRecord } from './discovery.ts'
import { findSmtpServer, type SmtpServer } from './providers/outgoing.ts'
import { providerOfMailbox, providerOfMx } from './providers/providers.ts'

/** The results of lookups about a domain; a failed lookup is empty. */
export interface OutgoingEvidence {
  /** From the domain itself, by HTTPS. */
  autoconfig: ServerSettings[]
  /** From the public directory. */
  directory: ServerSettings[]
  mx: { exchange: string; priority: number }[]
  submissions: SrvRecord[]
  submission: SrvRecord[]
  /** The first of `outgoingGuesses` that responded as an SMTP server. */
  greeted: SmtpServer | null
}

export type OutgoingSource = 'provider' | 'autoconfig' | 'directory' | 'mx' | 'srv' | 'guess'

export interface OutgoingFound extends SmtpServer {
  username: string
  source: OutgoingSource
  /** Nothing proves that the host belongs to the address or its IMAP host: the user must confirm it first. */
  mustConfirm: boolean
}

/** How the mailbox is read. */
export interface IncomingSettings {
  address: string
  host: string
  username: string
}

/** From the table alone, without lookups. */
export function outgoingByTable({ address, host, username }: IncomingSettings): OutgoingFound | null {
  const provider = providerOfMailbox(address, host)
  const server = provider && findSmtpServer(provider, address)
  return server ? { ...server, username, source: 'provider', mustConfirm: false } : null
}

export function discoverOutgoing(incoming: IncomingSettings, evidence: OutgoingEvidence): OutgoingFound | null {
  const { address, username } = incoming
  const [published] = evidence.autoconfig
  if (published) return { ...toServer(published), username: published.username, source: 'autoconfig', mustConfirm: false }
  const [listed] = evidence.directory
  if (listed) return { ...toServer(listed), username: listed.username, source: 'directory', mustConfirm: false }
  const byMx = evidence.mx.toSorted((a, b) => a.priority - b.priority).flatMap(({ exchange }) => providerOfMx(exchange) ?? [])[0]
  const server = byMx ? findSmtpServer(byMx, address) : null
  if (server) return { ...server, username, source: 'mx', mustConfirm: false }
  const bySrv = pickSrv(evidence)
  if (bySrv) return { ...bySrv, username, source: 'srv', mustConfirm: !isRelated(bySrv.host, incoming) }
  return evidence.greeted && { ...evidence.greeted, username, source: 'guess', mustConfirm: !isRelated(evidence.greeted.host, incoming) }
}

/** SMTP servers to try if there is no other evidence, most likely first. */
export function outgoingGuesses({ address, host }: IncomingSettings): SmtpServer[] {
  const domain = domainOf(address)
  const hosts = [host.replace(/^imap\./, 'smtp.'), `smtp.${domain}`, host, `mail.${domain}`]
  return [...new Set(hosts)].flatMap(name => [
    { host: name, port: 465, security: 'tls' as const },
    { host: name, port: 587, security: 'starttls' as const },
  ])
}

const toServer = ({ host, port, security }: ServerSettings): SmtpServer => ({ host, port, security })

/** RFC 8314 §5.1 before RFC 6186 §3.1; some domains publish the implicit TLS port under the older name. */
function pickSrv({ submissions, submission }: OutgoingEvidence): SmtpServer | null {
  const best = (records: SrvRecord[]) =>
    records.filter(record => isHost(record.name)).toSorted((a, b) => a.priority - b.priority || b.weight - a.weight)[0]
  const [secure, upgraded] = [best(submissions), best(submission)]
  if (secure) return { host: secure.name.toLowerCase(), port: secure.port, security: 'tls' }
  if (!upgraded) return null
  return { host: upgraded.name.toLowerCase(), port: upgraded.port, security: upgraded.port === 465 ? 'tls' : 'starttls' }
}

/** Under the domain of the address, or of the host that the user trusts with their password. */
function isRelated(host: string, incoming: IncomingSettings): boolean {
  if (host === incoming.host.toLowerCase()) return true
  const own = (name: string) => getDomain(name, { allowPrivateDomains: true })
  const theirs = own(host)
  return theirs !== null && (theirs === own(domainOf(incoming.address)) || theirs === own(incoming.host))
}
