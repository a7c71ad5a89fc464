// POST /resend by phone: sends once more what is waiting to be confirmed.
import { sleep } from '../../clock.ts'
import type { Tx } from '../../db/pool.ts'
import { HttpError } from '../../http/errors.ts'
import { refuse } from '../errors.ts'
import { alikeMs } from '../mailed/asking.ts'
import { userByPhone, usersByNewPhone } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { changeUser } from '../store.ts'
import { makeCode } from './codes.ts'
import { readPhone, refuseWithoutPhones } from './number.ts'
import { codeForOwner } from './otp.ts'
import { countText, sendText } from './send.ts'

type Type = 'sms' | 'phone_change'

/** Says nothing about whether something is waiting: neither by its answer nor by how long that takes. */
export async function resendByPhone(parts: AuthParts, type: Type, given: string | null | undefined): Promise<Record<string, never>> {
  refuseWithoutPhones(parts)
  if (!given) throw refuse('validation_failed', { message: 'Type provided requires a phone number' })
  const phone = readPhone(given)
  await countText(parts, phone)
  const [waiting] = await Promise.all([parts.db.transaction().execute(tx => anew(parts, tx, type, phone)), sleep(alikeMs)])
  if (waiting)
    void sendText(parts, waiting.phone, waiting.code).catch((error: unknown) => {
      const reason = error instanceof HttpError ? error.code : 'failed'
      parts.log.warn({ reason }, 'a code that was asked for again was not sent')
    })
  return {}
}

async function anew(parts: AuthParts, tx: Tx, type: Type, phone: string): Promise<{ phone: string; code: string } | null> {
  const owner = await userByPhone(tx, phone)
  if (type === 'sms') return owner && !owner.phone_confirmed_at ? { phone, code: await codeForOwner(parts, tx, phone, true) } : null
  // Clients name the number that is to come, or the one that a person has.
  const user = (await usersByNewPhone(tx, phone))[0] ?? owner
  if (!user?.new_phone || (user.new_phone !== phone && !(await maySend(parts, user.new_phone)))) return null
  await changeUser(tx, user.id, { phone_change_sent_at: parts.now() })
  return { phone: user.new_phone, code: await makeCode(parts, tx, user.id, { kind: 'phone_change', phone: user.new_phone }) }
}

const maySend = (parts: AuthParts, phone: string): Promise<boolean> =>
  countText(parts, phone).then(
    () => true,
    () => false,
  )
