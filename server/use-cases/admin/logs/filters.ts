// Turns the filters of the console's log into SQL conditions.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod/mini'
import type { LogFilters, LogItem } from '../../../../core/api/admin/logs.ts'
import { Id } from '../../../../core/api/shape.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'

export type LogCondition = RawBuilder<SqlBool>

export interface LogSearch {
  /** For rows of `activity_logs log`. */
  conditions: LogCondition[]
  /** The action or its prefix, which is not part of the conditions. */
  action: { text: string; isPrefix: boolean } | null
  status: LogItem['status'] | null
}

export async function readLogSearch(db: Db, filters: LogFilters, say: Translate<'adminlogs'>): Promise<LogSearch> {
  const { kind, action, status, source, user, actor, resourceType, resourceId, ip, from, to } = filters
  // The first three are literals, so that PostgreSQL sees which partial index serves them.
  const conditions = [
    kind && sql<SqlBool>`log.kind = ${sql.lit(kind)}`,
    status && sql<SqlBool>`log.status = ${sql.lit(status)}`,
    source && sql<SqlBool>`log.source = ${sql.lit(source)}`,
    user && (await conditionOfUser(db, user, say)),
    actor && (await conditionOfActor(db, actor, say)),
    resourceType && sql<SqlBool>`log.resource_type = ${resourceType}`,
    resourceId && sql<SqlBool>`log.resource_id = ${resourceId}`,
    ip && sql<SqlBool>`log.ip_address = ${ip}`,
    from && sql<SqlBool>`log.created_at >= ${from}`,
    to && sql<SqlBool>`log.created_at < ${to}`,
  ]
  return {
    conditions: conditions.filter(condition => !!condition),
    action: action === undefined ? null : toActionSearch(action),
    status: status ?? null,
  }
}

const toActionSearch = (action: string): LogSearch['action'] =>
  action.endsWith('*') ? { text: action.slice(0, -1), isPrefix: true } : { text: action, isPrefix: false }

/** An email address without a user may still appear in failed sign-ins. */
async function conditionOfUser(db: Db, user: string, say: Translate<'adminlogs'>): Promise<LogCondition> {
  const userId = await findUserId(db, user, say)
  return userId ? sql<SqlBool>`log.user_id = ${userId}` : sql<SqlBool>`lower(log.email) = ${user.toLowerCase()}`
}

async function conditionOfActor(db: Db, actor: string, say: Translate<'adminlogs'>): Promise<LogCondition> {
  const userId = await findUserId(db, actor, say)
  return userId ? sql<SqlBool>`log.actor_id = ${userId}` : sql<SqlBool>`false`
}

/** By id or email address; null when nobody has the address. */
async function findUserId(db: Db, user: string, say: Translate<'adminlogs'>): Promise<string | null> {
  if (z.safeParse(Id, user).success) return user
  if (!user.includes('@')) throw new HttpError(400, 'user_wrong', say('user.wrong'))
  const found = await db.selectFrom('users').select('id').where('email', '=', user.toLowerCase()).executeTakeFirst()
  return found?.id ?? null
}
