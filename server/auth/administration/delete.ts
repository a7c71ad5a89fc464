// DELETE /admin/users/:id: deletes a user and all their data; a soft delete leaves an empty row.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import { digest } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { authEmailFor } from '../email/content.ts'
import { type OperatorRequest, read } from '../endpoint.ts'
import { eraseUser, type UserRecord } from '../store.ts'
import { replaceUser } from './store.ts'
import { recordAdminAction, targetOf } from './target.ts'

const Given = z.object({ should_soft_delete: z.nullish(z.boolean()) })

/** Mail, filters, phones and files go either way, as when the person leaves by themselves. */
export async function deleteUser(deps: AuthDeps, request: OperatorRequest): Promise<Record<string, never>> {
  const isSoft = read(Given, request.body).should_soft_delete ?? false
  const record = await targetOf(deps.db, request)
  const { user } = record
  if (isSoft && user.deleted_at) return {}
  await deps.hooks.erasure.erase(user.id, async tx => {
    await sayGoodbye(deps, tx, user)
    if (isSoft) await empty(deps, tx, record)
    else await eraseUser(tx, user.id)
    // The person's own log is gone with them; what was done stays, without who they were.
    await recordAdminAction(deps, tx, request, 'user_deleted', { userId: null, email: null }, { user_id: user.id, soft: isSoft })
  })
  deps.check.forget()
  deps.mailer.wake()
  return {}
}

/** Only to an address that is theirs. */
async function sayGoodbye(deps: AuthDeps, tx: Tx, { id, email, email_confirmed_at, deleted_at }: UserRecord['user']): Promise<void> {
  if (!email || !email_confirmed_at || deleted_at) return
  const about = { link: null, code: null, minutes: null }
  await deps.mailer.keep(tx, { ...(await authEmailFor(deps, tx, id, 'removed', about)), to: email })
}

/** What says who they were becomes a digest, as on GoTrue: the address is free for somebody new. */
async function empty(deps: AuthDeps, tx: Tx, { user, identities }: UserRecord): Promise<void> {
  const hidden = (value: string) => digest(user.id + value).toString('base64url')
  await replaceUser(tx, user.id, {
    email: user.email && hidden(user.email),
    role: user.role,
    created_at: user.created_at,
    deleted_at: deps.now(),
    identities: identities.map(({ id, provider, provider_id, created_at }) => ({
      id,
      provider,
      provider_id: hidden(provider_id),
      created_at,
    })),
  })
}
