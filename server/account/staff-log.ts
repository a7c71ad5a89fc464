// Records what staff did in the console or at the command line: who, what, why, before and after.
import type { FastifyRequest } from 'fastify'
import { commandLine } from '../../core/session/staff.ts'
import type { Db } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import { readOrigin } from './log.ts'
import { readEmail } from './owners.ts'
import { insertLog } from './store.ts'

export interface StaffAction {
  /** Such as `user.suspended`; logged as `admin.user.suspended`. */
  name: string
  /** What it was done to, such as `user`, and its id. */
  resourceType: string
  resourceId: string | null
  reason?: string | undefined
  /** Ids, states and settings; never an address, a phone number, a name or a secret. */
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** The member of staff who makes a request. */
export interface StaffRequest {
  userId: string
  request: FastifyRequest
}

/** Call it in the transaction that changes something, so that neither happens without the other. */
export async function recordStaffAction(db: Db, { userId, request }: StaffRequest, now: Date, action: StaffAction): Promise<void> {
  const { ip, userAgent } = readOrigin(request, now)
  await insertStaffLog(db, { actorId: userId, email: await readEmail(db, userId), ip, userAgent }, now, action)
}

/** As `recordStaffAction`, for a command. */
export const recordCommandAction = (db: Db, now: Date, action: StaffAction): Promise<void> =>
  insertStaffLog(db, { actorId: commandLine.id, email: commandLine.name, ip: null, userAgent: null }, now, action)

interface StaffActor {
  actorId: string
  email: string | null
  ip: string | null
  userAgent: string | null
}

async function insertStaffLog(db: Db, actor: StaffActor, now: Date, action: StaffAction): Promise<void> {
  const { reason, before = null, after = null } = action
  await insertLog(db, null, {
    id: newId(now),
    action: `admin.${action.name}`,
    resource_type: action.resourceType,
    resource_id: action.resourceId,
    status: 'success',
    details: JSON.stringify({ ...(reason !== undefined && { reason }), before, after }),
    actor_id: actor.actorId,
    email: actor.email,
    ip_address: actor.ip,
    user_agent: actor.userAgent,
    created_at: now,
  })
}
