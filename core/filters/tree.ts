// The condition tree of a filter, and the filter itself, as data.
import { z } from 'zod'

export const TextField = z.enum(['from', 'to', 'cc', 'subject', 'body'])
export type TextField = z.infer<typeof TextField>
export const TextOperator = z.enum(['contains', 'is', 'starts', 'ends', 'wildcard'])
export type TextOperator = z.infer<typeof TextOperator>

const values = z.array(z.string().trim().min(1).max(500)).min(1).max(50)

/** One test. Several values mean: any one of them is enough. */
export const Test = z.discriminatedUnion('field', [
  z.object({ field: TextField, operator: TextOperator, values }),
  z.object({ field: z.literal('header'), name: z.string().trim().min(1).max(100), operator: TextOperator, values }),
  z.object({ field: z.literal('attachment'), operator: z.enum(['exists', 'missing']) }),
  z.object({ field: z.literal('size'), operator: z.enum(['over', 'under']), bytes: z.number().int().min(1) }),
])
export type Test = z.infer<typeof Test>

export type Condition = Test | { all: Condition[] } | { any: Condition[] } | { none: Condition[] }

/** The tree: `all`, `any` and `none` nest, 8 deep and 200 tests at most (limits.ts). */
export const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    Test,
    z.strictObject({ all: z.array(Condition).min(1).max(50) }),
    z.strictObject({ any: z.array(Condition).min(1).max(50) }),
    z.strictObject({ none: z.array(Condition).min(1).max(50) }),
  ]),
)

/** What a filter does when it holds. `destinationIds` empty: every destination that is linked. */
export const Action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('forward'), destinationIds: z.array(z.uuid()).max(20) }),
  z.object({ kind: z.literal('stop') }),
])
export type Action = z.infer<typeof Action>

export interface Filter {
  id: string
  name: string
  paused: boolean
  condition: Condition
  actions: Action[]
}
