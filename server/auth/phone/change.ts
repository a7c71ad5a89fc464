// PUT /user with a phone: changes the number once the code sent to it comes back.

import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { userByPhone } from '../owners.ts'
import type { UserRecord } from '../store.ts'
import { changeUser } from '../store.ts'
import { makeCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhones } from './number.ts'
import { countText, sendText } from './send.ts'

/** The number that is asked for, or null when the person has it already. */
export async function checkedPhone(
  deps: AuthDeps,
  { user }: UserRecord,
  given: string,
  channel: string | null | undefined,
): Promise<string | null> {
  refuseWithoutPhones(deps)
  refuseChannel(channel)
  const phone = readPhone(given)
  if (phone === user.phone && user.phone_confirmed_at) return null
  const owner = await userByPhone(deps.db, phone)
  if (owner && owner.id !== user.id) throw refuse('phone_exists')
  return phone
}

/** The number moves when /verify brings the code; until then the old one stays. */
export async function changePhone(deps: AuthDeps, userId: string, phone: string): Promise<void> {
  await countText(deps, phone)
  const code = await deps.db.transaction().execute(async tx => {
    await changeUser(tx, userId, { new_phone: phone, phone_change_sent_at: deps.now() })
    return makeCode(deps, tx, userId, { kind: 'phone_change', phone })
  })
  await sendText(deps, phone, code)
}
