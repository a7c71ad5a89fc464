// The types of blocks that make up a readable email; every messenger and page renders them in its own markup.
import { z } from 'zod/mini'

/** `code` is monospaced. */
const TextMark = z.enum(['bold', 'italic', 'strike', 'code'])
export type TextMark = z.infer<typeof TextMark>

/** `href` is the cleaned link target. */
export const TextRun = z.object({ text: z.string(), marks: z.optional(z.array(TextMark)), href: z.optional(z.string()) })
export type TextRun = z.infer<typeof TextRun>

/** Parts that are folded away: the closing (signature, legal notice) and earlier emails of the thread. */
const Fold = z.enum(['closing', 'earlier'])
export type Fold = z.infer<typeof Fold>

/**
 * `lines` of runs; for a row its cells, for a picture its alternative text. `quote` is the quotation level, `depth` the nesting level of
 * an item, `number` its number. `isTight`: no gap before the block.
 */
export const Block = z.object({
  kind: z.enum(['paragraph', 'heading', 'item', 'row', 'preformatted', 'picture']),
  lines: z.array(z.array(TextRun)),
  quote: z.optional(z.int().check(z.positive())),
  depth: z.optional(z.int().check(z.positive())),
  number: z.optional(z.int().check(z.nonnegative())),
  isTight: z.optional(z.boolean()),
  fold: z.optional(Fold),
})
export type Block = z.infer<typeof Block>

/** `pictures` counts those without alternative text; `isCut`: there was more. */
export const Blocks = z.object({
  version: z.literal(1),
  blocks: z.array(Block),
  pictures: z.int().check(z.nonnegative()),
  isCut: z.boolean(),
})
export type Blocks = z.infer<typeof Blocks>

export const lineText = (line: TextRun[]): string => line.map(span => span.text).join('')
