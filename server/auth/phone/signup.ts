// POST /signup by phone: creates a user and sends a code to confirm the number.
import { sleep } from '../../foundation/clock.ts'
import { decoyUser } from '../decoy-user.ts'
import type { AuthDeps } from '../deps.ts'
import { readChallenge } from '../email/pkce.ts'
import { alikeMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { refuseWeak } from '../passwords.ts'
import type { User } from '../shapes.ts'
import { readUser } from '../store.ts'
import { addUser } from '../users.ts'
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
export async function signUpByPhone(deps: AuthDeps, request: AuthRequest, given: Given): Promise<User> {
  const { password, channel, metadata } = given
  refuseChannel(channel)
  if (readChallenge(request.body)) throw refuse('validation_failed', { message: 'PKCE not supported for phone signups' })
  const phone = readPhone(given.phone)
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  await countText(deps, phone)
  const passwordHash = await deps.passwords.hash(password)
  const alike = sleep(alikeMs)
  const { user, code } = await deps.db.transaction().execute(async tx => {
    const userId = await addUser(deps, tx, { email: null, phone, passwordHash, confirmed: false, metadata })
    if (userId)
      await note(deps, tx, request, { userId, email: null }, { name: 'auth.register', status: 'success', details: { method: 'phone' } })
    // Of two who sign up with one number nobody knows yet whose it is: neither password stays.
    return { code: await codeForOwner(deps, tx, phone, userId !== null), user: userId && (await readUser(tx, userId)) }
  })
  await alike
  // To whoever has the number already it is a way in, so that both are asked for a code, and nobody learns who has an account.
  await sendText(deps, phone, code)
  return user ? userView(user) : decoyUser(deps, { email: null, phone, metadata })
}
