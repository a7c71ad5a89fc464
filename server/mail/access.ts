// How a mailbox is opened, tested as it is kept, and changed: another password, another certificate.
import { type ChangeMailbox, ImapSettings } from '../../core/api/mail.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import { HttpError } from '../http/errors.ts'
import type { Outside } from '../outside.ts'
import { type Checked, checkMailbox, checkNew, offeredPin } from './check.ts'
import { type TokenSource, withCredential } from './credential.ts'
import { problemOf } from './errors.ts'
import { type ImapDoor, openInbox } from './imap/connect.ts'
import type { Connection } from './imap/connection.ts'
import { type KnockParts, knock, refuse } from './knock.ts'
import { openSecret, sealPassword } from './sealed.ts'
import type { KeptMailbox } from './store.ts'

export interface AccessParts {
  db: Db
  keys: PersonKeys
  outside: Outside
  /** Certificates that are trusted besides the public ones, in PEM. */
  ca?: string
  tokens?: TokenSource | null
}

const checkMs = 10_000

/** Tests a mailbox with what is kept of it. */
export const checkSaved = (parts: AccessParts, mailbox: KeptMailbox): Promise<Checked> => withSaved(parts, mailbox, async () => undefined)

/** Asks the server of a mailbox with what is kept of it; without an answer where there is a problem. */
export async function withSaved<T>(
  parts: AccessParts,
  mailbox: KeptMailbox,
  ask: (connection: Connection) => Promise<T>,
): Promise<Checked & { answer?: T }> {
  const settings = ImapSettings.parse(mailbox.settings)
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  try {
    const connection = await withCredential(parts, opened, credential => openInbox(doorOf(parts), settings, credential, checkMs))
    try {
      return { settings, problem: null, fingerprint: null, answer: await ask(connection) }
    } finally {
      connection.close()
    }
  } catch (error) {
    const problem = problemOf(error, settings.host)
    // Nobody is led to trust what an authority vouched for until now.
    const isPinned = problem === 'fingerprint_changed'
    return { settings, problem, fingerprint: isPinned ? await offeredPin(doorOf(parts), settings, problem) : null }
  }
}

interface Access {
  secret: Buffer
  settings: ImapSettings
}

/** What a person changes of how their mailbox is opened, tested first; null when they change none of it. */
export async function newAccess(
  parts: AccessParts & KnockParts,
  mailbox: KeptMailbox,
  { password, fingerprint }: ChangeMailbox,
): Promise<Access | null> {
  if (password === undefined && fingerprint === undefined) return null
  const { user_id: userId, id } = mailbox
  if (mailbox.kind === 'address' || !mailbox.secret) throw new HttpError(422, 'no_password', parts.say('refused.no_password'))
  const secretsKey = await parts.keys.secretsKeyOf(parts.db, userId)
  const kept = openSecret(secretsKey, userId, id, mailbox.secret)
  if (kept.kind === 'oauth2') throw new HttpError(422, 'signs_in', parts.say('refused.signs_in'))
  const { fingerprint: pinned, ...place } = ImapSettings.parse(mailbox.settings)
  const pin = fingerprint === undefined ? pinned : (fingerprint ?? undefined)
  const settings = { ...place, ...(pin && { fingerprint: pin }) }
  const typed = password ?? kept.password
  const checked = await knock(parts, userId, settings, async () =>
    // A pin that stays is the only judge: what public authorities vouch for must not get the password instead.
    fingerprint === undefined && pinned
      ? { settings, problem: await checkMailbox(doorOf(parts), settings, typed), fingerprint: null }
      : checkNew(doorOf(parts), settings, typed),
  )
  refuse(parts, checked)
  return { secret: sealPassword(secretsKey, userId, id, typed), settings: checked.settings }
}

export const doorOf = (parts: AccessParts): ImapDoor => ({ outside: parts.outside, ...(parts.ca && { ca: parts.ca }) })
