// Provides a mailbox's current credential: its password, or an access token that is renewed when due.
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Credential } from '../imap/connect.ts'
import { MailError, type MailProblem, toMailProblem } from '../imap/errors.ts'
import { type OAuthTokens, openSecret } from './sealed.ts'

export interface CredentialDeps {
  db: Db
  keys: UserKeys
  /** Absent where no OAuth provider is configured. */
  tokens?: TokenSource | null
}

export interface TokenSource {
  /** An access token that is valid for a while, and never one that the server `refused`. Throws a MailError. */
  tokenOf(userId: string, mailboxId: string, refused: string | null): Promise<string>
}

interface Opened {
  userId: string
  id: string
  settings: { host: string }
  secret: Buffer
}

/** Runs `open` with the mailbox's credential, and once more with a new token if the server refuses the first. */
export async function withCredential<T>(
  deps: CredentialDeps,
  { userId, id, settings, secret }: Opened,
  open: (credential: Credential) => Promise<T>,
): Promise<T> {
  const opened = openSecret(await deps.keys.secretsKeyOf(deps.db, userId), userId, id, secret)
  if (opened.kind === 'password') return open(opened.password)
  if (!deps.tokens) throw new MailError('sign_in_setup', 'no OAuth provider is configured')
  // Another host may have renewed the tokens since the lease was taken, so they are read again.
  const accessToken = await deps.tokens.tokenOf(userId, id, null)
  try {
    return await open({ accessToken })
  } catch (error) {
    if (!isRefusal(toMailProblem(error, settings.host))) throw error
  }
  const renewed = await deps.tokens.tokenOf(userId, id, accessToken)
  try {
    return await open({ accessToken: renewed })
  } catch (error) {
    throw isRefusal(toMailProblem(error, settings.host))
      ? new MailError(toRefusalProblem(opened.provider), 'a new token was refused')
      : error
  }
}

/** Servers use the same words to refuse a token as a password. */
const isRefusal = (problem: MailProblem): boolean =>
  ['wrong_password', 'app_password', 'app_password_or_imap', 'password_not_accepted'].includes(problem)

// Microsoft replies the same when IMAP is off, as it is in new accounts; Google has a separate message for that.
const toRefusalProblem = (provider: OAuthTokens['provider']): MailProblem => (provider === 'microsoft' ? 'imap_off' : 'sign_in_refused')
