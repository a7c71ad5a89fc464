// Finds the user that an administration request is about, and records the action.
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'
import type { AdminAction, AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { noteSecurityEvent } from '../events.ts'
import { readUser, type UserRecord } from '../store.ts'

/** `subject` is the user whose log shows the entry, or nobody once they are deleted. */
export async function recordAdminAction(
  deps: AuthDeps,
  db: Db,
  request: OperatorRequest,
  action: AdminAction,
  subject: { userId: string | null; email: string | null },
  details: Record<string, unknown> = {},
): Promise<void> {
  await noteSecurityEvent(deps, db, request, subject, {
    name: `auth.${action}`,
    status: 'success',
    details: { ...details, by: request.operator.name },
  })
}

const Params = z.object({ id: z.uuid() })

/** The user in this URL; throws 404. */
export async function readTarget(db: Db, { params }: Pick<OperatorRequest, 'params'>): Promise<UserRecord> {
  const parsed = Params.safeParse(params)
  if (!parsed.success) throw refuse('validation_failed', { status: 404, message: 'user_id must be an UUID' })
  return requireUser(db, parsed.data.id)
}

/** The same for changes: a soft-deleted user cannot be changed. */
export async function readActiveTarget(db: Db, request: Pick<OperatorRequest, 'params'>): Promise<UserRecord> {
  const record = await readTarget(db, request)
  if (record.user.deleted_at) throw unknown()
  return record
}

export async function requireUser(tx: Db, userId: string): Promise<UserRecord> {
  const record = await readUser(tx, userId)
  if (!record) throw unknown()
  return record
}

const unknown = () => refuse('user_not_found', { status: 404, message: 'User not found' })
