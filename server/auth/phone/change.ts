// Serves PUT /user with a phone: changes the number once the code sent to it is verified.

import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { userByPhone } from '../owners.ts'
import type { UserRecord } from '../store.ts'
import { changeUser } from '../store.ts'
import { createPhoneCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhoneSignIn } from './number.ts'
import { countPhoneCode, sendPhoneCode } from './send.ts'

/** The requested number, or null when the user already has it. */
export async function checkNewPhone(
  deps: AuthDeps,
  { user }: UserRecord,
  input: string,
  channel: string | null | undefined,
): Promise<string | null> {
  refuseWithoutPhoneSignIn(deps)
  refuseChannel(channel)
  const phone = readPhone(input)
  if (phone === user.phone && user.phone_confirmed_at) return null
  const owner = await userByPhone(deps.db, phone)
  if (owner && owner.id !== user.id) throw refuse('phone_exists')
  return phone
}

/** The number changes when /verify receives the code; until then the old one stays. */
export async function changePhone(deps: AuthDeps, userId: string, phone: string): Promise<void> {
  await countPhoneCode(deps, phone)
  const code = await deps.db.transaction().execute(async tx => {
    await changeUser(tx, userId, { new_phone: phone, phone_change_sent_at: deps.now() })
    return createPhoneCode(deps, tx, userId, { kind: 'phone_change', phone })
  })
  await sendPhoneCode(deps, phone, code)
}
