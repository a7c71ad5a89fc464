// POST /resend by phone: sends a pending confirmation again.
import { sleep } from '../../foundation/clock.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthDeps } from '../deps.ts'
import { alikeMs } from '../email/request.ts'
import { refuse } from '../errors.ts'
import { userByPhone, usersByNewPhone } from '../owners.ts'
import { changeUser } from '../store.ts'
import { makeCode } from './codes.ts'
import { readPhone, refuseWithoutPhones } from './number.ts'
import { codeForOwner } from './otp.ts'
import { countText, sendText } from './send.ts'

type Type = 'sms' | 'phone_change'

/** Says nothing about whether something is waiting: neither by its answer nor by how long that takes. */
export async function resendByPhone(deps: AuthDeps, type: Type, given: string | null | undefined): Promise<Record<string, never>> {
  refuseWithoutPhones(deps)
  if (!given) throw refuse('validation_failed', { message: 'Type provided requires a phone number' })
  const phone = readPhone(given)
  await countText(deps, phone)
  const [waiting] = await Promise.all([deps.db.transaction().execute(tx => anew(deps, tx, type, phone)), sleep(alikeMs)])
  if (waiting)
    void sendText(deps, waiting.phone, waiting.code).catch((error: unknown) => {
      const reason = error instanceof HttpError ? error.code : 'failed'
      deps.log.warn({ reason }, 'a code that was asked for again was not sent')
    })
  return {}
}

async function anew(deps: AuthDeps, tx: Tx, type: Type, phone: string): Promise<{ phone: string; code: string } | null> {
  const owner = await userByPhone(tx, phone)
  if (type === 'sms') return owner && !owner.phone_confirmed_at ? { phone, code: await codeForOwner(deps, tx, phone, true) } : null
  // Clients name the number that is to come, or the one that a person has.
  const user = (await usersByNewPhone(tx, phone))[0] ?? owner
  if (!user?.new_phone || (user.new_phone !== phone && !(await maySend(deps, user.new_phone)))) return null
  await changeUser(tx, user.id, { phone_change_sent_at: deps.now() })
  return { phone: user.new_phone, code: await makeCode(deps, tx, user.id, { kind: 'phone_change', phone: user.new_phone }) }
}

const maySend = (deps: AuthDeps, phone: string): Promise<boolean> =>
  countText(deps, phone).then(
    () => true,
    () => false,
  )
