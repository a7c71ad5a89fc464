// DELETE /admin/users/:id: a person goes, with what every room keeps of them; softly, an empty row of theirs stays.
import { z } from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { digest } from '../../seal.ts'
import { type OperatorAsk, read } from '../endpoint.ts'
import { letterFor } from '../mailed/letters.ts'
import type { AuthParts } from '../parts.ts'
import { eraseUser, type UserRecord } from '../store.ts'
import { noteAct, targetOf } from './acts.ts'
import { replaceUser } from './store.ts'

const Given = z.object({ should_soft_delete: z.nullish(z.boolean()) })

/** Mail, filters, phones and files go either way, as when the person leaves by themselves. */
export async function deletePerson(parts: AuthParts, ask: OperatorAsk): Promise<Record<string, never>> {
  const isSoft = read(Given, ask.body).should_soft_delete ?? false
  const record = await targetOf(parts.db, ask)
  const { user } = record
  if (isSoft && user.deleted_at) return {}
  await parts.leaving.erase(user.id, async tx => {
    await sayGoodbye(parts, tx, user)
    if (isSoft) await empty(parts, tx, record)
    else await eraseUser(tx, user.id)
    // The person's own log is gone with them; what was done stays, without who they were.
    await noteAct(parts, tx, ask, 'user_deleted', { userId: null, email: null }, { user_id: user.id, soft: isSoft })
  })
  parts.check.forget()
  parts.mailer.wake()
  return {}
}

/** Only to an address that is theirs. */
async function sayGoodbye(parts: AuthParts, tx: Tx, { id, email, email_confirmed_at, deleted_at }: UserRecord['user']): Promise<void> {
  if (!email || !email_confirmed_at || deleted_at) return
  const about = { link: null, code: null, minutes: null }
  await parts.mailer.keep(tx, { ...(await letterFor(parts, tx, id, 'removed', about)), to: email })
}

/** What says who they were becomes a digest, as on GoTrue: the address is free for somebody new. */
async function empty(parts: AuthParts, tx: Tx, { user, identities }: UserRecord): Promise<void> {
  const hidden = (value: string) => digest(user.id + value).toString('base64url')
  await replaceUser(tx, user.id, {
    email: user.email && hidden(user.email),
    role: user.role,
    created_at: user.created_at,
    deleted_at: parts.now(),
    identities: identities.map(({ id, provider, provider_id, created_at }) => ({
      id,
      provider,
      provider_id: hidden(provider_id),
      created_at,
    })),
  })
}
