// Lists the API keys of all users; each filter uses the order of its own index.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { AnyKey, KeyState } from '../../../../core/api/admin/security.ts'
import { decodeCursor, encodeCursor } from '../../../foundation/db/cursor.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { toPage } from './rows.ts'

export interface KeyFilter {
  state?: KeyState | undefined
  prefix?: string | undefined
  user?: string | undefined
  cursor?: string | undefined
  limit: number
}

const dayMs = 86_400_000
export const unusedDays = 90
export const expiringDays = 14

interface KeyRow {
  id: string
  user_id: string
  email: string | null
  prefix: string
  scope: 'read' | 'write'
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
  sorted_by: Date
}

const KeyCursor = z.tuple([z.iso.datetime(), z.uuid(), z.uuid()])

export async function readAllKeys(db: Db, { state, prefix, user, cursor, limit }: KeyFilter, now: Date) {
  const order = orderOf(state, now)
  const after = decodeCursor(cursor, KeyCursor)
  const beyond = order.isDescending ? sql`<` : sql`>`
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const conditions = [
    order.condition,
    ...(prefix ? [sql`prefix = ${prefix}`] : []),
    ...(user ? [sql`user_id = ${user}::uuid`] : []),
    ...(after ? [sql`(${order.by}, id, user_id) ${beyond} (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::uuid)`] : []),
  ]
  const { rows } = await sql<KeyRow>`
    select keys.*, users.email from (
      select id, user_id, prefix, scope, created_at, expires_at, last_used_at, revoked_at, ${order.by} as sorted_by from api_keys
      where ${sql.join(conditions, sql` and `)}
      order by ${order.by} ${direction}, id ${direction}, user_id ${direction} limit ${limit + 1}
    ) keys left join users on users.id = keys.user_id
    order by keys.sorted_by ${direction}, keys.id ${direction}, keys.user_id ${direction}`.execute(db)
  return toPage(rows, limit, row => encodeCursor([row.sorted_by.toISOString(), row.id, row.user_id]), toAnyKey)
}

function orderOf(state: KeyState | undefined, now: Date) {
  const [created, expires, used] = [sql`created_at`, sql`expires_at`, sql`coalesce(last_used_at, created_at)`]
  const soon = new Date(now.getTime() + expiringDays * dayMs)
  const longAgo = new Date(now.getTime() - unusedDays * dayMs)
  if (state === 'active') return { by: created, isDescending: true, condition: sql`revoked_at is null and expires_at > ${now}` }
  if (state === 'revoked') return { by: sql`revoked_at`, isDescending: true, condition: sql`revoked_at is not null` }
  if (state === 'expiring')
    return { by: expires, isDescending: false, condition: sql`revoked_at is null and expires_at > ${now} and expires_at < ${soon}` }
  if (state === 'unused')
    return { by: used, isDescending: false, condition: sql`revoked_at is null and ${used} < ${longAgo} and expires_at > ${now}` }
  return { by: created, isDescending: true, condition: sql`true` }
}

const toAnyKey = (row: KeyRow): AnyKey => ({
  ...{ id: row.id, owner: { id: row.user_id, email: row.email }, prefix: row.prefix, scope: row.scope },
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
})
