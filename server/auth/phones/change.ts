// PUT /user with a phone: another number, once the code that goes to it has come back.
import { refuse } from '../errors.ts'
import { userByPhone } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import type { UserRecord } from '../store.ts'
import { changeUser } from '../store.ts'
import { makeCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhones } from './number.ts'
import { countText, sendText } from './send.ts'

/** The number that is asked for, or null when the person has it already. */
export async function checkedPhone(
  parts: AuthParts,
  { user }: UserRecord,
  given: string,
  channel: string | null | undefined,
): Promise<string | null> {
  refuseWithoutPhones(parts)
  refuseChannel(channel)
  const phone = readPhone(given)
  if (phone === user.phone && user.phone_confirmed_at) return null
  const owner = await userByPhone(parts.db, phone)
  if (owner && owner.id !== user.id) throw refuse('phone_exists')
  return phone
}

/** The number moves when /verify brings the code; until then the old one stays. */
export async function changePhone(parts: AuthParts, userId: string, phone: string): Promise<void> {
  await countText(parts, phone)
  const code = await parts.db.transaction().execute(async tx => {
    await changeUser(tx, userId, { new_phone: phone, phone_change_sent_at: parts.now() })
    return makeCode(parts, tx, userId, { kind: 'phone_change', phone })
  })
  await sendText(parts, phone, code)
}
