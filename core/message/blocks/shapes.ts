// A mail as its reader sees it: small typed blocks that any messenger or page can put into its own markup.
import { z } from 'zod/mini'

/** What may be said of letters. `code` stands for letters of one width. */
const TextMark = z.enum(['bold', 'italic', 'strike', 'code'])
export type TextMark = z.infer<typeof TextMark>

/** `href` is where its letters lead, without trackers. */
export const TextRun = z.object({ text: z.string(), marks: z.optional(z.array(TextMark)), href: z.optional(z.string()) })
export type TextRun = z.infer<typeof TextRun>

/** What a reader can do without: what closes a mail (signature, small print), and the mails that it answers. */
const Fold = z.enum(['closing', 'earlier'])
export type Fold = z.infer<typeof Fold>

/**
 * `lines` of spans; of a row its cells, of a picture the words that stand for it. `quote` is how deep the block is quoted, `depth`
 * how deep an item is nested, `number` what stands before it. Blocks that follow without a gap are `tight`.
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

/** The version tells views of another making apart. `pictures` have no words that stand for them; `isCut`: there was more. */
export const Blocks = z.object({
  version: z.literal(1),
  blocks: z.array(Block),
  pictures: z.int().check(z.nonnegative()),
  isCut: z.boolean(),
})
export type Blocks = z.infer<typeof Blocks>

export const lineText = (line: TextRun[]): string => line.map(span => span.text).join('')
