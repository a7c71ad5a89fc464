// Serves POST /resend by phone: sends a pending confirmation again.
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthDeps } from '../deps.ts'
import { uniformMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { userByPhone, usersByNewPhone } from '../owners.ts'
import { changeUser } from '../store.ts'
import { createPhoneCode } from './codes.ts'
import { readPhone, refuseWithoutPhoneSignIn } from './number.ts'
import { createSignInCode } from './otp.ts'
import { limitPhoneCodes, sendPhoneCode } from './send.ts'

type Type = 'sms' | 'phone_change'

/** Reveals neither by its response nor by its duration whether a confirmation is pending. */
export async function resendByPhone(
  deps: AuthDeps,
  request: AuthRequest,
  type: Type,
  input: string | null | undefined,
): Promise<Record<string, never>> {
  refuseWithoutPhoneSignIn(deps)
  if (!input) throw refuse('validation_failed', { message: 'Type provided requires a phone number' })
  const phone = readPhone(input)
  await limitPhoneCodes(deps, request, phone)
  const [renewed] = await Promise.all([deps.db.transaction().execute(tx => renewCode(deps, tx, request, type, phone)), sleep(uniformMs)])
  if (renewed)
    void sendPhoneCode(deps, renewed.phone, renewed.code).catch((error: unknown) => {
      const reason = error instanceof HttpError ? error.code : 'failed'
      deps.log.warn({ reason }, 'a requested code could not be resent')
    })
  return {}
}

async function renewCode(
  deps: AuthDeps,
  tx: Tx,
  request: AuthRequest,
  type: Type,
  phone: string,
): Promise<{ phone: string; code: string } | null> {
  const owner = await userByPhone(tx, phone)
  if (type === 'sms') return owner && !owner.phone_confirmed_at ? { phone, code: await createSignInCode(deps, tx, phone, true) } : null
  // Clients send either the new number or the current one.
  const user = (await usersByNewPhone(tx, phone))[0] ?? owner
  if (!user?.new_phone || (user.new_phone !== phone && !(await maySend(deps, request, user.new_phone)))) return null
  await changeUser(tx, user.id, { phone_change_sent_at: deps.now() })
  return { phone: user.new_phone, code: await createPhoneCode(deps, tx, user.id, { kind: 'phone_change', phone: user.new_phone }) }
}

const maySend = (deps: AuthDeps, request: AuthRequest, phone: string): Promise<boolean> =>
  limitPhoneCodes(deps, request, phone).then(
    () => true,
    () => false,
  )
