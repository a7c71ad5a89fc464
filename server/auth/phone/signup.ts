// Serves POST /signup by phone: creates a user and sends a code to confirm the number.
import { sleep } from '../../foundation/clock.ts'
import { decoyUser } from '../decoy-user.ts'
import type { AuthDeps } from '../deps.ts'
import { readCodeChallenge } from '../email/pkce.ts'
import { uniformMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { refuseWeak } from '../passwords.ts'
import type { User } from '../shapes.ts'
import { readUser } from '../store.ts'
import { addUser } from '../users.ts'
import { userView } from '../view.ts'
import { readPhone, refuseChannel } from './number.ts'
import { createSignInCode } from './otp.ts'
import { limitPhoneCodes, sendPhoneCode } from './send.ts'

interface PhoneSignUpInput {
  phone: string
  password: string
  channel: string | null | undefined
  metadata: Record<string, unknown>
}

/** Returns only the user: a number is always confirmed by a code, which /verify exchanges for a session. */
export async function signUpByPhone(deps: AuthDeps, request: AuthRequest, input: PhoneSignUpInput): Promise<User> {
  const { password, channel, metadata } = input
  refuseChannel(channel)
  if (readCodeChallenge(request.body)) throw refuse('validation_failed', { message: 'PKCE not supported for phone signups' })
  const phone = readPhone(input.phone)
  await refuseWeak(password, deps.switches.passwordMin, deps.isBreached)
  await limitPhoneCodes(deps, request, phone)
  const passwordHash = await deps.passwords.hash(password, request.ip)
  const minimumTime = sleep(uniformMs)
  const { user, code } = await deps.db.transaction().execute(async tx => {
    const userId = await addUser(deps, tx, { email: null, phone, passwordHash, confirmed: false, metadata })
    if (userId)
      await noteSecurityEvent(
        deps,
        tx,
        request,
        { userId, email: null },
        { name: 'auth.register', status: 'success', details: { method: 'phone' } },
      )
    // When two people sign up with one number its owner is unknown, so that neither password is kept.
    return { code: await createSignInCode(deps, tx, phone, userId !== null), user: userId && (await readUser(tx, userId)) }
  })
  await minimumTime
  // An existing owner can sign in with the code, so that both cases look the same and reveal no account.
  await sendPhoneCode(deps, phone, code)
  return user ? userView(user) : decoyUser(deps, { email: null, phone, metadata })
}
