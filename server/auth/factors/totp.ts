// Implements authenticator apps as a second factor (RFC 6238): six digits, SHA-1, a new code every 30 s.
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import { seal, unseal } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { ShortText } from '../shapes.ts'
import type { FactorHandler } from './handler.ts'
import { acceptStep } from './store.ts'

const Enroll = z.object({ issuer: z.nullish(z.string().check(z.maxLength(100))) })
const Verify = z.object({ code: z.nullish(ShortText) })

export const totp: FactorHandler = {
  method: 'totp',
  failureMessage: 'Invalid TOTP code entered',
  isEnabled: () => true,
  async enroll(deps, { body, record: { user } }, factorId) {
    const { issuer } = parseInput(Enroll, body)
    const secret = new Secret({ size: 20 })
    const uri = openTotp(secret.base32, { label: user.email ?? '', issuer: issuer || new URL(deps.publicUrl).host }).toString()
    // The client appends this unescaped to `data:image/svg+xml;utf-8,`: a # would end it.
    const qr_code = renderSVG(uri)
    return {
      stored: { sealed_secret: seal(deps.master, Buffer.from(secret.base32), totpContext(user.id, factorId)) },
      show: { totp: { qr_code, secret: secret.base32, uri } },
    }
  },
  challenge: async () => ({ stored: {}, show: {} }),
  async verify(deps, { body }, factor) {
    const { code } = parseInput(Verify, body)
    if (!code) throw refuse('validation_failed', { message: 'Code needs to be non-empty' })
    const step = findStep(deps, factor, code)
    return step === null ? null : tx => acceptStep(tx, factor.user_id, factor.id, step)
  },
}

/** The 30 s step of `code`, at most one before or after the current one; null when the code is wrong. */
function findStep(deps: AuthDeps, factor: Row<'factors'>, code: string): number | null {
  if (!factor.sealed_secret) throw new Error('An authenticator factor has no secret.')
  const secret = unseal(deps.master, factor.sealed_secret, totpContext(factor.user_id, factor.id)).toString()
  const timestamp = deps.now().getTime()
  const delta = openTotp(secret, { label: '', issuer: '' }).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

const periodSeconds = 30

const openTotp = (secret: string, name: { label: string; issuer: string }): TOTP =>
  new TOTP({ ...name, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })

export const totpContext = (userId: string, factorId: string) => ({ userId, row: factorId, column: 'sealed_secret' })
