// How a mailbox is opened, tested with its saved settings, and given another password or certificate.
import { type ChangeMailbox, ImapSettings } from '../../../core/api/mail.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { Outside } from '../../foundation/outside.ts'
import { type ImapDoor, openInbox } from '../imap/connect.ts'
import type { Connection } from '../imap/connection.ts'
import { problemOf } from '../imap/errors.ts'
import { type Checked, checkMailbox, checkNew, offeredPin } from './check.ts'
import { type ConnectionTestDeps, refuse, testConnection } from './connection-test.ts'
import { type TokenSource, withCredential } from './credential.ts'
import { openSecret, sealPassword } from './sealed.ts'
import type { KeptMailbox } from './store.ts'

export interface AccessDeps {
  db: Db
  keys: PersonKeys
  outside: Outside
  /** Certificates that are trusted besides the public ones, in PEM. */
  ca?: string
  tokens?: TokenSource | null
}

const checkMs = 10_000

/** Tests a mailbox with what is kept of it. */
export const checkSaved = (deps: AccessDeps, mailbox: KeptMailbox): Promise<Checked> => withSaved(deps, mailbox, async () => undefined)

/** Asks the server of a mailbox with what is kept of it; without an answer where there is a problem. */
export async function withSaved<T>(
  deps: AccessDeps,
  mailbox: KeptMailbox,
  ask: (connection: Connection) => Promise<T>,
): Promise<Checked & { answer?: T }> {
  const settings = ImapSettings.parse(mailbox.settings)
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  try {
    const connection = await withCredential(deps, opened, credential => openInbox(doorOf(deps), settings, credential, checkMs))
    try {
      return { settings, problem: null, fingerprint: null, answer: await ask(connection) }
    } finally {
      connection.close()
    }
  } catch (error) {
    const problem = problemOf(error, settings.host)
    // Nobody is led to trust what an authority vouched for until now.
    const isPinned = problem === 'fingerprint_changed'
    return { settings, problem, fingerprint: isPinned ? await offeredPin(doorOf(deps), settings, problem) : null }
  }
}

interface Access {
  secret: Buffer
  settings: ImapSettings
}

/** What a person changes of how their mailbox is opened, tested first; null when they change none of it. */
export async function newAccess(
  deps: AccessDeps & ConnectionTestDeps,
  mailbox: KeptMailbox,
  { password, fingerprint }: ChangeMailbox,
): Promise<Access | null> {
  if (password === undefined && fingerprint === undefined) return null
  const { user_id: userId, id } = mailbox
  if (mailbox.kind === 'address' || !mailbox.secret) throw new HttpError(422, 'no_password', deps.say('refused.no_password'))
  const secretsKey = await deps.keys.secretsKeyOf(deps.db, userId)
  const kept = openSecret(secretsKey, userId, id, mailbox.secret)
  if (kept.kind === 'oauth2') throw new HttpError(422, 'signs_in', deps.say('refused.signs_in'))
  const { fingerprint: pinned, ...place } = ImapSettings.parse(mailbox.settings)
  const pin = fingerprint === undefined ? pinned : (fingerprint ?? undefined)
  const settings = { ...place, ...(pin && { fingerprint: pin }) }
  const typed = password ?? kept.password
  const checked = await testConnection(deps, userId, settings, async () =>
    // A pin that stays is the only judge: what public authorities vouch for must not get the password instead.
    fingerprint === undefined && pinned
      ? { settings, problem: await checkMailbox(doorOf(deps), settings, typed), fingerprint: null }
      : checkNew(doorOf(deps), settings, typed),
  )
  refuse(deps, checked)
  return { secret: sealPassword(secretsKey, userId, id, typed), settings: checked.settings }
}

export const doorOf = (deps: AccessDeps): ImapDoor => ({ outside: deps.outside, ...(deps.ca && { ca: deps.ca }) })
