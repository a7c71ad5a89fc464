// Reads a mailbox's settings for sending: saved ones, or discovered from its address the first time.
import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { ImapSettings } from '../../../core/api/mail.ts'
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { readAutoconfig, type ServerSettings } from '../../../core/mailbox/autoconfig.ts'
import { domainOf } from '../../../core/mailbox/discovery.ts'
import {
  discoverOutgoing,
  type IncomingSettings,
  type OutgoingEvidence,
  type OutgoingFound,
  outgoingByTable,
  outgoingGuesses,
} from '../../../core/mailbox/outgoing.ts'
import type { SmtpServer } from '../../../core/mailbox/providers/outgoing.ts'
import type { Dns, Outside } from '../../foundation/outside.ts'
import type { ImapDeps } from '../imap/connect.ts'
import { type AccessDeps, toImapDeps } from '../mailboxes/access.ts'
import type { MailboxRow } from '../mailboxes/store.ts'
import { readOutgoing, saveOutgoing } from './store.ts'
import { openSmtp } from './submit.ts'

export interface OutgoingRouteDeps extends AccessDeps {
  /** Null where only our own table is consulted. */
  dns: Dns | null
  now(): Date
}

export interface OutgoingRoute {
  settings: OutgoingSettings
  /** The user has to confirm these settings before anything is sent. */
  mustConfirm: boolean
}

const lookupTimeoutMs = 5000
const greetingTimeoutMs = 3000
const autoconfigDirectory = 'https://autoconfig.thunderbird.net/v1.1/'

/** Null when nothing is found; settings found with certainty are saved. */
export async function findRoute(deps: OutgoingRouteDeps, mailbox: MailboxRow): Promise<OutgoingRoute | null> {
  const { user_id: userId, id, address } = mailbox
  const kept = await readOutgoing(deps.db, userId, id)
  if (kept.settings) return { settings: kept.settings, mustConfirm: false }
  const imap = ImapSettings.safeParse(mailbox.settings)
  if (mailbox.kind !== 'imap' || !imap.success) return null
  const incoming: IncomingSettings = { address, host: imap.data.host, username: imap.data.username }
  const found = outgoingByTable(incoming) ?? discoverOutgoing(incoming, await findEvidence(deps, toImapDeps(deps), incoming))
  if (!found) return null
  const settings = settingsOf(found, imap.data)
  if (!found.mustConfirm) await saveOutgoing(deps.db, userId, id, { settings, source: found.source }, deps.now())
  return { settings, mustConfirm: found.mustConfirm }
}

/** The same host presents the same certificate, so trust for reading extends to sending. */
function settingsOf({ host, port, security, username }: OutgoingFound, imap: ImapSettings): OutgoingSettings {
  const isSame = imap.fingerprint !== undefined && host.toLowerCase() === imap.host.toLowerCase()
  return { host, port, security, username, ...(isSame && { fingerprint: imap.fingerprint }) }
}

async function findEvidence(
  { outside, dns }: OutgoingRouteDeps,
  imapDeps: ImapDeps,
  incoming: IncomingSettings,
): Promise<OutgoingEvidence> {
  const domain = domainToASCII(domainOf(incoming.address))
  const nothing = { autoconfig: [], directory: [], mx: [], submissions: [], submission: [] }
  if (!dns || !getDomain(domain)) return { ...nothing, greeted: null }
  const file = (url: string) => readFile(outside, url, incoming.address)
  const [own, wellKnown, listed, mx, submissions, submission] = await Promise.all([
    file(`https://autoconfig.${domain}/mail/config-v1.1.xml`),
    file(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`),
    file(autoconfigDirectory + domain),
    dns.mx(domain),
    dns.srv(`_submissions._tcp.${domain}`),
    dns.srv(`_submission._tcp.${domain}`),
  ])
  const known = { autoconfig: [...own, ...wellKnown], directory: listed, mx, submissions, submission }
  return { ...known, greeted: await firstGreeting(imapDeps, outgoingGuesses(incoming)) }
}

async function readFile(outside: Outside, url: string, address: string): Promise<ServerSettings[]> {
  const answer = await outside.request({ method: 'GET', url, timeoutMs: lookupTimeoutMs }).catch(() => null)
  return answer?.status === 200 ? readAutoconfig(answer.body.toString('utf8'), address, 'smtp') : []
}

/** Sends no password: only finds out whether an SMTP server answers with a certificate for that name. */
async function firstGreeting(imapDeps: ImapDeps, servers: SmtpServer[]): Promise<SmtpServer | null> {
  const greeted = await Promise.all(
    servers.map(place =>
      openSmtp(imapDeps, { ...place, username: '' }, null, greetingTimeoutMs).then(
        session => {
          session.close()
          return place
        },
        () => null,
      ),
    ),
  )
  return greeted.find(place => place !== null) ?? null
}
