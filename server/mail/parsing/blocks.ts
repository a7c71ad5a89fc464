// Builds the blocks and the card of a parsed message from its HTML, or from its text if that contains more.
import type { Email } from 'postal-mime'
import { foldChores } from '../../../core/message/blocks/chores.ts'
import { markFolds } from '../../../core/message/blocks/fold.ts'
import { htmlToBlocks } from '../../../core/message/blocks/from-html.ts'
import { textToBlocks } from '../../../core/message/blocks/from-text.ts'
import { type Block, type Blocks, lineText, type TextRun } from '../../../core/message/blocks/shapes.ts'
import { findCard } from '../../../core/message/cards/find.ts'
import { EmailCard } from '../../../core/message/cards/shapes.ts'
import { findNewsletterHeader } from '../../../core/message/facts.ts'
import type { MailView } from '../../../core/message/view.ts'
import { readEventCard } from './calendar/read.ts'
import { parseHtmlTree, readLinkedData } from './tree.ts'
import { hiddenClasses, htmlChars, isTooDeep } from './visible.ts'

/** More than a phone shows; the full text is in the view. */
const blocksBytes = 16 * 1024
/** How much of a text is inspected. */
const maxTextChars = 64 * 1024

/** Empty when there are no blocks: then the view's text is used. Takes at most `maxBytes` of the stored view. */
export function readBlocks(email: Email, view: MailView, maxBytes: number): Pick<MailView, 'blocks' | 'card'> {
  if (view.fetched === 'headers' || view.fetched === 'structure' || maxBytes < minBytes) return {}
  try {
    const found = chooseBlocks(email, view)
    const card = buildCard(email, view, found)
    const left = maxBytes - (card ? Buffer.byteLength(JSON.stringify(card)) : 0)
    if (card && left < minBytes) return { card }
    const blocks = fit(found, Math.min(left, blocksBytes))
    return card ? { blocks, card } : { blocks }
  } catch {
    return {}
  }
}

/** A card that can't be built is left out. */
function buildCard(email: Email, view: MailView, { blocks, data }: ChosenBlocks): EmailCard | null {
  try {
    // Validates the sender's data, since renderers trust its shape.
    return EmailCard.safeParse(readEventCard(email, view) ?? findCard(view, blocks, data)).data ?? null
  } catch {
    return null
  }
}

const minBytes = 2 * 1024

interface ChosenBlocks {
  blocks: Block[]
  pictures: number
  /** The page's JSON-LD and microdata. */
  data: unknown[]
  isCut: boolean
}

function chooseBlocks(email: Email, view: MailView): ChosenBlocks {
  const text = email.text ?? ''
  const page = email.html ? readHtml(email.html, view) : null
  if (page && saysEnough(page.blocks, text)) return page
  const blocks = textToBlocks(text.slice(0, maxTextChars), view)
  foldChores(blocks, view)
  return { blocks, pictures: page?.pictures ?? 0, data: page?.data ?? [], isCut: text.length > maxTextChars }
}

function readHtml(written: string, view: MailView): ChosenBlocks | null {
  const html = written.slice(0, htmlChars)
  if (isTooDeep(html)) return null
  const tree = parseHtmlTree(html)
  if (!tree) return null
  const { blocks, pictures } = htmlToBlocks(tree, {
    hiddenClasses: new Set(hiddenClasses(html)),
    message: view,
    isMass: findNewsletterHeader(view) !== null,
  })
  return { blocks: markFolds(blocks, view), pictures, data: readLinkedData(tree), isCut: written.length > htmlChars }
}

/** An HTML part with less than half of the text's words is only a stub. */
function saysEnough(blocks: Block[], text: string): boolean {
  const letters = countWordChars(blocks.map(block => block.lines.map(lineText).join('')).join(''))
  return letters > 0 && letters * 2 >= countWordChars(text.slice(0, maxTextChars).replace(/https?:\S+/gi, ''))
}

const countWordChars = (text: string): number => text.replace(/[^\p{L}\p{N}]+/gu, '').length

function fit({ blocks, pictures, isCut }: ChosenBlocks, maxBytes: number): Blocks {
  const kept: Block[] = []
  let left = maxBytes
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

/** Keeps the first lines that fit: a text may be one paragraph of a thousand lines. */
function fitLines({ lines, ...block }: Block, maxBytes: number): Block['lines'] {
  let left = maxBytes - bytesOf({ ...block, lines: [] })
  const end = lines.findIndex(line => (left -= bytesOf(line)) < 0)
  const [first] = lines
  // A log may be a single line, whose beginning is better than nothing.
  if (end === 0 && first) return [fitSpans(first, maxBytes - bytesOf({ ...block, lines: [[]] }))].filter(line => line.length > 0)
  return lines.slice(0, end < 0 ? lines.length : end)
}

/** In JSON a character takes six bytes at most. */
const maxCharBytes = 6

function fitSpans(spans: TextRun[], maxBytes: number): TextRun[] {
  let left = maxBytes
  const end = spans.findIndex(span => (left -= bytesOf(span)) < 0)
  const [first] = spans
  if (end !== 0 || !first) return spans.slice(0, end < 0 ? spans.length : end)
  const letters = Math.floor((maxBytes - bytesOf({ ...first, text: '' })) / maxCharBytes)
  return letters > 0 ? [{ ...first, text: first.text.slice(0, letters).replace(/[\ud800-\udbff]$/, '') }] : []
}
