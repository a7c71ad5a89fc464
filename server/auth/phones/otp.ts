// POST /otp by phone: sends a code that signs in, making a new person where that is wanted.
import { sleep } from '../../clock.ts'
import type { Tx } from '../../db/pool.ts'
import type { Ask } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { alikeMs } from '../mailed/asking.ts'
import { userByPhone } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { addPerson } from '../people.ts'
import { changeUser } from '../store.ts'
import { makeCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhones } from './number.ts'
import { countText, sendText } from './send.ts'

interface Given {
  phone: string
  channel: string | null | undefined
  metadata: Record<string, unknown>
  makesUser: boolean
}

export async function otpByPhone(parts: AuthParts, ask: Ask, given: Given): Promise<{ message_id: string }> {
  refuseWithoutPhones(parts)
  refuseChannel(given.channel)
  const phone = readPhone(given.phone)
  await countText(parts, phone)
  // A new number costs writes that a known one does not.
  const alike = sleep(alikeMs)
  const code = await parts.db.transaction().execute(async tx => {
    if (!(await userByPhone(tx, phone))) await addOwner(parts, tx, ask, phone, given)
    return codeForOwner(parts, tx, phone)
  })
  await alike
  return sendText(parts, phone, code)
}

async function addOwner(parts: AuthParts, tx: Tx, ask: Ask, phone: string, { metadata, makesUser }: Given): Promise<void> {
  if (!makesUser) throw refuse('otp_disabled')
  if (!parts.switches.signUpOpen) throw refuse('signup_disabled')
  const userId = await addPerson(parts, tx, { email: null, phone, passwordHash: null, confirmed: false, metadata })
  if (!userId) return
  await note(parts, tx, ask, { userId, email: null }, { name: 'auth.register', status: 'success', details: { method: 'otp' } })
}

/** A code that signs in whoever has the number; a password that its sender did not choose is dropped when the number is proven. */
export async function codeForOwner(parts: AuthParts, tx: Tx, phone: string, keepsPassword = false): Promise<string> {
  const owner = await userByPhone(tx, phone)
  if (!owner) throw new Error('A number was taken by nobody.')
  await changeUser(tx, owner.id, { confirmation_sent_at: parts.now() })
  return makeCode(parts, tx, owner.id, { kind: 'sms', phone, keepsPassword })
}
