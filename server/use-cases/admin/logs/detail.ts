// Reads one log entry with its details and its place in the chain.
import type { LogDetail } from '../../../../core/api/admin/logs.ts'
import type { Translate } from '../../../../core/words/words.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import { HttpError } from '../../../foundation/http/errors.ts'

interface LogReader {
  /** Whether amounts may be shown. */
  seesMoney: boolean
}

export async function readLogDetail(db: Db, id: string, reader: LogReader, say: Translate<'adminlogs'>): Promise<LogDetail> {
  const found = db
    .selectFrom('activity_logs')
    .leftJoin('log_chain', 'log_chain.log_id', 'activity_logs.id')
    .selectAll('activity_logs')
    .select(['log_chain.position', 'log_chain.sealed_at'])
    .where('activity_logs.id', '=', id)
  const row = await found.executeTakeFirst()
  if (!row) throw new HttpError(404, 'not_found', say('missing'))
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    kind: row.kind,
    action: row.action,
    status: row.status,
    source: row.source,
    userId: row.user_id,
    actorId: row.actor_id,
    email: row.email,
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    ip: row.ip_address,
    userAgent: row.user_agent,
    details: flattenDetails(row.details).filter(({ name }) => isShown(row, name, reader)),
    position: row.position === null ? null : Number(row.position),
    sealedAt: row.sealed_at?.toISOString() ?? null,
  }
}

const aboutMoney = /^admin\.(?:invoice|plan|coupon)\./
const withoutAmount = /^reason$|(?:^|\.)(?:state|invoiceId|intentId|planId|planVersion|interval|cancelsAt|isSold|isActive|redemptions)$/

/** Names of API keys are the words of their owners, and amounts are for those who account for them. */
function isShown({ action, resource_type: type }: Pick<Row<'activity_logs'>, 'action' | 'resource_type'>, name: string, reader: LogReader) {
  if (type === 'api_key') return name !== 'name'
  const isPriced = aboutMoney.test(action) || type === 'billing'
  return reader.seesMoney || !isPriced || withoutAmount.test(name)
}

type DetailRow = LogDetail['details'][number]

const maxRows = 200
const maxDepth = 6
const maxValueLength = 2000

/** One row for each value, named by its path. */
function flattenDetails(details: unknown): DetailRow[] {
  const rows: DetailRow[] = []
  collect(rows, '', details, 0)
  return rows
}

function collect(rows: DetailRow[], name: string, value: unknown, depth: number): void {
  if (rows.length >= maxRows) return
  if (isNested(value) && depth < maxDepth) {
    for (const [key, inner] of Object.entries(value)) collect(rows, name === '' ? key : `${name}.${key}`, inner, depth + 1)
    return
  }
  if (depth > 0) rows.push({ name, value: toText(value).slice(0, maxValueLength) })
}

/** An empty list or object is a value. */
const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.keys(value).length > 0

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
