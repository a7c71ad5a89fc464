// Saves a successful sign-in: adds a mailbox, or renews the access to an existing one.
import { type ImapSettings, ImapSettings as Settings, type SignInProblem } from '../../../../core/api/mail.ts'
import type { LimitsOf } from '../../../../core/plans/plans.ts'
import type { UserKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { newId } from '../../../foundation/seal.ts'
import { saveEvent } from '../events/store.ts'
import { newFolders } from '../folders/choose.ts'
import { refuseBeyondPlan } from '../plan-limit.ts'
import { type OAuthTokens, openSecret, sealSecret } from '../sealed.ts'
import { addImapMailbox, changeMailbox, listMailboxes, type MailboxRow } from '../store.ts'
import { grantsSending, tableIdOf } from './providers.ts'
import type { MailSignInResult } from './sign-in.ts'
import { attachGrant } from './store.ts'
import { renewAheadAt } from './tokens.ts'

export interface KeepSignInDeps {
  db: Db
  keys: UserKeys
  now(): Date
  limitsOf: LimitsOf
}

/** Returns the mailbox's id; only the same account can renew access to an existing mailbox. */
export async function saveGrant(deps: KeepSignInDeps, returned: MailSignInResult): Promise<{ mailboxId: string } | SignInProblem> {
  const { userId, provider, granted } = returned
  const now = deps.now()
  const settings: ImapSettings = { ...provider.imap, username: granted.address }
  const secretsKey = await deps.keys.secretsKeyOf(deps.db, userId)
  const existing = await findExisting(deps.db, returned, settings)
  if (existing === 'gone') return 'sign_in_expired'
  if (existing && !isSameAccount(existing, returned, existing.secret ? openSecret(secretsKey, userId, existing.id, existing.secret) : null))
    return 'sign_in_other_account'
  const id = existing?.id ?? newId(now)
  const maySend = grantsSending(provider, granted.scope)
  const secret = sealSecret(secretsKey, userId, id, toTokens(returned, maySend ?? false))
  await deps.db.transaction().execute(async tx => {
    if (!existing) {
      await refuseBeyondPlan(deps, tx, userId)
      await addImapMailbox(tx, userId, { id, address: granted.address, settings, secret, folders: newFolders(returned.choices, now), now })
    }
    await attachGrant(tx, userId, id, {
      ...{ secret, settings, provider: tableIdOf(provider, granted.address), maySend },
      renewAt: renewAheadAt(granted.expiresAt, now, Math.random()),
    })
    // Revokes the lease, so that the new tokens are used at once.
    if (existing) await changeMailbox(tx, userId, id, {})
    await saveEvent(tx, userId, { mailboxId: id, kind: existing ? 'signed_in_again' : 'added', detail: {}, now })
  })
  return { mailboxId: id }
}

/** The mailbox to sign in again, or one already connected: a user has each only once. */
async function findExisting(db: Db, { userId, mailboxId }: MailSignInResult, settings: ImapSettings): Promise<MailboxRow | 'gone' | null> {
  const mailboxes = await listMailboxes(db, userId)
  if (mailboxId !== null) return mailboxes.find(({ id }) => id === mailboxId) ?? 'gone'
  const isThere = (mailbox: MailboxRow) => {
    const has = Settings.safeParse(mailbox.settings)
    return has.success && has.data.host === settings.host && equalsIgnoringCase(has.data.username, settings.username)
  }
  return mailboxes.find(isThere) ?? null
}

/** Compares the provider's account id, as addresses can change hands; or the address, if the mailbox had a password until now. */
function isSameAccount(
  mailbox: MailboxRow,
  { provider, granted }: MailSignInResult,
  previousSecret: ReturnType<typeof openSecret> | null,
): boolean {
  if (mailbox.kind !== 'imap') return false
  if (previousSecret?.kind === 'oauth2') return previousSecret.provider === provider.id && previousSecret.subject === granted.subject
  return equalsIgnoringCase(mailbox.address, granted.address)
}

const equalsIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const toTokens = ({ provider, granted }: MailSignInResult, maySend: boolean): OAuthTokens => ({
  kind: 'oauth2',
  provider: provider.id,
  subject: granted.subject,
  maySend,
  refreshToken: granted.refreshToken,
  accessToken: granted.accessToken,
  expiresAt: granted.expiresAt.toISOString(),
})
