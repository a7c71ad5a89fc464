// GET /reauthenticate by phone: sends a code that confirms a change of the password.
import type { Row } from '../../db/tables.ts'
import { refuse } from '../errors.ts'
import type { AuthParts } from '../parts.ts'
import { changeUser } from '../store.ts'
import { makeCode } from './codes.ts'
import { refuseWithoutPhones } from './number.ts'
import { countText, sendText } from './send.ts'

export async function reauthenticateByPhone(parts: AuthParts, user: Row<'users'>, phone: string): Promise<{ message_id: string }> {
  if (!user.phone_confirmed_at) throw refuse('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' })
  refuseWithoutPhones(parts)
  await countText(parts, phone)
  const code = await parts.db.transaction().execute(async tx => {
    await changeUser(tx, user.id, { reauthentication_sent_at: parts.now() })
    return makeCode(parts, tx, user.id, { kind: 'reauthentication', phone })
  })
  return sendText(parts, phone, code)
}
