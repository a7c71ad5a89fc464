// Begins a sign-in with a mail provider, and completes it in the callback, only once and in time.
import { z } from 'zod/mini'
import { type BeginSignIn, beginSignInApi, type SignInProblem } from '../../../../core/api/mail.ts'
import type { UserKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import type { Log } from '../../../foundation/log.ts'
import { digest, randomToken, type SealKey, seal, unseal } from '../../../foundation/seal.ts'
import type { MailGrant, OAuthClients } from './client.ts'
import { toSignInProblem } from './errors.ts'
import { dropOldSignIns, takeSignIn } from './owners.ts'
import type { OAuthProvider } from './providers.ts'
import { saveSignIn } from './store.ts'

export interface MailSignInDeps {
  db: Db
  keys: UserKeys
  now(): Date
  log: Log
  doors: OAuthClients
  redirectUri: string
}

/** The time a user has to complete a sign-in. */
export const signInMs = 600_000

const PendingSignIn = z.object({
  nonce: z.string(),
  verifier: z.string(),
  choices: z.pick(beginSignInApi.body, { folders: true, start: true }),
})
type PendingSignIn = z.infer<typeof PendingSignIn>

/** `browser` is the secret in the user's browser cookie. Throws what `toSignInProblem` can name. */
export async function beginSignIn(deps: MailSignInDeps, userId: string, asked: BeginSignIn, browser: string): Promise<string> {
  const { db, keys, redirectUri } = deps
  const door = deps.doors.get(asked.provider)
  if (!door) throw new Error(`No client of ${asked.provider} is configured.`)
  const [state, nonce, verifier] = [randomToken(), randomToken(), randomToken()]
  const url = await door.client.pageFor({ redirectUri, state, nonce, verifier, loginHint: asked.address ?? null })
  const now = deps.now()
  await dropOldSignIns(db, now)
  const waiting: PendingSignIn = { nonce, verifier, choices: { folders: asked.folders, start: asked.start } }
  await saveSignIn(db, userId, {
    state_hash: digest(state),
    browser_hash: digest(browser),
    provider: asked.provider,
    mailbox_id: asked.mailboxId ?? null,
    sealed: sealPending(await keys.secretsKeyOf(db, userId), userId, digest(state), waiting),
    expires_at: new Date(now.getTime() + signInMs),
  })
  return url
}

/** Whose sign-in completed, and what was granted. */
export interface MailSignInResult {
  userId: string
  mailboxId: string | null
  provider: OAuthProvider
  choices: PendingSignIn['choices']
  granted: MailGrant & { refreshToken: string; address: string }
}

/** `url` is the callback's; a sign-in ends with its first callback, whatever the result. */
export async function completeSignIn(deps: MailSignInDeps, url: URL, browser: string | null): Promise<MailSignInResult | SignInProblem> {
  const state = url.searchParams.get('state') ?? ''
  const row = await takeSignIn(deps.db, digest(state), deps.now())
  // A different browser: its user would grant access to their mailbox to whoever began this sign-in.
  if (!row || browser === null || !digest(browser).equals(row.browser_hash)) return 'sign_in_expired'
  const door = deps.doors.get(row.provider)
  if (!door) return 'sign_in_setup'
  const { provider, client } = door
  const { nonce, verifier, choices } = openPending(await deps.keys.secretsKeyOf(deps.db, row.user_id), row)
  try {
    const granted = await client.exchange(url, { state, nonce, verifier })
    const { refreshToken, address } = granted
    if (!provider.grantsMail.test(granted.scope)) return 'sign_in_no_mail'
    if (refreshToken === null || address === null) return 'sign_in_failed'
    return { userId: row.user_id, mailboxId: row.mailbox_id, provider, choices, granted: { ...granted, refreshToken, address } }
  } catch (error) {
    const problem = toSignInProblem(error)
    if (problem !== 'sign_in_cancelled') deps.log.warn({ err: error, provider: row.provider }, 'a sign-in with a provider failed')
    return problem
  }
}

const sealContext = (userId: string, stateHash: Buffer) => ({ userId, row: stateHash.toString('hex'), column: 'mailbox_sign_ins.sealed' })

const sealPending = (secretsKey: SealKey, userId: string, stateHash: Buffer, waiting: PendingSignIn): Buffer =>
  seal(secretsKey, Buffer.from(JSON.stringify(waiting)), sealContext(userId, stateHash))

const openPending = (secretsKey: SealKey, row: Row<'mailbox_sign_ins'>): PendingSignIn =>
  PendingSignIn.parse(JSON.parse(unseal(secretsKey, row.sealed, sealContext(row.user_id, row.state_hash)).toString()))
