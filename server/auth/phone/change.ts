// Serves PUT /user with a phone: changes the number once the code sent to it is verified.

import type { AuthDeps } from '../deps.ts'
import type { UserRequest } from '../endpoint.ts'
import type { UserRecord } from '../store.ts'
import { changeUser } from '../store.ts'
import { createPhoneCode } from './codes.ts'
import { readPhone, refuseChannel, refuseWithoutPhoneSignIn } from './number.ts'
import { limitPhoneCodes, sendPhoneCode } from './send.ts'

/** The requested number, or null when the user already has it. */
export function checkNewPhone(deps: AuthDeps, { user }: UserRecord, input: string, channel: string | null | undefined): string | null {
  refuseWithoutPhoneSignIn(deps)
  refuseChannel(channel)
  const phone = readPhone(input)
  return phone === user.phone && user.phone_confirmed_at ? null : phone
}

/** The number changes when /verify receives the code; until then the old one stays. A number that somebody has gets the code too, in vain. */
export async function changePhone(deps: AuthDeps, request: UserRequest, phone: string): Promise<void> {
  const userId = request.record.user.id
  await limitPhoneCodes(deps, request, phone, 'own')
  const code = await deps.db.transaction().execute(async tx => {
    await changeUser(tx, userId, { new_phone: phone, phone_change_sent_at: deps.now() })
    return createPhoneCode(deps, tx, userId, { kind: 'phone_change', phone })
  })
  await sendPhoneCode(deps, phone, code, 'own')
}
