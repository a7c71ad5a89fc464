// Serves POST /factors and DELETE /factors/:id: enrolls or removes a second factor.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { requestWords } from '../../foundation/words.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import { parseInput, type UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { Amr, FactorType, ShortText } from '../shapes.ts'
import { refuseUnprovenRequest } from '../step-up.ts'
import { factorHandlers, secondMethods } from './by-type.ts'
import { dropUselessRecoveryCodes } from './recovery-codes-store.ts'
import { dropFactor, dropUnverifiedFactors, insertFactor, readFactorSessions, setAssurance } from './store.ts'

const Enroll = z.object({ factor_type: z.nullish(ShortText), friendly_name: z.nullish(z.string().check(z.maxLength(100))) })

const maxFactors = 10
const unverifiedMs = 300_000

export async function enroll(deps: AuthDeps, request: UserRequest) {
  const { user, factors } = request.record
  if (user.is_anonymous) throw refuse('no_authorization', { status: 403 })
  const { factor_type, friendly_name } = parseInput(Enroll, request.body)
  const type = parseType(factor_type)
  const handler = factorHandlers[type]
  if (!handler.isEnabled(deps)) throw refuse(`mfa_${type}_enroll_not_enabled`)
  if (factors.some(f => f.status === 'verified') && request.session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { message: 'AAL2 required to enroll a new factor' })
  refuseUnprovenRequest(deps, request)
  const now = deps.now()
  const staleBefore = new Date(now.getTime() - unverifiedMs)
  const current = factors.filter(f => f.status === 'verified' || f.created_at > staleBefore)
  if (current.length >= maxFactors) throw refuse('too_many_enrolled_mfa_factors')

  const id = newId(now)
  const name = friendly_name ?? ''
  const { stored, show } = await handler.enroll(deps, request, id)
  const factor = { ...stored, id, friendly_name: name, factor_type: type, status: 'unverified' as const, created_at: now, updated_at: now }
  const added = await deps.db.transaction().execute(async tx => {
    await dropUnverifiedFactors(tx, user.id, staleBefore)
    return insertFactor(tx, user.id, factor)
  })
  if (!added)
    throw refuse('mfa_factor_name_conflict', { message: `A factor with the friendly name "${name}" for this user already exists` })
  return { id, type, friendly_name: name, ...show }
}

function parseType(input: string | null | undefined): FactorType {
  const type = FactorType.safeParse(input)
  if (type.success) return type.data
  throw refuse('validation_failed', { message: 'factor_type needs to be either "totp", "phone", or "webauthn"' })
}

/** Removes one of the user's own factors. */
export async function unenroll(deps: AuthDeps, request: UserRequest) {
  const factor = readOwnFactor(request)
  if (factor.status === 'verified' && request.session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { status: 422, message: 'AAL2 required to unenroll verified factor' })
  await deps.db.transaction().execute(async tx => {
    await removeFactor(tx, request.record.user.id, factor.id)
    if (factor.status !== 'verified') return
    const { id: userId, email } = request.record.user
    const details = { factor: factor.factor_type }
    await noteSecurityEvent(deps, tx, request, { userId, email }, { name: 'auth.factor_removed', status: 'success', details })
    await notifyOfChange(deps, tx, request, request.record.user, 'factorGone', { values: { factor: factorName(factor) } })
  })
  deps.mailer.wake()
  return { id: factor.id }
}

/** The factor's name in emails. */
export const factorName = ({ factor_type }: Row<'factors'>): string => requestWords().of('auth')(`factor.${factor_type}`)

/** Deletes a factor; sessions that it raised fall back to aal1. */
export async function removeFactor(tx: Tx, userId: string, factorId: string): Promise<void> {
  for (const session of await readFactorSessions(tx, userId, factorId)) {
    const amr = Amr.parse(session.amr).filter(a => !secondMethods.includes(a.method))
    await setAssurance(tx, userId, session.id, { aal: 'aal1', amr: JSON.stringify(amr), factor_id: null })
  }
  await dropFactor(tx, userId, factorId)
  await dropUselessRecoveryCodes(tx, userId)
}

const Params = z.object({ id: z.uuid() })

/** The user's own factor in this URL; throws 404. */
export function readOwnFactor({ params, record }: UserRequest): Row<'factors'> {
  const parsed = Params.safeParse(params)
  if (!parsed.success) throw refuse('validation_failed', { status: 404, message: 'factor_id must be an UUID' })
  const factor = record.factors.find(f => f.id === parsed.data.id)
  if (!factor) throw refuse('mfa_factor_not_found')
  return factor
}
