// Parses the changes that a channel subscribes to, and finds the subscriptions that a change matches.
import { z } from 'zod/mini'
import { type LiveTable, liveTableNames, liveTables, type RowChange } from '../../core/api/realtime.ts'

const Binding = z.looseObject({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.enum(['public', '*']),
  table: z.nullish(z.enum([...liveTableNames, '*'])),
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
  requested: Record<string, unknown>
  event: '*' | RowChange['type'] | 'DELETE'
  tables: readonly LiveTable[]
  filter: { column: string; value: string } | null
}

/** Throws a client-facing message when a request is invalid or not offered. */
export function parseBindings(requested: unknown[]): ChangeBinding[] {
  return requested.map((request, index) => {
    const parsed = Binding.safeParse(request)
    if (!parsed.success) throw new Error(`Unable to subscribe to changes with given parameters: ${z.prettifyError(parsed.error)}`)
    const { event, table, filter } = parsed.data
    const tables = table && table !== '*' ? [table] : liveTableNames
    const { schema } = parsed.data
    const echoed = { event, schema, ...(table != null && { table }), ...(filter != null && { filter }) }
    return { id: index + 1, requested: echoed, event, tables, filter: filter ? readFilter(filter, tables) : null }
  })
}

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

/** Supports only PostgREST's `eq`: rows are few, and screens filter on their own. */
function readFilter(text: string, tables: readonly LiveTable[]): ChangeBinding['filter'] {
  const [, column = '', value = ''] = /^([a-z_]+)=eq\.(.+)$/.exec(text) ?? []
  if (!tables.every(table => Object.hasOwn(liveTables[table], column)))
    throw new Error(`Unable to subscribe to changes with given parameters: write the filter ${text} as column=eq.value`)
  return { column, value: value.toLowerCase() }
}
