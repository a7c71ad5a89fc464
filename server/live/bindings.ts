// Parses the changes that a channel subscribes to, and finds the subscriptions that a change matches.
import { z } from 'zod/mini'
import { type LiveTable, liveTableNames, liveTables, type RowChange } from '../../core/api/realtime.ts'

const Binding = z.looseObject({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.string().check(z.maxLength(100)),
  table: z.nullish(z.string().check(z.maxLength(100))),
  filter: z.nullish(z.string().check(z.maxLength(500))),
})

export const JoinPayload = z.looseObject({
  config: z.nullish(
    z.looseObject({
      broadcast: z.nullish(z.looseObject({ ack: z.optional(z.boolean()), self: z.optional(z.boolean()) })),
      presence: z.nullish(z.looseObject({ enabled: z.optional(z.boolean()) })),
      postgres_changes: z.nullish(z.array(z.unknown()).check(z.maxLength(20))),
      private: z.nullish(z.boolean()),
    }),
  ),
  access_token: z.nullish(z.string().check(z.maxLength(20_000))),
})

export interface ChangeBinding {
  id: number
  /** The original request: the client compares the reply with it, in order. */
  requested: { event: string; schema: string; table?: string; filter?: string }
  event: '*' | RowChange['type'] | 'DELETE'
  tables: readonly LiveTable[]
  filter: { column: string; value: string } | null
}

/** Throws a client-facing message when a request is invalid or not offered. */
export function parseBindings(requested: unknown[]): ChangeBinding[] {
  return requested.map((request, index) => {
    const parsed = Binding.safeParse(request)
    if (!parsed.success) throw new Error(`Unable to subscribe to changes with given parameters: ${z.prettifyError(parsed.error)}`)
    const { event, schema, table, filter } = parsed.data
    const tables = schema === 'public' || schema === '*' ? tablesNamed(table) : []
    const echoed = { event, schema, ...(table != null && { table }), ...(filter != null && { filter }) }
    return { id: index + 1, requested: echoed, event, tables, filter: filter ? readFilter(filter) : null }
  })
}

const tablesNamed = (name: string | null | undefined): readonly LiveTable[] =>
  name == null || name === '*' ? liveTableNames : liveTableNames.filter(table => table === name)

/**
 * What the service says once a join has succeeded, if it can't subscribe to all of this: null if it can. Then nothing of the channel is
 * subscribed to (supabase/realtime, realtime_channel_test.exs, "invalid subscription …").
 */
export function findUnpublished(bindings: ChangeBinding[]): string | null {
  for (const { requested, event, tables, filter } of bindings) {
    if (filter && filter.column === '') return `Error parsing \`filter\` params: [${JSON.stringify(filter.value)}]`
    const filters = filter ? `[{"${filter.column}", "eq", "${filter.value}", false}]` : '[]'
    const asked = `[event: ${event}, schema: ${requested.schema}, table: ${requested.table ?? '*'}, filters: ${filters}, select: nil]`
    if (tables.length === 0) return `${unable} Please check Realtime is enabled for the given connect parameters: ${asked}`
    if (filter && !tables.every(table => Object.hasOwn(liveTables[table], filter.column)))
      return `${unable} An exception happened so please check your connect parameters: ${asked}. Exception: ERROR P0001 (raise_exception) invalid column for filter ${filter.column}`
  }
  return null
}

const unable = 'Unable to subscribe to changes with given parameters.'

/** Whether a subscription requests another user's rows. */
export const requestsOthersRows = (bindings: ChangeBinding[], userId: string): boolean =>
  bindings.some(({ filter }) => filter?.column === 'user_id' && filter.value !== userId)

/** The ids of the subscriptions that a change matches. */
export const matchingIds = (bindings: ChangeBinding[], { table, type, record }: RowChange): number[] =>
  bindings
    .filter(({ event, tables, filter }) => {
      if (!tables.includes(table) || (event !== '*' && event !== type)) return false
      return filter === null || String(record[filter.column]).toLowerCase() === filter.value
    })
    .map(binding => binding.id)

/** Supports only PostgREST's `eq`: rows are few, and screens filter on their own. A text that is no filter has no column. */
function readFilter(text: string): NonNullable<ChangeBinding['filter']> {
  const [, column, operator, value = ''] = /^([a-z_]+)=([a-z]+)\.(.+)$/i.exec(text) ?? []
  if (column === undefined) return { column: '', value: text }
  if (operator !== 'eq') throw new Error(`${unable.slice(0, -1)}: write the filter ${text} as column=eq.value`)
  return { column, value: value.toLowerCase() }
}
