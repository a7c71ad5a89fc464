// Serves GET /reauthenticate by phone: sends the code that confirms a password change.
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { UserRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { changeUser } from '../store.ts'
import { createPhoneCode } from './codes.ts'
import { refuseWithoutPhoneSignIn } from './number.ts'
import { limitPhoneCodes, sendPhoneCode } from './send.ts'

export async function reauthenticateByPhone(
  deps: AuthDeps,
  request: UserRequest,
  user: Row<'users'>,
  phone: string,
): Promise<{ message_id: string }> {
  if (!user.phone_confirmed_at) throw refuse('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' })
  refuseWithoutPhoneSignIn(deps)
  await limitPhoneCodes(deps, request, phone, 'own')
  const code = await deps.db.transaction().execute(async tx => {
    await changeUser(tx, user.id, { reauthentication_sent_at: deps.now() })
    return createPhoneCode(deps, tx, user.id, { kind: 'reauthentication', phone })
  })
  return sendPhoneCode(deps, phone, code, 'own')
}
