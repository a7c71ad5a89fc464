// POST /signup by phone: a new person who is asked for the code that went to their number.
import { sleep } from '../../clock.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { lookalike } from '../lookalike.ts'
import { alikeMs } from '../mailed/asking.ts'
import { readChallenge } from '../mailed/pkce.ts'
import type { AuthParts } from '../parts.ts'
import { refuseWeak } from '../passwords.ts'
import { addPerson } from '../people.ts'
import type { User } from '../shapes.ts'
import { readUser } from '../store.ts'
import { userView } from '../view.ts'
import { readPhone, refuseChannel } from './number.ts'
import { codeForOwner } from './otp.ts'
import { countText, sendText } from './send.ts'

interface Given {
  phone: string
  password: string
  channel: string | null | undefined
  metadata: Record<string, unknown>
}

/** The user alone: a number is always confirmed by its code, which /verify exchanges for a session. */
export async function signUpByPhone(parts: AuthParts, ask: Ask, given: Given): Promise<User> {
  const { password, channel, metadata } = given
  refuseChannel(channel)
  if (readChallenge(ask.body)) throw refuse('validation_failed', { message: 'PKCE not supported for phone signups' })
  const phone = readPhone(given.phone)
  await refuseWeak(password, parts.switches.passwordMin, parts.isBreached)
  await countText(parts, phone)
  const passwordHash = await parts.passwords.hash(password)
  const alike = sleep(alikeMs)
  const { user, code } = await parts.db.transaction().execute(async tx => {
    const userId = await addPerson(parts, tx, { email: null, phone, passwordHash, confirmed: false, metadata })
    if (userId)
      await note(parts, tx, ask, { userId, email: null }, { name: 'auth.register', status: 'success', details: { method: 'phone' } })
    // Of two who sign up with one number nobody knows yet whose it is: neither password stays.
    return { code: await codeForOwner(parts, tx, phone, userId !== null), user: userId && (await readUser(tx, userId)) }
  })
  await alike
  // To whoever has the number already it is a way in, so that both are asked for a code, and nobody learns who has an account.
  await sendText(parts, phone, code)
  return user ? userView(user) : lookalike(parts, { email: null, phone, metadata })
}
