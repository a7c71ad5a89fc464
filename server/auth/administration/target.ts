// Finds the user that an administration request is about, and records what was done to them.
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'
import type { AdminAction, AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { note } from '../events.ts'
import { readUser, type UserRecord } from '../store.ts'

/** `who` stands where the log entry is to be seen: with the person, or with nobody once they are gone. */
export async function recordAdminAction(
  deps: AuthDeps,
  db: Db,
  request: OperatorRequest,
  act: AdminAction,
  who: { userId: string | null; email: string | null },
  details: Record<string, unknown> = {},
): Promise<void> {
  await note(deps, db, request, who, { name: `auth.${act}`, status: 'success', details: { ...details, by: request.by.by } })
}

const Params = z.object({ id: z.uuid() })

/** The person of this URL; throws 404. */
export async function targetOf(db: Db, { params }: Pick<OperatorRequest, 'params'>): Promise<UserRecord> {
  const given = Params.safeParse(params)
  if (!given.success) throw refuse('validation_failed', { status: 404, message: 'user_id must be an UUID' })
  return recordOf(db, given.data.id)
}

/** The same for what changes them: who was deleted softly stays as they are. */
export async function livingTargetOf(db: Db, request: Pick<OperatorRequest, 'params'>): Promise<UserRecord> {
  const record = await targetOf(db, request)
  if (record.user.deleted_at) throw unknown()
  return record
}

export async function recordOf(tx: Db, userId: string): Promise<UserRecord> {
  const record = await readUser(tx, userId)
  if (!record) throw unknown()
  return record
}

const unknown = () => refuse('user_not_found', { status: 404, message: 'User not found' })
