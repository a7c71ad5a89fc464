// Marks what a reader can do without: the mails that a mail answers, signatures, small print.
import { foldsOf } from '../own-text.ts'
import type { MailView } from '../view.ts'
import { type Block, lineText } from './shapes.ts'

/** The same words that find it in plain text find it here; a block that it runs through comes apart. */
export function folded(blocks: Block[], about: Pick<MailView, 'subject' | 'headers' | 'from'>): Block[] {
  const lines: string[] = []
  const firsts: number[] = []
  for (const block of blocks) {
    if (lines.length > 0 && !block.isTight) lines.push('')
    firsts.push(lines.length)
    lines.push(...linesOf(block).map(line => '> '.repeat(block.quote ?? 0) + line))
  }
  const folds = foldsOf(lines, about)
  const marked = blocks.flatMap((block, at) => partsOf(block, folds.slice(firsts[at], (firsts[at] ?? 0) + linesOf(block).length)))
  return hasOwn(marked) ? marked : blocks
}

const linesOf = (block: Block): string[] => (block.kind === 'row' ? [block.lines.map(lineText).join(': ')] : block.lines.map(lineText))

/** Where nothing is the sender's own, the rest is what the mail was sent for. */
export const hasOwn = (blocks: Block[]): boolean =>
  blocks.some(block => !block.fold && /[\p{L}\p{N}\p{S}]/u.test(block.lines.map(lineText).join('')))

function partsOf(block: Block, folds: ReturnType<typeof foldsOf>): Block[] {
  const parts: Block[] = []
  const withFold = (lines: Block['lines'], fold: (typeof folds)[number] | undefined, isFirst: boolean): Block => ({
    ...block,
    lines,
    ...(isFirst ? {} : { isTight: true }),
    ...(fold === undefined || fold === 'own' ? {} : { fold }),
  })
  if (block.kind === 'row') return [withFold(block.lines, folds[0], true)]
  let from = 0
  for (let at = 1; at <= block.lines.length; at++) {
    if (at < block.lines.length && folds[at] === folds[from]) continue
    parts.push(withFold(block.lines.slice(from, at), folds[from], from === 0))
    from = at
  }
  return parts
}
