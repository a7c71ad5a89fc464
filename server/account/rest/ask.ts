// What a request to the data wire asks for, read and checked.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { type Form, type Preferences, readAccept, readPreferences, withRange } from '../../../core/rest/preferences.ts'
import { type Query, readQuery } from '../../../core/rest/query.ts'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import { type Table, tableNamed } from '../../../core/rest/tables.ts'

export interface RestAsk extends Form {
  table: Table
  query: Query
  preferences: Preferences
  /** Rows that are there already change or go. */
  changes: boolean
}

const Params = z.object({ table: z.string() })

export function readAsk(request: FastifyRequest): RestAsk {
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
