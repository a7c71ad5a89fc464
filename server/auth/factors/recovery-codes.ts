// Serves /recovery-codes: counts them, makes new ones, and signs in with one in place of a lost second factor.
import { RecoveryCodeBody, type RecoveryCodeCount } from '../../../core/api/recovery-codes.ts'
import { keyedDigest, randomCode } from '../../foundation/seal.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { parseInput, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { rememberNetwork } from '../password-tries.ts'
import type { Session } from '../shapes.ts'
import { refuseUnprovenRequest } from '../step-up.ts'
import { lockSession } from '../store.ts'
import { recoveryMethod } from './by-type.ts'
import { raiseSession } from './raise-session.ts'
import { markRecoveryCode, readRecoveryCodes, saveRecoveryCodes } from './recovery-codes-store.ts'
import { consumeFactorTry, resetFactorTries } from './tries.ts'

const codeCount = 10
/** About 49 bits: with the limits on tries, nobody guesses one. */
const codeLength = 10

export async function countRecoveryCodes({ db }: AuthDeps, request: UserRequest): Promise<RecoveryCodeCount> {
  refuseLowAssurance(request, 'see the recovery codes')
  const codes = await readRecoveryCodes(db, request.record.user.id)
  return {
    left: codes.filter(code => code.used_at === null).length,
    total: codes.length,
    createdAt: codes[0]?.created_at.toISOString() ?? null,
  }
}

export async function makeRecoveryCodes(deps: AuthDeps, request: UserRequest): Promise<{ codes: string[] }> {
  const { user, factors } = request.record
  if (!factors.some(factor => factor.status === 'verified')) throw refuse('mfa_factor_not_found')
  refuseLowAssurance(request, 'make recovery codes')
  refuseUnprovenRequest(deps, request)
  const codes = Array.from({ length: codeCount }, () => randomCode(codeLength))
  const hashes = codes.map(code => hashCode(deps, user.id, code))
  await deps.db.transaction().execute(async tx => {
    await saveRecoveryCodes(tx, user.id, hashes, deps.now())
    const subject = { userId: user.id, email: user.email }
    await noteSecurityEvent(deps, tx, request, subject, { name: 'auth.recovery_codes_made', status: 'success' })
    await notifyOfChange(deps, tx, request, user, 'recoveryCodesMade')
  })
  deps.mailer.wake()
  return { codes: codes.map(code => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`) }
}

/** Returns an aal2 session, as a verified factor does. */
export async function signInWithRecoveryCode(deps: AuthDeps, request: UserRequest): Promise<Session> {
  await deps.counters.consume('factorVerify', request.ip)
  const { code } = parseInput(RecoveryCodeBody, request.body)
  const { session, record } = request
  if (!session) throw refuse('session_not_found')
  const { user } = record
  await consumeFactorTry(deps, request)
  const subject = { userId: user.id, email: user.email }
  const raised = await deps.db.transaction().execute(async tx => {
    const locked = await lockSession(tx, user.id, session.id)
    if (!locked) throw refuse('session_not_found')
    if (!(await markRecoveryCode(tx, user.id, hashCode(deps, user.id, code), deps.now()))) return null
    const left = (await readRecoveryCodes(tx, user.id)).filter(one => one.used_at === null).length
    await noteSecurityEvent(deps, tx, request, subject, { name: 'auth.recovery_code_used', status: 'warning', details: { left } })
    await notifyOfChange(deps, tx, request, user, 'recoveryCodeUsed', { values: { left: String(left) } })
    await rememberNetwork(deps, tx, user.id, request.ip)
    return raiseSession(deps, tx, locked, { method: recoveryMethod, factorId: null })
  })
  if (!raised) {
    const details = { reason: 'mfa_verification_failed', method: recoveryMethod }
    await noteSecurityEvent(deps, deps.db, request, subject, { name: 'failed_login_attempt', status: 'warning', details })
    throw refuse('mfa_verification_failed', { message: 'Invalid recovery code entered' })
  }
  await resetFactorTries(deps, user.id)
  deps.check.clearCache()
  deps.mailer.wake()
  return raised
}

/** Spaces, hyphens and case don't matter, as people type what they once printed. */
const hashCode = (deps: AuthDeps, userId: string, code: string): Buffer =>
  keyedDigest(deps.master, JSON.stringify(['recovery code', userId, code.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase()]))
