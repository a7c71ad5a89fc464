// Serves /passkeys/authentication: signs in with a passkey alone. One with its user verified is two proofs: a device, and a PIN or finger.
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent, reportRefusal } from '../events.ts'
import { requestOptions, verifyAssertion } from '../factors/passkey/assertion.ts'
import { base64url } from '../factors/passkey/relying-party.ts'
import { beginSession } from '../session.ts'
import type { Session } from '../shapes.ts'
import { readUser } from '../store.ts'
import { newPasskeyChallenge, openPasskeyChallenge } from './challenge.ts'
import { findSignInPasskey, isPasskeyChallengeUsed } from './owners.ts'
import { passkeySite, signInHandle } from './site.ts'
import { touchSignInPasskey, usePasskeyChallenge } from './store.ts'

/** The same for everyone: a browser offers the keys that it has for this site. */
export async function startAuthentication(deps: AuthDeps, request: AuthRequest) {
  const site = passkeySite(deps)
  await deps.counters.consume('passkeyChallenge', request.ip)
  const { id, challenge, expiresAt } = newPasskeyChallenge(deps, { kind: 'sign_in' })
  const options = await requestOptions(site, challenge, { keys: [], userVerification: 'required' })
  return { challenge_id: id, options: { ...options }, expires_at: expiresAt }
}

const Verify = z.object({ challenge_id: z.uuid(), credential: z.looseObject({ id: base64url }, { error: 'is missing' }) })

/** An unknown key, a removed one and a wrong signature get the same answer. */
export async function finishAuthentication(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  passkeySite(deps)
  await deps.counters.consume('token', request.ip)
  const { challenge_id, credential } = parseInput(Verify, request.body)
  const challenge = openPasskeyChallenge(deps, challenge_id, { kind: 'sign_in' })
  if (await isPasskeyChallengeUsed(deps.db, challenge_id)) throw refuse('webauthn_challenge_not_found')
  const key = await findSignInPasskey(deps.db, Buffer.from(credential.id, 'base64url'))
  const record = key && (await readUser(deps.db, key.user_id))
  const session = await reportRefusal(
    signIn(deps, request, { challengeId: challenge_id, challenge, key, user: record?.user ?? null, credential }),
    async reason => {
      const subject = { userId: record?.user.id ?? null, email: record?.user.email ?? null }
      const details = { reason, method: 'passkey' }
      await noteSecurityEvent(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details })
      await noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.login', status: 'error', details })
    },
  )
  deps.mailer.wake()
  return session
}

interface Attempt {
  challengeId: string
  challenge: Buffer
  key: Row<'sign_in_passkeys'> | null
  user: Row<'users'> | null
  credential: unknown
}

async function signIn(deps: AuthDeps, request: AuthRequest, { challengeId, challenge, key, user, credential }: Attempt): Promise<Session> {
  if (!key || !user || user.deleted_at) throw refuse('webauthn_verification_failed')
  const counter = await readCounter(deps, challenge, key, credential)
  if (user.email && !user.email_confirmed_at) throw refuse('email_not_confirmed', { status: 403 })
  if (user.phone && !user.phone_confirmed_at) throw refuse('phone_not_confirmed', { status: 403 })
  return deps.db.transaction().execute(async tx => {
    await deps.hooks.refuseInMaintenance(tx, user.id)
    if (!(await usePasskeyChallenge(tx, user.id, challengeId, deps.now()))) throw refuse('webauthn_challenge_not_found')
    if (!(await touchSignInPasskey(tx, user.id, key.id, counter, deps.now()))) throw refuse('webauthn_verification_failed')
    return beginSession(deps, tx, user.id, 'passkey', request, 'passkey', 'aal2')
  })
}

async function readCounter(deps: AuthDeps, challenge: Buffer, key: Row<'sign_in_passkeys'>, credential: unknown): Promise<number> {
  try {
    const known = { ...key, handle: signInHandle(key.user_id) }
    return await verifyAssertion(passkeySite(deps), challenge, known, credential, { requireUserVerification: true })
  } catch (err) {
    if (err instanceof HttpError) throw err
    // The user only learns that it failed; the reason (another origin, a counter that went back) is for the operator.
    deps.log.warn({ err, userId: key.user_id, passkeyId: key.id }, 'a passkey was refused')
    throw refuse('webauthn_verification_failed')
  }
}
