// Defines explanations as data, for the database and the screen.
import { z } from 'zod/mini'
import { longestExcerpt } from './excerpt.ts'
import { Test } from './tree.ts'

const Hit = z.object({ start: z.int().check(z.minimum(0)), end: z.int().check(z.minimum(0)) })

/** `held` is null if the test did not run: the result was already known, or it was too expensive. `hits` are positions in `seen`. */
export type Explanation =
  | { group: 'all' | 'any' | 'none'; held: boolean | null; parts: Explanation[] }
  | { test: Test; held: boolean | null; seen: string; hits: z.infer<typeof Hit>[] }

export const Explanation: z.ZodMiniType<Explanation> = z.lazy(() =>
  z.union([
    z.object({ test: Test, held: z.nullable(z.boolean()), seen: z.string().check(z.maxLength(longestExcerpt)), hits: z.array(Hit) }),
    z.object({ group: z.enum(['all', 'any', 'none']), held: z.nullable(z.boolean()), parts: z.array(Explanation) }),
  ]),
)

/**
 * One entry for each filter that was evaluated, in order; at most the first 50 of those that did not match.
 * `acted`: it added a destination or ended the run.
 */
export const FilterExplanations = z.array(
  z.object({ filterId: z.string(), filterName: z.string(), explanation: Explanation, acted: z.boolean() }),
)
export type FilterExplanations = z.infer<typeof FilterExplanations>
