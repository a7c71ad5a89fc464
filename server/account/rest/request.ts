// Reads a request to the data API, and fills in the columns that only the server may set.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { InputRow, WrittenRows } from '../../../core/rest/body.ts'
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
  /** Whether it changes or deletes existing rows. */
  changesRows: boolean
}

const Params = z.object({ table: z.string().check(z.maxLength(100)) })

export function readTableRequest(request: FastifyRequest): RestQuery {
  refuseSchema(request)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const preferences = readPreferences(readHeader(request, 'prefer'))
  const { form, stripsNulls } = readAccept(readHeader(request, 'accept'))
  const table = tableNamed(Params.parse(request.params).table)
  const query = readQuery(table, [...new URL(request.url, 'http://localhost').searchParams])
  const changesRows = request.method === 'PATCH' || request.method === 'DELETE'
  return { table, changesRows, query: isRead ? withRange(query, request.headers.range) : query, preferences, form, stripsNulls }
}

function refuseSchema({ method, headers }: FastifyRequest): void {
  const profile = headers[method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'] ?? 'public'
  if (profile !== 'public')
    throw new RestRefusal(406, 'PGRST106', `Invalid schema: ${String(profile)}`, null, 'Only the following schemas are exposed: public')
}

const readHeader = ({ headers }: FastifyRequest, name: 'prefer' | 'accept'): string => [headers[name] ?? ''].flat().join(',')

/** Sets IP address, user agent and time to the observed values; the client may choose the id. */
export function addServerColumns({ table, preferences }: RestQuery, { columns, rows }: WrittenRows, origin: RequestOrigin): WrittenRows {
  const forced: InputRow = { created_at: origin.at.toISOString() }
  if (table.name === 'activity_logs') Object.assign(forced, { ip_address: origin.ip, user_agent: origin.userAgent })
  const hasDetails = table.name === 'activity_logs' && (preferences.missing === 'default' || !columns.includes('details'))
  const completed = rows.map(row => {
    const details = 'details' in row || !hasDetails ? row['details'] : {}
    const withDetails = { ...row, ...(table.name === 'activity_logs' && { details: completeDetails(row['action'], details, origin) }) }
    return { ...withDetails, id: row['id'] ?? newId(origin.at), ...forced }
  })
  return { columns: [...new Set([...columns, 'id', ...(hasDetails ? ['details'] : []), ...Object.keys(forced)])], rows: completed }
}

function completeDetails(action: unknown, details: unknown, origin: RequestOrigin): unknown {
  const isObject = typeof details === 'object' && details !== null && !Array.isArray(details)
  return isSecurityEvent(action) && isObject ? securityDetails({ ...details }, origin) : details
}
