// POST /factors/:id/challenge and /verify: a code raises the session to aal2.
import { z } from 'zod'
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { newId } from '../../seal.ts'
import { type PersonAsk, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import type { AuthParts } from '../parts.ts'
import { newRefreshToken, sessionBody } from '../session.ts'
import { Amr, type Session } from '../shapes.ts'
import { lockSession } from '../store.ts'
import { factorOf } from './enroll.ts'
import {
  acceptStep,
  dropUnverifiedFactors,
  endLowSessions,
  insertChallenge,
  readChallenge,
  retireTokens,
  setAssurance,
  useChallenge,
} from './store.ts'
import { stepOf } from './totp.ts'

const challengeMs = 300_000

export async function challengeFactor(parts: AuthParts, ask: PersonAsk) {
  await parts.counters.take('factorChallenge', ask.ip)
  const factor = factorOf(ask)
  const now = parts.now()
  const id = newId(now)
  await insertChallenge(parts.db, ask.who.user.id, { id, factor_id: factor.id, ip: ask.ip, created_at: now })
  return { id, type: 'totp' as const, expires_at: Math.floor((now.getTime() + challengeMs) / 1000) }
}

const Verify = z.object({ challenge_id: z.string().nullish(), code: z.string().nullish() })

/** A session of aal2 with a refresh token of its own; every session without a second proof ends. */
export async function verifyFactor(parts: AuthParts, ask: PersonAsk): Promise<Session> {
  await parts.counters.take('factorVerify', ask.ip)
  const factor = factorOf(ask)
  const { challenge_id, code } = read(Verify, ask.body)
  if (!code) throw refuse('validation_failed', { message: 'Code needs to be non-empty' })
  const { session, who } = ask
  if (!session) throw refuse('session_not_found')
  const challenge = await checkedChallenge(parts, ask, factor, challenge_id)
  // Six digits can be guessed from many addresses: the tries of one person are counted too.
  await parts.counters.take('factorTries', who.user.id)
  const step = stepOf(parts, factor, code)
  if (step === null) {
    await noteWrongCode(parts, ask)
    throw refuse('mfa_verification_failed')
  }
  const raised = await parts.db.transaction().execute(tx => raise(parts, tx, session, factor, challenge, step))
  parts.check.forget()
  return raised
}

/** Whoever enters a wrong code has the password already: the person should see it in their log. */
async function noteWrongCode(parts: AuthParts, ask: PersonAsk): Promise<void> {
  const { id: userId, email } = ask.who.user
  const details = { reason: 'mfa_verification_failed', method: 'totp' }
  await note(parts, parts.db, ask, { userId, email }, { name: 'failed_login_attempt', status: 'warning', details })
}

async function checkedChallenge(parts: AuthParts, { who, ip }: PersonAsk, factor: Row<'factors'>, given: string | null | undefined) {
  const id = z.uuid().safeParse(given)
  const challenge = id.success ? await readChallenge(parts.db, who.user.id, id.data) : null
  if (!challenge || challenge.factor_id !== factor.id)
    throw refuse('mfa_factor_not_found', { status: 422, message: 'MFA factor with the provided challenge ID not found' })
  if (challenge.verified_at || challenge.ip !== ip) throw refuse('mfa_ip_address_mismatch')
  if (parts.now().getTime() - challenge.created_at.getTime() >= challengeMs) throw refuse('mfa_challenge_expired')
  return challenge
}

async function raise(
  parts: AuthParts,
  tx: Tx,
  session: Row<'sessions'>,
  factor: Row<'factors'>,
  challenge: Row<'challenges'>,
  step: number,
): Promise<Session> {
  const now = parts.now()
  const userId = session.user_id
  const locked = await lockSession(tx, userId, session.id)
  if (!locked) throw refuse('session_not_found')
  if (!(await useChallenge(tx, userId, challenge.id, now))) throw refuse('mfa_ip_address_mismatch')
  if (!(await acceptStep(tx, userId, factor.id, step, now))) throw refuse('mfa_verification_failed')
  const others = Amr.parse(locked.amr).filter(a => a.method !== 'totp')
  const amr = [{ method: 'totp', timestamp: Math.floor(now.getTime() / 1000) }, ...others]
  const raised = await setAssurance(tx, userId, session.id, { aal: 'aal2', amr: JSON.stringify(amr), factor_id: factor.id })
  // A token from before must never yield aal2: whoever shows it ends the session.
  await retireTokens(tx, userId, session.id)
  const refreshToken = await newRefreshToken(parts, tx, raised, null)
  await endLowSessions(tx, userId)
  await dropUnverifiedFactors(tx, userId, now)
  return sessionBody(parts, tx, raised, refreshToken)
}
