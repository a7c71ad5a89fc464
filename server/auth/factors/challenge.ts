// POST /factors/:id/challenge and /verify: proving a second factor raises the session to aal2.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { read, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { newRefreshToken, sessionBody } from '../session.ts'
import { Amr, type Session } from '../shapes.ts'
import { lockSession } from '../store.ts'
import { factorHandlers } from './by-type.ts'
import { factorOf, nameOf } from './enroll.ts'
import type { Accept, FactorHandler } from './handler.ts'
import {
  dropUnverifiedFactors,
  endLowSessions,
  insertChallenge,
  markVerified,
  readChallenge,
  retireTokens,
  setAssurance,
  useChallenge,
} from './store.ts'

const challengeMs = 300_000

export async function challengeFactor(deps: AuthDeps, request: UserRequest) {
  await deps.counters.take('factorChallenge', request.ip)
  const factor = factorToProve(request)
  const { keep, show } = await waysOf(deps, factor).challenge(deps, request, factor)
  const now = deps.now()
  const id = newId(now)
  await insertChallenge(deps.db, request.who.user.id, { ...keep, id, factor_id: factor.id, ip: request.ip, created_at: now })
  return { id, type: factor.factor_type, expires_at: Math.floor((now.getTime() + challengeMs) / 1000), ...show }
}

const Verify = z.object({ challenge_id: z.nullish(z.string()) })

/** A session of aal2 with a refresh token of its own; every session without a second proof ends. */
export async function verifyFactor(deps: AuthDeps, request: UserRequest): Promise<Session> {
  await deps.counters.take('factorVerify', request.ip)
  const factor = factorToProve(request)
  const ways = waysOf(deps, factor)
  const { challenge_id } = read(Verify, request.body)
  const { session, who } = request
  if (!session) throw refuse('session_not_found')
  const challenge = await checkedChallenge(deps, request, factor, challenge_id)
  // Six digits can be guessed from many addresses: the tries of one person are counted too.
  await deps.counters.take('factorTries', who.user.id)
  const accept = await ways.verify(deps, request, factor, challenge)
  if (!accept) {
    await noteWrongProof(deps, request, ways)
    throw refuse('mfa_verification_failed', { message: ways.wrong })
  }
  const raised = await deps.db.transaction().execute(async tx => {
    if (factor.status === 'unverified') await notifyOfChange(deps, tx, request, who.user, 'factorAdded', { factor: nameOf(factor) })
    return raise(deps, tx, session, factor, challenge, accept)
  })
  deps.check.forget()
  deps.mailer.wake()
  return raised
}

/** The factor of this URL. Beside a verified one, a new one is proven by who has shown that: else a password alone would add another. */
function factorToProve(request: UserRequest): Row<'factors'> {
  const factor = factorOf(request)
  if (factor.status === 'unverified') refuseLowAssurance(request, 'verify a new factor')
  return factor
}

function waysOf(deps: AuthDeps, { factor_type }: Row<'factors'>): FactorHandler {
  const ways = factorHandlers[factor_type]
  if (!ways.isOn(deps)) throw refuse(`mfa_${factor_type}_verify_not_enabled`)
  return ways
}

/** Whoever gives a wrong proof has the password already: the person should see it in their log. */
async function noteWrongProof(deps: AuthDeps, request: UserRequest, { method }: FactorHandler): Promise<void> {
  const { id: userId, email } = request.who.user
  const details = { reason: 'mfa_verification_failed', method }
  await note(deps, deps.db, request, { userId, email }, { name: 'failed_login_attempt', status: 'warning', details })
}

async function checkedChallenge(deps: AuthDeps, { who, ip }: UserRequest, factor: Row<'factors'>, given: string | null | undefined) {
  const id = z.uuid().safeParse(given)
  const challenge = id.success ? await readChallenge(deps.db, who.user.id, id.data) : null
  if (!challenge || challenge.factor_id !== factor.id)
    throw refuse('mfa_factor_not_found', { status: 422, message: 'MFA factor with the provided challenge ID not found' })
  if (challenge.verified_at || challenge.ip !== ip) throw refuse('mfa_ip_address_mismatch')
  if (deps.now().getTime() - challenge.created_at.getTime() >= challengeMs) throw refuse('mfa_challenge_expired')
  return challenge
}

async function raise(
  deps: AuthDeps,
  tx: Tx,
  session: Row<'sessions'>,
  factor: Row<'factors'>,
  challenge: Row<'challenges'>,
  accept: Accept,
): Promise<Session> {
  const now = deps.now()
  const userId = session.user_id
  const { method, wrong } = factorHandlers[factor.factor_type]
  const locked = await lockSession(tx, userId, session.id)
  if (!locked) throw refuse('session_not_found')
  if (!(await useChallenge(tx, userId, challenge.id, now))) throw refuse('mfa_ip_address_mismatch')
  if (!(await accept(tx)) || !(await markVerified(tx, userId, factor.id, now))) throw refuse('mfa_verification_failed', { message: wrong })
  const others = Amr.parse(locked.amr).filter(a => a.method !== method)
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }, ...others]
  const raised = await setAssurance(tx, userId, session.id, { aal: 'aal2', amr: JSON.stringify(amr), factor_id: factor.id })
  // A token from before must never yield aal2: whoever shows it ends the session.
  await retireTokens(tx, userId, session.id)
  const refreshToken = await newRefreshToken(deps, tx, raised, null)
  await endLowSessions(tx, userId)
  await dropUnverifiedFactors(tx, userId, now, factor.factor_type)
  return sessionBody(deps, tx, raised, refreshToken)
}
