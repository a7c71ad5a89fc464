// Which changes a channel subscribed to when it joined, and which of them a change matches.
import { z } from 'zod/mini'
import { type LiveTable, liveTableNames, liveTables, type RowChange } from '../../core/api/realtime.ts'

const Binding = z.looseObject({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: z.enum(['public', '*']),
  table: z.nullish(z.enum([...liveTableNames, '*'])),
  filter: z.nullish(z.string().check(z.maxLength(500))),
})

export const Join = z.looseObject({
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
  /** As it was asked: the client compares what it is answered with that, in order. */
  requested: Record<string, unknown>
  event: '*' | RowChange['type'] | 'DELETE'
  tables: readonly LiveTable[]
  filter: { column: string; value: string } | null
}

/** Throws a sentence when something is asked for that nobody is told. */
export function bind(requested: unknown[]): ChangeBinding[] {
  return requested.map((one, at) => {
    const read = Binding.safeParse(one)
    if (!read.success) throw new Error(`Unable to subscribe to changes with given parameters: ${z.prettifyError(read.error)}`)
    const { event, table, filter } = read.data
    const tables = table && table !== '*' ? [table] : liveTableNames
    const { schema } = read.data
    const mirrored = { event, schema, ...(table != null && { table }), ...(filter != null && { filter }) }
    return { id: at + 1, requested: mirrored, event, tables, filter: filter ? readFilter(filter, tables) : null }
  })
}

/** Whether rows of another person are asked for. */
export const asksForOthers = (bounds: ChangeBinding[], userId: string): boolean =>
  bounds.some(({ filter }) => filter?.column === 'user_id' && filter.value !== userId)

/** The ids of those that a change meets. */
export const matchingIds = (bounds: ChangeBinding[], { table, type, record }: RowChange): number[] =>
  bounds
    .filter(({ event, tables, filter }) => {
      if (!tables.includes(table) || (event !== '*' && event !== type)) return false
      return filter === null || String(record[filter.column]).toLowerCase() === filter.value
    })
    .map(bound => bound.id)

/** Of the operators of PostgREST `eq` alone: rows are few, and the screens filter for themselves. */
function readFilter(text: string, tables: readonly LiveTable[]): ChangeBinding['filter'] {
  const [, column = '', value = ''] = /^([a-z_]+)=eq\.(.+)$/.exec(text) ?? []
  if (!tables.every(table => Object.hasOwn(liveTables[table], column)))
    throw new Error(`Unable to subscribe to changes with given parameters: write the filter ${text} as column=eq.value`)
  return { column, value: value.toLowerCase() }
}
