// Makes the blocks and the card of a parsed message from its HTML, or from its text if that says more.
import type { Email } from 'postal-mime'
import { folded } from '../../../core/message/blocks/fold.ts'
import { blocksOfHtml } from '../../../core/message/blocks/from-html.ts'
import { blocksOfText } from '../../../core/message/blocks/from-text.ts'
import { type Block, type Blocks, lineText, type TextRun } from '../../../core/message/blocks/shapes.ts'
import { cardOf } from '../../../core/message/cards/find.ts'
import { Card } from '../../../core/message/cards/shapes.ts'
import { newsletterBy } from '../../../core/message/facts.ts'
import type { MailView } from '../../../core/message/view.ts'
import { eventOf } from './calendar/read.ts'
import { linkedDataOf, treeOf } from './tree.ts'
import { hiddenClasses, htmlChars, isTooDeep } from './visible.ts'

/** More than a phone shows; the whole is in the view's text. */
const blocksBytes = 16 * 1024
/** Of a text no more than this is looked at. */
const textLetters = 64 * 1024

/** Nothing where nothing is to be had: then the view's text stands for it. Takes at most `mostBytes` as the view keeps it. */
export function readBlocks(email: Email, view: MailView, mostBytes: number): Pick<MailView, 'blocks' | 'card'> {
  if (view.fetched === 'headers' || view.fetched === 'structure' || mostBytes < leastBytes) return {}
  try {
    const found = chosen(email, view)
    const card = cardIn(email, view, found)
    const left = mostBytes - (card ? Buffer.byteLength(JSON.stringify(card)) : 0)
    if (card && left < leastBytes) return { card }
    const blocks = fit(found, Math.min(left, blocksBytes))
    return card ? { blocks, card } : { blocks }
  } catch {
    return {}
  }
}

/** A card that cannot be made is one less; the mail stands for itself. */
function cardIn(email: Email, view: MailView, { blocks, data }: Chosen): Card | null {
  try {
    // What a stranger wrote in a shape of its own would be drawn by who trusts the shape.
    return Card.safeParse(eventOf(email, view) ?? cardOf(view, blocks, data)).data ?? null
  } catch {
    return null
  }
}

const leastBytes = 2 * 1024

interface Chosen {
  blocks: Block[]
  pictures: number
  /** What the page says of itself in JSON-LD. */
  data: unknown[]
  isCut: boolean
}

function chosen(email: Email, view: MailView): Chosen {
  const text = email.text ?? ''
  const page = email.html ? pageOf(email.html, view) : null
  if (page && saysEnough(page.blocks, text)) return page
  const blocks = blocksOfText(text.slice(0, textLetters), view)
  return { blocks, pictures: page?.pictures ?? 0, data: page?.data ?? [], isCut: text.length > textLetters }
}

function pageOf(written: string, view: MailView): Chosen | null {
  const html = written.slice(0, htmlChars)
  if (isTooDeep(html)) return null
  const tree = treeOf(html)
  if (!tree) return null
  const { blocks, pictures } = blocksOfHtml(tree, { hiding: new Set(hiddenClasses(html)), isMass: newsletterBy(view) !== null })
  return { blocks: folded(blocks, view), pictures, data: linkedDataOf(tree), isCut: written.length > htmlChars }
}

/** An HTML part with less than half the words of the text is a stub of its own. */
function saysEnough(blocks: Block[], text: string): boolean {
  const letters = countOf(blocks.map(block => block.lines.map(lineText).join('')).join(''))
  return letters > 0 && letters * 2 >= countOf(text.slice(0, textLetters).replace(/https?:\S+/gi, ''))
}

const countOf = (text: string): number => text.replace(/[^\p{L}\p{N}]+/gu, '').length

function fit({ blocks, pictures, isCut }: Chosen, mostBytes: number): Blocks {
  const kept: Block[] = []
  let left = mostBytes
  for (const block of blocks) {
    const bytes = bytesOf(block)
    if (bytes > left) {
      const part = { ...block, lines: fitLines(block, left) }
      if (part.lines.length > 0) kept.push(part)
      return { version: 1, blocks: kept, pictures, isCut: true }
    }
    left -= bytes
    kept.push(block)
  }
  return { version: 1, blocks: kept, pictures, isCut }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1

/** The first of its lines: a text may be one paragraph of a thousand. */
function fitLines({ lines, ...block }: Block, mostBytes: number): Block['lines'] {
  let left = mostBytes - bytesOf({ ...block, lines: [] })
  const end = lines.findIndex(line => (left -= bytesOf(line)) < 0)
  const [first] = lines
  // A log may be one line, of which the beginning is worth more than nothing.
  if (end === 0 && first) return [fitSpans(first, mostBytes - bytesOf({ ...block, lines: [[]] }))].filter(line => line.length > 0)
  return lines.slice(0, end < 0 ? lines.length : end)
}

/** In JSON a letter takes six bytes at most. */
const letterBytes = 6

function fitSpans(spans: TextRun[], mostBytes: number): TextRun[] {
  let left = mostBytes
  const end = spans.findIndex(span => (left -= bytesOf(span)) < 0)
  const [first] = spans
  if (end !== 0 || !first) return spans.slice(0, end < 0 ? spans.length : end)
  const letters = Math.floor((mostBytes - bytesOf({ ...first, text: '' })) / letterBytes)
  return letters > 0 ? [{ ...first, text: first.text.slice(0, letters).replace(/[\ud800-\udbff]$/, '') }] : []
}
