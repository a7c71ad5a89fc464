// Implements a phone as a second factor: we send a code to its number and the user enters it.
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import type { AuthDeps } from '../../deps.ts'
import { parseInput } from '../../endpoint.ts'
import { refuse } from '../../errors.ts'
import { hashPhoneCode, newCode } from '../../phone/codes.ts'
import { readPhone, refuseChannel } from '../../phone/number.ts'
import { limitPhoneCodes, sendPhoneCode } from '../../phone/send.ts'
import { Address, ShortText } from '../../shapes.ts'
import type { FactorHandler } from '../handler.ts'
import { dropUnverifiedPhone, tryChallenge } from './store.ts'

const Enroll = z.object({ phone: z.nullish(Address) })
const Challenge = z.object({ channel: z.nullish(ShortText) })
const Verify = z.object({ code: z.nullish(ShortText) })

export const phone: FactorHandler = {
  method: 'mfa/phone',
  failureMessage: 'Invalid MFA Phone code entered',
  isEnabled: deps => deps.sendCode !== null,
  async enroll(deps, { body, record: { user, factors } }) {
    const { phone: input } = parseInput(Enroll, body)
    if (!input) throw refuse('validation_failed', { message: 'Phone number required to enroll Phone factor' })
    const digits = readPhone(input)
    const duplicate = factors.find(f => f.phone === digits && f.status === 'verified')
    if (duplicate) throw refuse('mfa_verified_factor_exists')
    await dropUnverifiedPhone(deps.db, user.id, digits)
    return { stored: { phone: digits }, show: { phone: digits } }
  },
  async challenge(deps, request, factor) {
    refuseChannel(parseInput(Challenge, request.body).channel)
    const number = requireNumber(factor)
    await limitPhoneCodes(deps, request, number, 'second')
    const code = newCode()
    await sendPhoneCode(deps, number, code, 'second')
    return { stored: { code_hash: hashCode(deps, factor, code) }, show: {} }
  },
  async verify(deps, { body }, factor, challenge) {
    const { code } = parseInput(Verify, body)
    if (!code) throw refuse('validation_failed', { message: 'Code needs to be non-empty' })
    const attempts = await tryChallenge(deps.db, factor.user_id, challenge.id)
    const isRight = challenge.code_hash?.equals(hashCode(deps, factor, code)) && attempts <= deps.switches.oneTimeAttempts
    return isRight ? async () => true : null
  },
}

const hashCode = (deps: AuthDeps, { user_id, id }: Row<'factors'>, code: string): Buffer =>
  hashPhoneCode(deps, [user_id, 'factor', id], code)

function requireNumber({ phone: digits }: Row<'factors'>): string {
  if (!digits) throw new Error('A phone factor has no number.')
  return digits
}
