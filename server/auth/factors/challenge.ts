// POST /factors/:id/challenge and /verify: a proof by a factor raises the session to aal2.
import { z } from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { newId } from '../../seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import { type PersonAsk, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { tellChanged } from '../mailed/changed.ts'
import type { AuthParts } from '../parts.ts'
import { newRefreshToken, sessionBody } from '../session.ts'
import { Amr, type Session } from '../shapes.ts'
import { lockSession } from '../store.ts'
import { byType } from './by-type.ts'
import { factorOf, nameOf } from './enroll.ts'
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
import type { Accept, FactorWays } from './ways.ts'

const challengeMs = 300_000

export async function challengeFactor(parts: AuthParts, ask: PersonAsk) {
  await parts.counters.take('factorChallenge', ask.ip)
  const factor = factorToProve(ask)
  const { keep, show } = await waysOf(parts, factor).challenge(parts, ask, factor)
  const now = parts.now()
  const id = newId(now)
  await insertChallenge(parts.db, ask.who.user.id, { ...keep, id, factor_id: factor.id, ip: ask.ip, created_at: now })
  return { id, type: factor.factor_type, expires_at: Math.floor((now.getTime() + challengeMs) / 1000), ...show }
}

const Verify = z.object({ challenge_id: z.nullish(z.string()) })

/** A session of aal2 with a refresh token of its own; every session without a second proof ends. */
export async function verifyFactor(parts: AuthParts, ask: PersonAsk): Promise<Session> {
  await parts.counters.take('factorVerify', ask.ip)
  const factor = factorToProve(ask)
  const ways = waysOf(parts, factor)
  const { challenge_id } = read(Verify, ask.body)
  const { session, who } = ask
  if (!session) throw refuse('session_not_found')
  const challenge = await checkedChallenge(parts, ask, factor, challenge_id)
  // Six digits can be guessed from many addresses: the tries of one person are counted too.
  await parts.counters.take('factorTries', who.user.id)
  const accept = await ways.verify(parts, ask, factor, challenge)
  if (!accept) {
    await noteWrongProof(parts, ask, ways)
    throw refuse('mfa_verification_failed', { message: ways.wrong })
  }
  const raised = await parts.db.transaction().execute(async tx => {
    if (factor.status === 'unverified') await tellChanged(parts, tx, ask, who.user, 'factorAdded', { factor: nameOf(factor) })
    return raise(parts, tx, session, factor, challenge, accept)
  })
  parts.check.forget()
  parts.mailer.wake()
  return raised
}

/** The factor of this URL. Beside a verified one, a new one is proven by who has shown that: else a password alone would add another. */
function factorToProve(ask: PersonAsk): Row<'factors'> {
  const factor = factorOf(ask)
  if (factor.status === 'unverified') refuseLowAssurance(ask, 'verify a new factor')
  return factor
}

function waysOf(parts: AuthParts, { factor_type }: Row<'factors'>): FactorWays {
  const ways = byType[factor_type]
  if (!ways.isOn(parts)) throw refuse(`mfa_${factor_type}_verify_not_enabled`)
  return ways
}

/** Whoever gives a wrong proof has the password already: the person should see it in their log. */
async function noteWrongProof(parts: AuthParts, ask: PersonAsk, { method }: FactorWays): Promise<void> {
  const { id: userId, email } = ask.who.user
  const details = { reason: 'mfa_verification_failed', method }
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
  accept: Accept,
): Promise<Session> {
  const now = parts.now()
  const userId = session.user_id
  const { method, wrong } = byType[factor.factor_type]
  const locked = await lockSession(tx, userId, session.id)
  if (!locked) throw refuse('session_not_found')
  if (!(await useChallenge(tx, userId, challenge.id, now))) throw refuse('mfa_ip_address_mismatch')
  if (!(await accept(tx)) || !(await markVerified(tx, userId, factor.id, now))) throw refuse('mfa_verification_failed', { message: wrong })
  const others = Amr.parse(locked.amr).filter(a => a.method !== method)
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }, ...others]
  const raised = await setAssurance(tx, userId, session.id, { aal: 'aal2', amr: JSON.stringify(amr), factor_id: factor.id })
  // A token from before must never yield aal2: whoever shows it ends the session.
  await retireTokens(tx, userId, session.id)
  const refreshToken = await newRefreshToken(parts, tx, raised, null)
  await endLowSessions(tx, userId)
  await dropUnverifiedFactors(tx, userId, now, factor.factor_type)
  return sessionBody(parts, tx, raised, refreshToken)
}
