// Serves DELETE /admin/users/:id: deletes a user and all their data; a soft delete leaves an anonymized row.
import { z } from 'zod/mini'
import type { Tx } from '../../foundation/db/pool.ts'
import { digest } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { renderAuthEmailFor } from '../email/content.ts'
import { type OperatorRequest, parseInput } from '../endpoint.ts'
import { eraseUser, type UserRecord } from '../store.ts'
import { replaceUser } from './store.ts'
import { readTarget, recordAdminAction } from './target.ts'

const DeleteInput = z.object({ should_soft_delete: z.nullish(z.boolean()) })

/** Email, filters, phones and files are deleted either way, as when users delete their own account. */
export async function deleteUser(deps: AuthDeps, request: OperatorRequest): Promise<Record<string, never>> {
  const isSoft = parseInput(DeleteInput, request.body).should_soft_delete ?? false
  const record = await readTarget(deps.db, request)
  const { user } = record
  if (isSoft && user.deleted_at) return {}
  await deps.hooks.erasure.erase(user.id, async (tx, erasedId) => {
    await emailGoodbye(deps, tx, user)
    if (isSoft) await anonymize(deps, tx, record)
    else await eraseUser(tx, user.id)
    // The user's own log is deleted with them; the action stays, without personal data.
    await recordAdminAction(deps, tx, request, 'user_deleted', { userId: null, email: null }, { user_id: erasedId, soft: isSoft })
  })
  deps.check.clearCache()
  deps.mailer.wake()
  return {}
}

/** Only to a confirmed address. */
export async function emailGoodbye(
  deps: AuthDeps,
  tx: Tx,
  { id, email, email_confirmed_at, deleted_at }: UserRecord['user'],
): Promise<void> {
  if (!email || !email_confirmed_at || deleted_at) return
  const about = { link: null, code: null, minutes: null }
  await deps.mailer.enqueue(tx, { ...(await renderAuthEmailFor(deps, tx, id, 'removed', about)), to: email })
}

/** Replaces personal data with digests, as GoTrue does, so that the address can be used again. */
async function anonymize(deps: AuthDeps, tx: Tx, { user, identities }: UserRecord): Promise<void> {
  const anonymized = (value: string) => digest(user.id + value).toString('base64url')
  await replaceUser(tx, user.id, {
    email: user.email && anonymized(user.email),
    role: user.role,
    created_at: user.created_at,
    deleted_at: deps.now(),
    identities: identities.map(({ id, provider, provider_id, created_at }) => ({
      id,
      provider,
      provider_id: anonymized(provider_id),
      created_at,
    })),
  })
}
