// Lists suspicious events: new devices, refresh tokens used twice, and refused attempts to use the console.
import { sql } from 'kysely'
import { type Suspicion, type SuspicionKind, suspicionKinds } from '../../../../core/api/admin/security.ts'
import { detectDevice } from '../../../../core/session/device.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { toPage } from './rows.ts'

export interface SuspicionFilter {
  kind?: SuspicionKind | undefined
  cursor?: string | undefined
  limit: number
}

interface EventRow {
  id: string
  action: string
  reason: string | null
  created_at: Date
  user_id: string | null
  email: string | null
  ip_address: string | null
  user_agent: string | null
}

export async function readSuspicions(db: Db, { kind, cursor, limit }: SuspicionFilter) {
  const after = decodeCursor(cursor, TimeCursor)
  const { rows } = await sql<EventRow>`
    select events.*, users.email from (
      select id, action, ${reason} as reason, created_at, user_id, ip_address, user_agent from activity_logs
      where ${ofKind(kind)} and source = 'server' ${after ? sql`and (created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      order by created_at desc, id desc limit ${limit + 1}
    ) events left join users on users.id = events.user_id order by events.created_at desc, events.id desc`.execute(db)
  return toPage(rows, limit, row => encodeCursor([row.created_at.toISOString(), row.id]), toSuspicion)
}

const reason = sql`details -> 'event_data' ->> 'reason'`

/** Written exactly as in the indexes, so that PostgreSQL uses them. */
function ofKind(kind: SuspicionKind | undefined) {
  if (kind === undefined) return sql`action in ('suspicious_activity', 'unauthorized_access')`
  if (kind === 'unauthorized_access') return sql`action = 'unauthorized_access'`
  return sql`action = 'suspicious_activity' and ${reason} = ${kind}`
}

const toSuspicion = (row: EventRow): Suspicion => ({
  id: row.id,
  kind: suspicionKinds.find(kind => kind === (row.action === 'unauthorized_access' ? row.action : row.reason)) ?? 'other',
  at: row.created_at.toISOString(),
  person: row.user_id ? { id: row.user_id, email: row.email } : null,
  ip: row.ip_address,
  device: detectDevice(row.user_agent),
})
