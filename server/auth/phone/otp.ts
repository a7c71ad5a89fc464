// POST /otp by phone: sends a sign-in code, creating the user if asked to.
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { AuthDeps } from '../deps.ts'
import { alikeMs } from '../email/request.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { userByPhone } from '../owners.ts'
import { changeUser } from '../store.ts'
import { addUser } from '../users.ts'
import { makeCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhones } from './number.ts'
import { countText, sendText } from './send.ts'

interface Given {
  phone: string
  channel: string | null | undefined
  metadata: Record<string, unknown>
  makesUser: boolean
}

export async function otpByPhone(deps: AuthDeps, request: AuthRequest, given: Given): Promise<{ message_id: string }> {
  refuseWithoutPhones(deps)
  refuseChannel(given.channel)
  const phone = readPhone(given.phone)
  await countText(deps, phone)
  // A new number costs writes that a known one does not.
  const alike = sleep(alikeMs)
  const code = await deps.db.transaction().execute(async tx => {
    if (!(await userByPhone(tx, phone))) await addOwner(deps, tx, request, phone, given)
    return codeForOwner(deps, tx, phone)
  })
  await alike
  return sendText(deps, phone, code)
}

async function addOwner(deps: AuthDeps, tx: Tx, request: AuthRequest, phone: string, { metadata, makesUser }: Given): Promise<void> {
  if (!makesUser) throw refuse('otp_disabled')
  if (!deps.switches.signUpOpen) throw refuse('signup_disabled')
  const userId = await addUser(deps, tx, { email: null, phone, passwordHash: null, confirmed: false, metadata })
  if (!userId) return
  await note(deps, tx, request, { userId, email: null }, { name: 'auth.register', status: 'success', details: { method: 'otp' } })
}

/** A code that signs in whoever has the number; a password that its sender did not choose is dropped when the number is proven. */
export async function codeForOwner(deps: AuthDeps, tx: Tx, phone: string, keepsPassword = false): Promise<string> {
  const owner = await userByPhone(tx, phone)
  if (!owner) throw new Error('A number was taken by nobody.')
  await changeUser(tx, owner.id, { confirmation_sent_at: deps.now() })
  return makeCode(deps, tx, owner.id, { kind: 'sms', phone, keepsPassword })
}
