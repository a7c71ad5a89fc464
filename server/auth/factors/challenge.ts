// Serves POST /factors/:id/challenge and /verify: a verified second factor raises the session to aal2.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { parseInput, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { rememberNetwork } from '../password-tries.ts'
import { type Session, ShortText } from '../shapes.ts'
import { lockSession } from '../store.ts'
import { factorHandlers } from './by-type.ts'
import { factorName, readOwnFactor } from './enroll.ts'
import type { Accept, FactorHandler } from './handler.ts'
import { raiseSession } from './raise-session.ts'
import { dropUnverifiedFactors, insertChallenge, markVerified, readFactorChallenge, useChallenge } from './store.ts'
import { consumeFactorTry, resetFactorTries } from './tries.ts'

const challengeMs = 300_000

export async function challengeFactor(deps: AuthDeps, request: UserRequest) {
  await deps.counters.consume('factorChallenge', request.ip)
  const factor = findFactorToVerify(request)
  const { stored, show } = await findHandler(deps, factor).challenge(deps, request, factor)
  const now = deps.now()
  const id = newId(now)
  await insertChallenge(deps.db, request.record.user.id, { ...stored, id, factor_id: factor.id, ip: request.ip, created_at: now })
  return { id, type: factor.factor_type, expires_at: Math.floor((now.getTime() + challengeMs) / 1000), ...show }
}

const Verify = z.object({ challenge_id: z.nullish(ShortText) })

/** Returns an aal2 session with a new refresh token, and ends all sessions without a second factor. */
export async function verifyFactor(deps: AuthDeps, request: UserRequest): Promise<Session> {
  await deps.counters.consume('factorVerify', request.ip)
  const factor = findFactorToVerify(request)
  const handler = findHandler(deps, factor)
  const { challenge_id } = parseInput(Verify, request.body)
  const { session, record } = request
  if (!session) throw refuse('session_not_found')
  const challenge = await checkChallenge(deps, request, factor, challenge_id)
  await consumeFactorTry(deps, request)
  const accept = await handler.verify(deps, request, factor, challenge)
  if (!accept) {
    await recordWrongProof(deps, request, handler)
    throw refuse('mfa_verification_failed', { message: handler.failureMessage })
  }
  const raised = await deps.db.transaction().execute(async tx => {
    if (factor.status === 'unverified') await announceFactor(deps, tx, request, factor)
    await rememberNetwork(deps, tx, record.user.id, request.ip)
    return raiseAssurance(deps, tx, session, factor, challenge, accept)
  })
  await resetFactorTries(deps, record.user.id)
  deps.check.clearCache()
  deps.mailer.wake()
  return raised
}

/** The factor in this URL. A new factor next to a verified one requires aal2: otherwise a password alone could add a factor. */
function findFactorToVerify(request: UserRequest): Row<'factors'> {
  const factor = readOwnFactor(request)
  if (factor.status === 'unverified') refuseLowAssurance(request, 'verify a new factor')
  return factor
}

function findHandler(deps: AuthDeps, { factor_type }: Row<'factors'>): FactorHandler {
  const handler = factorHandlers[factor_type]
  if (!handler.isEnabled(deps)) throw refuse(`mfa_${factor_type}_verify_not_enabled`)
  return handler
}

/** Whoever gives a wrong proof already has the password, so that the user must see it in their log. */
async function recordWrongProof(deps: AuthDeps, request: UserRequest, { method }: FactorHandler): Promise<void> {
  const { id: userId, email } = request.record.user
  const details = { reason: 'mfa_verification_failed', method }
  await noteSecurityEvent(deps, deps.db, request, { userId, email }, { name: 'failed_login_attempt', status: 'warning', details })
}

async function announceFactor(deps: AuthDeps, tx: Tx, request: UserRequest, factor: Row<'factors'>): Promise<void> {
  const { id: userId, email } = request.record.user
  const details = { factor: factor.factor_type }
  await noteSecurityEvent(deps, tx, request, { userId, email }, { name: 'auth.factor_added', status: 'success', details })
  const undo = { kind: 'factor' as const, id: factor.id }
  await notifyOfChange(deps, tx, request, request.record.user, 'factorAdded', { values: { factor: factorName(factor) }, undo })
}

async function checkChallenge(deps: AuthDeps, { record, ip }: UserRequest, factor: Row<'factors'>, challengeId: string | null | undefined) {
  const id = z.uuid().safeParse(challengeId)
  const challenge = id.success ? await readFactorChallenge(deps.db, record.user.id, id.data) : null
  if (!challenge || challenge.factor_id !== factor.id)
    throw refuse('mfa_factor_not_found', { status: 422, message: 'MFA factor with the provided challenge ID not found' })
  if (challenge.verified_at || challenge.ip !== ip) throw refuse('mfa_ip_address_mismatch')
  if (deps.now().getTime() - challenge.created_at.getTime() >= challengeMs) throw refuse('mfa_challenge_expired')
  return challenge
}

async function raiseAssurance(
  deps: AuthDeps,
  tx: Tx,
  session: Row<'sessions'>,
  factor: Row<'factors'>,
  challenge: Row<'challenges'>,
  accept: Accept,
): Promise<Session> {
  const now = deps.now()
  const userId = session.user_id
  const { method, failureMessage } = factorHandlers[factor.factor_type]
  const locked = await lockSession(tx, userId, session.id)
  if (!locked) throw refuse('session_not_found')
  if (!(await useChallenge(tx, userId, challenge.id, now))) throw refuse('mfa_ip_address_mismatch')
  if (!(await accept(tx)) || !(await markVerified(tx, userId, factor.id, now)))
    throw refuse('mfa_verification_failed', { message: failureMessage })
  await dropUnverifiedFactors(tx, userId, now, factor.factor_type)
  return raiseSession(deps, tx, locked, { method, factorId: factor.id })
}
