// Saves a successful sign-in: a new mailbox, or one that opens again.
import { type ImapSettings, ImapSettings as Settings, type SignInProblem } from '../../../../core/api/mail.ts'
import type { PersonKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { newId } from '../../../foundation/seal.ts'
import { saveEvent } from '../events/store.ts'
import { newFolders } from '../folders/choose.ts'
import { type OAuthTokens, openSecret, sealSecret } from '../sealed.ts'
import { addImapMailbox, changeMailbox, type KeptMailbox, listMailboxes } from '../store.ts'
import { tableIdOf } from './providers.ts'
import type { MailSignInResult } from './sign-in.ts'
import { attachGrant } from './store.ts'

export interface KeepSignInDeps {
  db: Db
  keys: PersonKeys
  now(): Date
}

/** The id of the mailbox; a mailbox is opened anew by the very account that it belongs to and by no other. */
export async function keepGrant(deps: KeepSignInDeps, returned: MailSignInResult): Promise<{ mailboxId: string } | SignInProblem> {
  const { userId, provider, granted } = returned
  const now = deps.now()
  const settings: ImapSettings = { ...provider.imap, username: granted.address }
  const secretsKey = await deps.keys.secretsKeyOf(deps.db, userId)
  const known = await findKnown(deps.db, returned, settings)
  if (known === 'gone') return 'sign_in_expired'
  if (known && !isSameAccount(known, returned, known.secret ? openSecret(secretsKey, userId, known.id, known.secret) : null))
    return 'sign_in_other_account'
  const id = known?.id ?? newId(now)
  const secret = sealSecret(secretsKey, userId, id, tokensOf(returned))
  await deps.db.transaction().execute(async tx => {
    if (!known)
      await addImapMailbox(tx, userId, { id, address: granted.address, settings, secret, folders: newFolders(returned.choices, now), now })
    await attachGrant(tx, userId, id, { secret, settings, provider: tableIdOf(provider, granted.address) })
    // Whoever watches it lets go, so that the new tokens are taken up at once.
    if (known) await changeMailbox(tx, userId, id, {})
    await saveEvent(tx, userId, { mailboxId: id, kind: known ? 'signed_in_again' : 'added', detail: {}, now })
  })
  return { mailboxId: id }
}

/** The one that was to be signed in again, or one that is connected already: a person has each once. */
async function findKnown(db: Db, { userId, mailboxId }: MailSignInResult, settings: ImapSettings): Promise<KeptMailbox | 'gone' | null> {
  const mailboxes = await listMailboxes(db, userId)
  if (mailboxId !== null) return mailboxes.find(({ id }) => id === mailboxId) ?? 'gone'
  const isThere = (mailbox: KeptMailbox) => {
    const has = Settings.safeParse(mailbox.settings)
    return has.success && has.data.host === settings.host && isSame(has.data.username, settings.username)
  }
  return mailboxes.find(isThere) ?? null
}

/** By the account's id at its provider, as addresses can change hands; by its address where it had a password until now. */
function isSameAccount(mailbox: KeptMailbox, { provider, granted }: MailSignInResult, had: ReturnType<typeof openSecret> | null): boolean {
  if (mailbox.kind !== 'imap') return false
  if (had?.kind === 'oauth2') return had.provider === provider.id && had.subject === granted.subject
  return isSame(mailbox.address, granted.address)
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

const tokensOf = ({ provider, granted }: MailSignInResult): OAuthTokens => ({
  kind: 'oauth2',
  provider: provider.id,
  subject: granted.subject,
  refreshToken: granted.refreshToken,
  accessToken: granted.accessToken,
  expiresAt: granted.expiresAt.toISOString(),
})
