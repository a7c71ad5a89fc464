// Serves POST /otp by phone: sends a sign-in code, creating the user if requested.
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { AuthDeps } from '../deps.ts'
import { uniformMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { userByPhone } from '../owners.ts'
import { changeUser } from '../store.ts'
import { addUser } from '../users.ts'
import { createPhoneCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhoneSignIn } from './number.ts'
import { limitPhoneCodes, sendPhoneCode } from './send.ts'

interface PhoneOtpInput {
  phone: string
  channel: string | null | undefined
  metadata: Record<string, unknown>
  createsUser: boolean
}

export async function otpByPhone(deps: AuthDeps, request: AuthRequest, input: PhoneOtpInput): Promise<{ message_id: string }> {
  refuseWithoutPhoneSignIn(deps)
  refuseChannel(input.channel)
  const phone = readPhone(input.phone)
  await limitPhoneCodes(deps, request, phone)
  // A new number costs extra writes, which must not show in the response time.
  const minimumTime = sleep(uniformMs)
  const code = await deps.db.transaction().execute(async tx => {
    if (!(await userByPhone(tx, phone))) await createOwner(deps, tx, request, phone, input)
    return createSignInCode(deps, tx, phone)
  })
  await minimumTime
  return sendPhoneCode(deps, phone, code)
}

async function createOwner(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  phone: string,
  { metadata, createsUser }: PhoneOtpInput,
): Promise<void> {
  if (!createsUser) throw refuse('otp_disabled')
  if (!deps.switches.signUpOpen) throw refuse('signup_disabled')
  const userId = await addUser(deps, tx, { email: null, phone, passwordHash: null, confirmed: false, metadata })
  if (!userId) return
  await noteSecurityEvent(
    deps,
    tx,
    request,
    { userId, email: null },
    { name: 'auth.register', status: 'success', details: { method: 'otp' } },
  )
}

/** Creates a code that signs in the number's owner. Unless `keepsPassword`, redeeming it drops the password of an unconfirmed account. */
export async function createSignInCode(deps: AuthDeps, tx: Tx, phone: string, keepsPassword = false): Promise<string> {
  const owner = await userByPhone(tx, phone)
  if (!owner) throw new Error('A taken phone number has no owner.')
  await changeUser(tx, owner.id, { confirmation_sent_at: deps.now() })
  return createPhoneCode(deps, tx, owner.id, { kind: 'sms', phone, keepsPassword })
}
