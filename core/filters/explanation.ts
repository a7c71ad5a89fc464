// What was seen by whom, as data: the proof of a verdict on its way to the database and to the screen.
import { z } from 'zod/mini'
import { longestExcerpt } from './excerpt.ts'
import { Test } from './tree.ts'

const Hit = z.object({ start: z.int().check(z.minimum(0)), end: z.int().check(z.minimum(0)) })

/** `held` is null where nothing was tested: the answer was already known, or it was too much work. `hits` are places within `seen`. */
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
 * One entry for each filter that was asked, in order; of those that did not hold, no more than the first 50.
 * `acted`: it gave a destination of its own, or ended the run.
 */
export const FilterExplanations = z.array(
  z.object({ filterId: z.string(), filterName: z.string(), explanation: Explanation, acted: z.boolean() }),
)
export type FilterExplanations = z.infer<typeof FilterExplanations>
