// A plain text as blocks: paragraphs with their broken lines joined, items, quotations, links.
import { foldsOf } from '../own-text.ts'
import { isQuoted, isRule, unquoted } from '../quotes.ts'
import type { MailView } from '../view.ts'
import { clean } from './clean.ts'
import { linkOf } from './links.ts'
import type { Block, Fold, TextRun } from './shapes.ts'

type About = Pick<MailView, 'subject' | 'headers' | 'from'>

interface Line {
  text: string
  quote: number
  fold: Fold | null
}

/** Time grows with the text alone. */
export function blocksOfText(text: string, about: About): Block[] {
  const written = withoutArmour(clean(text.replace(/\r\n?/g, '\n'))).split('\n')
  const folds = foldsOf(written, about)
  const lines = written.map((line, at): Line => {
    const fold = folds[at]
    return { ...withoutQuoteSigns(line), fold: fold === 'own' || fold === undefined ? null : fold }
  })
  return paragraphsOf(lines).flatMap(blocksOfParagraph)
}

const armour = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z]{2,20}: .{0,200}\n){0,10}/m

/** A signed text begins with a line for programs and stands with dashes before its own (RFC 9580 §7). */
const withoutArmour = (text: string): string => (armour.test(text) ? text.replace(armour, '').replace(/^- -/gm, '-') : text)

function withoutQuoteSigns(line: string): { text: string; quote: number } {
  // A sign of quotation alone is an empty line of one.
  if (/^\s*\|\s*$/.test(line)) return { text: '', quote: 0 }
  if (!isQuoted(line)) return { text: line.trimEnd(), quote: 0 }
  const signs = /^(?:\s?[>|])+/.exec(line.slice(0, 200))?.[0].replace(/\s/g, '') ?? '>'
  return { text: unquoted(line).trimEnd(), quote: Math.min(signs.length, 9) }
}

function paragraphsOf(lines: Line[]): Line[][] {
  const paragraphs: Line[][] = []
  let current: Line[] | null = null
  for (const line of lines) {
    const last: Line | undefined = current?.at(-1)
    if (line.text.trim() === '' || isRule(line.text)) current = null
    else if (current && last && last.quote === line.quote && last.fold === line.fold) current.push(line)
    else paragraphs.push((current = [line]))
  }
  return paragraphs
}

const item = /^(\s*)(?:[-*•·▪◦‣–+]|(\d{1,3})[.)])\s+(?=\S)/

function blocksOfParagraph(lines: Line[]): Block[] {
  const blocks: Block[] = []
  const width = Math.max(...lines.map(line => line.text.length))
  let last: Line | null = null
  for (const line of lines) {
    const { quote, fold } = line
    const common = { ...(quote > 0 ? { quote } : {}), ...(fold ? { fold } : {}), ...(blocks.length > 0 ? { isTight: true } : {}) }
    const found = item.exec(line.text)
    const block = blocks.at(-1)
    if (found) {
      const depth = Math.min(1 + Math.floor((found[1]?.length ?? 0) / 2), 4)
      const number = found[2] === undefined ? {} : { number: Number(found[2]) }
      blocks.push({ kind: 'item', lines: [spansOf(line.text.slice(found[0].length))], depth, ...number, ...common })
    } else if (!block) blocks.push({ kind: 'paragraph', lines: [spansOf(line.text.trim())], ...common })
    else if (last && (goesOn(last.text, line.text, width) || (block.kind === 'item' && /^\s/.test(line.text))))
      join(block, line.text.trim())
    else if (block.kind === 'item') blocks.push({ kind: 'paragraph', lines: [spansOf(line.text.trim())], ...common })
    else block.lines.push(spansOf(line.text.trim()))
    last = line
  }
  return blocks
}

const narrowest = 55
const widest = 100
const ragged = 12

/** Was the line broken by a program, because the next word did not fit any more? */
function goesOn(line: string, next: string, width: number): boolean {
  if (width < narrowest || width > widest || line.length < narrowest - 10) return false
  if (/^\s|^[-*•>|#]/.test(next) || /\S {3,}\S/.test(line) || /[:：]$/.test(line) || /^https?:\/\/\S+$/.test(line.trim())) return false
  const word = /^\S+/.exec(next)?.[0] ?? ''
  // People break their lines a little earlier; a sentence goes on in small letters.
  if (/^\p{Ll}/u.test(word) && line.length >= width - ragged) return !/^https?:/.test(word)
  return !wide.test(word) && !/^https?:/.test(word) && line.length + 1 + word.length > Math.max(width, narrowest)
}

/** Letters that are written without blanks between words. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function join(block: Block, text: string): void {
  block.lines.at(-1)?.push(...spansOf(` ${text}`))
}

const address = /<?(https?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]+)>?/gi
const placeholder = /\[(?:image|cid|bild|imagen|immagine|imagem|afbeelding):[^\]\n]{0,300}\]/gi

/** A text with its addresses as links. */
export function spansOf(text: string): TextRun[] {
  const spans: TextRun[] = []
  let at = 0
  const line = text.replace(placeholder, '')
  for (const found of line.matchAll(address)) {
    const isBracketed = found[0].startsWith('<') && found[0].endsWith('>')
    const written = isBracketed ? (found[1] ?? '') : withoutEnd(found[1] ?? '')
    const link = linkOf(written)
    if (!link) continue
    const start = found.index + (isBracketed || !found[0].startsWith('<') ? 0 : 1)
    if (start > at) spans.push({ text: line.slice(at, start) })
    spans.push({ text: link.href, href: link.href })
    at = isBracketed ? found.index + found[0].length : start + written.length
  }
  if (at < line.length) spans.push({ text: line.slice(at) })
  return spans
}

/** What closes a sentence is none of the address; a bracket is, where it was opened there. */
function withoutEnd(href: string): string {
  const isOpened = href.includes('(')
  let end = href.length
  while (end > 0 && (/[.,;:!?'"*\]]/.test(href[end - 1] ?? '') || (!isOpened && href[end - 1] === ')'))) end -= 1
  return href.slice(0, end)
}
