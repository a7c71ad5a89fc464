// POST /factors and DELETE /factors/:id: a second proof is enrolled, or given up.
import { Secret } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { newId, seal } from '../../seal.ts'
import { type PersonAsk, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import type { AuthParts } from '../parts.ts'
import { Amr } from '../shapes.ts'
import { dropFactor, dropUnverifiedFactors, insertFactor, readFactorSessions, setAssurance } from './store.ts'
import { secretPlace, totpOf } from './totp.ts'

const Enroll = z.object({
  factor_type: z.string().nullish(),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
})

const maxFactors = 10
const unverifiedMs = 300_000

export async function enroll(parts: AuthParts, ask: PersonAsk) {
  const { user, factors } = ask.who
  if (user.is_anonymous) throw refuse('no_authorization', { status: 403 })
  const { factor_type, friendly_name, issuer } = read(Enroll, ask.body)
  refuseType(factor_type)
  if (factors.some(f => f.status === 'verified') && ask.session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { message: 'AAL2 required to enroll a new factor' })
  const old = new Date(parts.now().getTime() - unverifiedMs)
  const kept = factors.filter(f => f.status === 'verified' || f.created_at > old)
  if (kept.length >= maxFactors) throw refuse('too_many_enrolled_mfa_factors')

  const now = parts.now()
  const id = newId(now)
  const secret = new Secret({ size: 20 })
  const added = await parts.db.transaction().execute(async tx => {
    await dropUnverifiedFactors(tx, user.id, old)
    return insertFactor(tx, user.id, {
      id,
      friendly_name: friendly_name ?? '',
      factor_type: 'totp',
      status: 'unverified',
      sealed_secret: seal(parts.master, Buffer.from(secret.base32), secretPlace(user.id, id)),
      created_at: now,
      updated_at: now,
    })
  })
  if (!added)
    throw refuse('mfa_factor_name_conflict', {
      message: `A factor with the friendly name "${friendly_name ?? ''}" for this user already exists`,
    })
  const uri = totpOf(secret.base32, { label: user.email ?? '', issuer: issuer || new URL(parts.publicUrl).host }).toString()
  // The client puts this behind `data:image/svg+xml;utf-8,` as it is: a # would end it.
  const qr_code = renderSVG(uri)
  return { id, type: 'totp' as const, friendly_name: friendly_name ?? '', totp: { qr_code, secret: secret.base32, uri } }
}

function refuseType(type: string | null | undefined): void {
  if (type === 'totp') return
  if (type === 'phone') throw refuse('mfa_phone_enroll_not_enabled')
  if (type === 'webauthn') throw refuse('mfa_webauthn_enroll_not_enabled')
  throw refuse('validation_failed', { message: 'factor_type needs to be either "totp", "phone", or "webauthn"' })
}

/** Gives up a factor; sessions that were raised by it fall back. */
export async function unenroll(parts: AuthParts, ask: PersonAsk) {
  const factor = factorOf(ask)
  if (factor.status === 'verified' && ask.session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { status: 422, message: 'AAL2 required to unenroll verified factor' })
  const userId = ask.who.user.id
  await parts.db.transaction().execute(async tx => {
    for (const session of await readFactorSessions(tx, userId, factor.id)) {
      const amr = Amr.parse(session.amr).filter(a => a.method !== 'totp')
      await setAssurance(tx, userId, session.id, { aal: 'aal1', amr: JSON.stringify(amr), factor_id: null })
    }
    await dropFactor(tx, userId, factor.id)
  })
  return { id: factor.id }
}

const Params = z.object({ id: z.uuid() })

/** The caller's own factor of this URL; throws 404. */
export function factorOf({ params, who }: PersonAsk): Row<'factors'> {
  const given = Params.safeParse(params)
  if (!given.success) throw refuse('validation_failed', { status: 404, message: 'factor_id must be an UUID' })
  const factor = who.factors.find(f => f.id === given.data.id)
  if (!factor) throw refuse('mfa_factor_not_found')
  return factor
}
