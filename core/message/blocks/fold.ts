// Marks the blocks that can be folded away: quoted emails, signatures and legal notices.
import { classifyLines, type LineClass } from '../own-text.ts'
import type { MailView } from '../view.ts'
import { type Block, type Fold, lineText, type TextRun } from './shapes.ts'

/** Uses the rules for plain text; a block is split where its lines differ. */
export function markFolds(blocks: Block[], message: Pick<MailView, 'subject' | 'headers' | 'from'>): Block[] {
  const lines: string[] = []
  const blockStarts: number[] = []
  for (const block of blocks) {
    if (lines.length > 0 && !block.isTight) lines.push('')
    blockStarts.push(lines.length)
    lines.push(...toLines(block).map(line => '> '.repeat(block.quote ?? 0) + line))
  }
  const folds = classifyLines(lines, message)
  const marked = blocks.flatMap((block, at) =>
    splitBlock(block, folds.slice(blockStarts[at], (blockStarts[at] ?? 0) + toLines(block).length)),
  )
  return hasOwnText(marked) ? marked : blocks
}

const toLines = (block: Block): string[] => (block.kind === 'row' ? [block.lines.map(lineText).join(': ')] : block.lines.map(lineText))

/** If nothing is the sender's own text, everything else is what the email is about, so nothing is folded. */
export const hasOwnText = (blocks: Block[]): boolean =>
  blocks.some(block => !block.fold && /[\p{L}\p{N}\p{S}]/u.test(block.lines.map(lineText).join('')))

function splitBlock(block: Block, folds: LineClass[]): Block[] {
  const parts: Block[] = []
  const withFold = (lines: Block['lines'], fold: LineClass | undefined, isFirst: boolean): Block => ({
    ...block,
    lines: fold === 'answered' && block.kind !== 'row' ? shortenAnswered(lines) : lines,
    ...(isFirst ? {} : { isTight: true }),
    ...toFold(fold),
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

export const toFold = (lineClass: LineClass | undefined): { fold?: Fold } =>
  lineClass === 'closing' || lineClass === 'earlier' ? { fold: lineClass } : {}

const maxAnsweredLength = 90

/** A quoted line that stays above its answer reminds of it; nobody reads it again. */
export function shortenAnswered(lines: Block['lines']): Block['lines'] {
  const runs = lines.flatMap((line, at) => (at > 0 ? [{ text: ' ' }, ...line] : line))
  if (lineText(runs).length <= maxAnsweredLength) return [runs]
  let left = maxAnsweredLength
  const kept: TextRun[] = []
  for (const run of runs) {
    if (left <= 0) break
    kept.push(
      run.text.length <= left
        ? run
        : {
            ...run,
            text: run.text
              .slice(0, left)
              .replace(/\s*\S*$/, '')
              .toWellFormed(),
          },
    )
    left -= run.text.length
  }
  return [[...kept, { text: ' …' }]]
}
