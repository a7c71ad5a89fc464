// A phone as a second factor: we send a code to its number and the user enters it.
import { z } from 'zod/mini'
import type { Row } from '../../../foundation/db/tables.ts'
import type { AuthDeps } from '../../deps.ts'
import { read } from '../../endpoint.ts'
import { refuse } from '../../errors.ts'
import { codeHash, newCode } from '../../phone/codes.ts'
import { readPhone, refuseChannel } from '../../phone/number.ts'
import { countText, sendText } from '../../phone/send.ts'
import type { FactorHandler } from '../handler.ts'
import { dropUnverifiedPhone, tryChallenge } from './store.ts'

const Enroll = z.object({ phone: z.nullish(z.string()) })
const Challenge = z.object({ channel: z.nullish(z.string()) })
const Verify = z.object({ code: z.nullish(z.string()) })

export const phone: FactorHandler = {
  method: 'mfa/phone',
  wrong: 'Invalid MFA Phone code entered',
  isOn: deps => deps.sendCode !== null,
  async enroll(deps, { body, who: { user, factors } }) {
    const { phone: given } = read(Enroll, body)
    if (!given) throw refuse('validation_failed', { message: 'Phone number required to enroll Phone factor' })
    const digits = readPhone(given)
    const same = factors.find(one => one.phone === digits && one.status === 'verified')
    if (same) throw refuse('mfa_verified_factor_exists')
    await dropUnverifiedPhone(deps.db, user.id, digits)
    return { keep: { phone: digits }, show: { phone: digits } }
  },
  async challenge(deps, { body }, factor) {
    refuseChannel(read(Challenge, body).channel)
    const to = numberOf(factor)
    await countText(deps, to, 'second')
    const code = newCode()
    await sendText(deps, to, code, 'second')
    return { keep: { code_hash: hashFor(deps, factor, code) }, show: {} }
  },
  async verify(deps, { body }, factor, challenge) {
    const { code } = read(Verify, body)
    if (!code) throw refuse('validation_failed', { message: 'Code needs to be non-empty' })
    const attempts = await tryChallenge(deps.db, factor.user_id, challenge.id)
    const isRight = challenge.code_hash?.equals(hashFor(deps, factor, code)) && attempts <= deps.switches.oneTimeAttempts
    return isRight ? async () => true : null
  },
}

const hashFor = (deps: AuthDeps, { user_id, id }: Row<'factors'>, code: string): Buffer => codeHash(deps, [user_id, 'factor', id], code)

function numberOf({ phone: digits }: Row<'factors'>): string {
  if (!digits) throw new Error('A phone has no number.')
  return digits
}
