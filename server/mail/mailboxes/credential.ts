// What opens a mailbox right now: its password, or an access token renewed when it is due.
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Credential } from '../imap/connect.ts'
import { MailError, type MailProblem, problemOf } from '../imap/errors.ts'
import { type OAuthTokens, openSecret } from './sealed.ts'

export interface CredentialDeps {
  db: Db
  keys: PersonKeys
  /** Absent where no OAuth provider is configured. */
  tokens?: TokenSource | null
}

export interface TokenSource {
  /** An access token that is good for a while; never the one that the server has `refused`. Throws a MailError. */
  tokenOf(userId: string, mailboxId: string, refused: string | null): Promise<string>
}

interface Opened {
  userId: string
  id: string
  settings: { host: string }
  secret: Buffer
}

/** Runs `open` with what opens the mailbox, and once more with a new token where the server refuses the first. */
export async function withCredential<T>(
  deps: CredentialDeps,
  { userId, id, settings, secret }: Opened,
  open: (credential: Credential) => Promise<T>,
): Promise<T> {
  const opened = openSecret(await deps.keys.secretsKeyOf(deps.db, userId), userId, id, secret)
  if (opened.kind === 'password') return open(opened.password)
  if (!deps.tokens) throw new MailError('sign_in_setup', 'no provider is configured')
  // What the lease brought may be older than what another has renewed since, so the tokens are read anew.
  const accessToken = await deps.tokens.tokenOf(userId, id, null)
  try {
    return await open({ accessToken })
  } catch (error) {
    if (!isRefusal(problemOf(error, settings.host))) throw error
  }
  const renewed = await deps.tokens.tokenOf(userId, id, accessToken)
  try {
    return await open({ accessToken: renewed })
  } catch (error) {
    throw isRefusal(problemOf(error, settings.host)) ? new MailError(refusedBy(opened.provider), 'a new token was refused') : error
  }
}

/** Servers word the refusal of a token as they do that of a password. */
const isRefusal = (problem: MailProblem): boolean =>
  ['wrong_password', 'app_password', 'app_password_or_imap', 'password_not_accepted'].includes(problem)

// Microsoft says nothing else when IMAP is switched off, as it is in new accounts; Google says that in words of its own.
const refusedBy = (provider: OAuthTokens['provider']): MailProblem => (provider === 'microsoft' ? 'imap_off' : 'sign_in_refused')
