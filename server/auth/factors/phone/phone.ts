// A phone as a second proof: a code goes to its number, and comes back.
import { z } from 'zod/mini'
import type { Row } from '../../../db/tables.ts'
import { read } from '../../endpoint.ts'
import { refuse } from '../../errors.ts'
import type { AuthParts } from '../../parts.ts'
import { codeHash, newCode } from '../../phones/codes.ts'
import { readPhone, refuseChannel } from '../../phones/number.ts'
import { countText, sendText } from '../../phones/send.ts'
import type { FactorWays } from '../ways.ts'
import { dropUnverifiedPhone, tryChallenge } from './store.ts'

const Enroll = z.object({ phone: z.nullish(z.string()) })
const Challenge = z.object({ channel: z.nullish(z.string()) })
const Verify = z.object({ code: z.nullish(z.string()) })

export const phone: FactorWays = {
  method: 'mfa/phone',
  wrong: 'Invalid MFA Phone code entered',
  isOn: parts => parts.sendCode !== null,
  async enroll(parts, { body, who: { user, factors } }) {
    const { phone: given } = read(Enroll, body)
    if (!given) throw refuse('validation_failed', { message: 'Phone number required to enroll Phone factor' })
    const digits = readPhone(given)
    const same = factors.find(one => one.phone === digits && one.status === 'verified')
    if (same) throw refuse('mfa_verified_factor_exists')
    await dropUnverifiedPhone(parts.db, user.id, digits)
    return { keep: { phone: digits }, show: { phone: digits } }
  },
  async challenge(parts, { body }, factor) {
    refuseChannel(read(Challenge, body).channel)
    const to = numberOf(factor)
    await countText(parts, to, 'second')
    const code = newCode()
    await sendText(parts, to, code, 'second')
    return { keep: { code_hash: hashFor(parts, factor, code) }, show: {} }
  },
  async verify(parts, { body }, factor, challenge) {
    const { code } = read(Verify, body)
    if (!code) throw refuse('validation_failed', { message: 'Code needs to be non-empty' })
    const attempts = await tryChallenge(parts.db, factor.user_id, challenge.id)
    const isRight = challenge.code_hash?.equals(hashFor(parts, factor, code)) && attempts <= parts.switches.oneTimeAttempts
    return isRight ? async () => true : null
  },
}

const hashFor = (parts: AuthParts, { user_id, id }: Row<'factors'>, code: string): Buffer => codeHash(parts, [user_id, 'factor', id], code)

function numberOf({ phone: digits }: Row<'factors'>): string {
  if (!digits) throw new Error('A phone has no number.')
  return digits
}
