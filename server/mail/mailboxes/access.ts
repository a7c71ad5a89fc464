// Opens a mailbox, tests its saved settings, and changes its password or trusted certificate.
import { type ChangeMailbox, ImapSettings } from '../../../core/api/mail.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { Outside } from '../../foundation/outside.ts'
import { type ImapDeps, openInbox } from '../imap/connect.ts'
import type { Connection } from '../imap/connection.ts'
import { toMailProblem } from '../imap/errors.ts'
import { type CheckedSettings, checkMailbox, checkNewSettings, findOfferedPin } from './check.ts'
import { type ConnectionTestDeps, testConnection, throwIfFailed } from './connection-test.ts'
import { type TokenSource, withCredential } from './credential.ts'
import { openSecret, sealPassword } from './sealed.ts'
import type { MailboxRow } from './store.ts'

export interface AccessDeps {
  db: Db
  keys: UserKeys
  outside: Outside
  /** Certificates trusted in addition to the public ones, in PEM. */
  ca?: string
  tokens?: TokenSource | null
}

const checkMs = 10_000

/** Tests a mailbox with its saved settings. */
export const checkSavedMailbox = (deps: AccessDeps, mailbox: MailboxRow): Promise<CheckedSettings> =>
  withSavedConnection(deps, mailbox, async () => undefined)

/** Runs a query on a mailbox's server with its saved settings; returns only the problem if there is one. */
export async function withSavedConnection<T>(
  deps: AccessDeps,
  mailbox: MailboxRow,
  ask: (connection: Connection) => Promise<T>,
): Promise<CheckedSettings & { answer?: T }> {
  const settings = ImapSettings.parse(mailbox.settings)
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  try {
    const connection = await withCredential(deps, opened, credential => openInbox(toImapDeps(deps), settings, credential, checkMs))
    try {
      return { settings, problem: null, fingerprint: null, answer: await ask(connection) }
    } finally {
      connection.close()
    }
  } catch (error) {
    const problem = toMailProblem(error, settings.host)
    // Never suggests trusting a certificate in place of one that an authority vouched for until now.
    const isPinned = problem === 'fingerprint_changed'
    return { settings, problem, fingerprint: isPinned ? await findOfferedPin(toImapDeps(deps), settings, problem) : null }
  }
}

interface Access {
  secret: Buffer
  settings: ImapSettings
}

/** Tests a changed password or certificate; null when neither changes. */
export async function testNewAccess(
  deps: AccessDeps & ConnectionTestDeps,
  mailbox: MailboxRow,
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
    // A pin that stays is the only criterion: a server with a publicly trusted certificate must not get the password instead.
    fingerprint === undefined && pinned
      ? { settings, problem: await checkMailbox(toImapDeps(deps), settings, typed), fingerprint: null }
      : checkNewSettings(toImapDeps(deps), settings, typed),
  )
  throwIfFailed(deps, checked)
  return { secret: sealPassword(secretsKey, userId, id, typed), settings: checked.settings }
}

export const toImapDeps = (deps: AccessDeps): ImapDeps => ({ outside: deps.outside, ...(deps.ca && { ca: deps.ca }) })
