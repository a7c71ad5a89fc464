// Reads a request on the data wire, and fills in the columns that only the server may set.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { GivenRow, WrittenRows } from '../../../core/rest/body.ts'
import { type Form, type Preferences, readAccept, readPreferences, withRange } from '../../../core/rest/preferences.ts'
import { type Query, readQuery } from '../../../core/rest/query.ts'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import { type RestTable, tableNamed } from '../../../core/rest/tables.ts'
import { newId } from '../../foundation/seal.ts'
import { isSecurityEvent, type RequestOrigin, securityDetails } from '../log.ts'

export interface RestQuery extends Form {
  table: RestTable
  query: Query
  preferences: Preferences
  /** Rows that are there already change or go. */
  changes: boolean
}

const Params = z.object({ table: z.string() })

export function readTableRequest(request: FastifyRequest): RestQuery {
  refuseSchema(request)
  const reads = request.method === 'GET' || request.method === 'HEAD'
  const preferences = readPreferences(headerOf(request, 'prefer'))
  const { form, stripsNulls } = readAccept(headerOf(request, 'accept'))
  const table = tableNamed(Params.parse(request.params).table)
  const query = readQuery(table, [...new URL(request.url, 'http://localhost').searchParams])
  const changes = request.method === 'PATCH' || request.method === 'DELETE'
  return { table, changes, query: reads ? withRange(query, request.headers.range) : query, preferences, form, stripsNulls }
}

function refuseSchema({ method, headers }: FastifyRequest): void {
  const profile = headers[method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'] ?? 'public'
  if (profile !== 'public')
    throw new RestRefusal(406, 'PGRST106', `Invalid schema: ${String(profile)}`, null, 'Only the following schemas are exposed: public')
}

const headerOf = ({ headers }: FastifyRequest, name: 'prefer' | 'accept'): string => [headers[name] ?? ''].flat().join(',')

/** Address, browser and time are what we saw; the id may be the client's. */
export function stamped({ table, preferences }: RestQuery, { columns, rows }: WrittenRows, seen: RequestOrigin): WrittenRows {
  const forced: GivenRow = { created_at: seen.at.toISOString() }
  if (table.name === 'activity_logs') Object.assign(forced, { ip_address: seen.ip, user_agent: seen.userAgent })
  const hasDetails = table.name === 'activity_logs' && (preferences.missing === 'default' || !columns.includes('details'))
  const made = rows.map(row => {
    const details = 'details' in row || !hasDetails ? row['details'] : {}
    const whole = { ...row, ...(table.name === 'activity_logs' && { details: detailsOf(row['action'], details, seen) }) }
    return { ...whole, id: row['id'] ?? newId(seen.at), ...forced }
  })
  return { columns: [...new Set([...columns, 'id', ...(hasDetails ? ['details'] : []), ...Object.keys(forced)])], rows: made }
}

function detailsOf(action: unknown, details: unknown, seen: RequestOrigin): unknown {
  const isObject = typeof details === 'object' && details !== null && !Array.isArray(details)
  return isSecurityEvent(action) && isObject ? securityDetails({ ...details }, seen) : details
}
