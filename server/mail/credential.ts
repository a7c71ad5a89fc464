// What opens a mailbox right now: its password, or an access token that is renewed when its time has come.
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import { MailError, type Problem, problemOf } from './errors.ts'
import type { Credential } from './imap/connect.ts'
import { openSecret, type Tokens } from './sealed.ts'

export interface CredentialParts {
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
  parts: CredentialParts,
  { userId, id, settings, secret }: Opened,
  open: (credential: Credential) => Promise<T>,
): Promise<T> {
  const opened = openSecret(await parts.keys.secretsKeyOf(parts.db, userId), userId, id, secret)
  if (opened.kind === 'password') return open(opened.password)
  if (!parts.tokens) throw new MailError('sign_in_setup', 'no provider is configured')
  // What the lease brought may be older than what another has renewed since, so the tokens are read anew.
  const accessToken = await parts.tokens.tokenOf(userId, id, null)
  try {
    return await open({ accessToken })
  } catch (error) {
    if (!isRefusal(problemOf(error, settings.host))) throw error
  }
  const renewed = await parts.tokens.tokenOf(userId, id, accessToken)
  try {
    return await open({ accessToken: renewed })
  } catch (error) {
    throw isRefusal(problemOf(error, settings.host)) ? new MailError(refusedBy(opened.provider), 'a new token was refused') : error
  }
}

/** Servers word the refusal of a token as they do that of a password. */
const isRefusal = (problem: Problem): boolean =>
  ['wrong_password', 'app_password', 'app_password_or_imap', 'password_not_accepted'].includes(problem)

// Microsoft says nothing else when IMAP is switched off, as it is in new accounts; Google says that in words of its own.
const refusedBy = (provider: Tokens['provider']): Problem => (provider === 'microsoft' ? 'imap_off' : 'sign_in_refused')
