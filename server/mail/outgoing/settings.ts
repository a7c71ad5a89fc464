// How a mailbox sends: saved settings, or discovered from its address the first time.
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
import type { ImapDoor } from '../imap/connect.ts'
import { type AccessDeps, doorOf } from '../mailboxes/access.ts'
import type { KeptMailbox } from '../mailboxes/store.ts'
import { readOutgoing, saveOutgoing } from './store.ts'
import { openSmtp } from './submit.ts'

export interface OutgoingDoors extends AccessDeps {
  /** Null where nobody but our own table is asked. */
  dns: Dns | null
  now(): Date
}

export interface OutgoingRoute {
  settings: OutgoingSettings
  /** Nothing is sent this way before its person has saved it. */
  mustConfirm: boolean
}

const lookMs = 5000
const greetMs = 3000
const directory = 'https://autoconfig.thunderbird.net/v1.1/'

/** Null where nobody knows; what is found beyond doubt is kept. */
export async function wayOut(deps: OutgoingDoors, mailbox: KeptMailbox): Promise<OutgoingRoute | null> {
  const { user_id: userId, id, address } = mailbox
  const kept = await readOutgoing(deps.db, userId, id)
  if (kept.settings) return { settings: kept.settings, mustConfirm: false }
  const imap = ImapSettings.safeParse(mailbox.settings)
  if (mailbox.kind !== 'imap' || !imap.success) return null
  const incoming: IncomingSettings = { address, host: imap.data.host, username: imap.data.username }
  const found = outgoingByTable(incoming) ?? discoverOutgoing(incoming, await evidenceOf(deps, doorOf(deps), incoming))
  if (!found) return null
  const settings = settingsOf(found, imap.data)
  if (!found.mustConfirm) await saveOutgoing(deps.db, userId, id, { settings, source: found.source }, deps.now())
  return { settings, mustConfirm: found.mustConfirm }
}

/** One machine shows one certificate: who trusts it for reading trusts it for sending. */
function settingsOf({ host, port, security, username }: OutgoingFound, imap: ImapSettings): OutgoingSettings {
  const isSame = imap.fingerprint !== undefined && host.toLowerCase() === imap.host.toLowerCase()
  return { host, port, security, username, ...(isSame && { fingerprint: imap.fingerprint }) }
}

async function evidenceOf({ outside, dns }: OutgoingDoors, door: ImapDoor, incoming: IncomingSettings): Promise<OutgoingEvidence> {
  const domain = domainToASCII(domainOf(incoming.address))
  const nothing = { autoconfig: [], directory: [], mx: [], submissions: [], submission: [] }
  if (!dns || !getDomain(domain)) return { ...nothing, greeted: null }
  const file = (url: string) => readFile(outside, url, incoming.address)
  const [own, wellKnown, listed, mx, submissions, submission] = await Promise.all([
    file(`https://autoconfig.${domain}/mail/config-v1.1.xml`),
    file(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`),
    file(directory + domain),
    dns.mx(domain),
    dns.srv(`_submissions._tcp.${domain}`),
    dns.srv(`_submission._tcp.${domain}`),
  ])
  const known = { autoconfig: [...own, ...wellKnown], directory: listed, mx, submissions, submission }
  return { ...known, greeted: await firstGreeting(door, outgoingGuesses(incoming)) }
}

async function readFile(outside: Outside, url: string, address: string): Promise<ServerSettings[]> {
  const answer = await outside.request({ method: 'GET', url, timeoutMs: lookMs }).catch(() => null)
  return answer?.status === 200 ? readAutoconfig(answer.body.toString('utf8'), address, 'smtp') : []
}

/** No password is sent anywhere: only whether an SMTP server is there, under a certificate of that name. */
async function firstGreeting(door: ImapDoor, places: SmtpServer[]): Promise<SmtpServer | null> {
  const greeted = await Promise.all(
    places.map(place =>
      openSmtp(door, { ...place, username: '' }, null, greetMs).then(
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
