// Converts plain text to blocks: paragraphs with wrapped lines rejoined, list items, quotations and links.
import { classifyLines, type LineClass } from '../own-text.ts'
import { isQuoted, isRule, stripQuoteMarks } from '../quotes/lines.ts'
import type { MailView } from '../view.ts'
import { shortenAnswered, toFold } from './fold.ts'
import { stripLinkTrackers } from './links.ts'
import type { Block, TextRun } from './shapes.ts'
import { stripInvisible } from './strip-invisible.ts'

type TextSource = Pick<MailView, 'subject' | 'headers' | 'from'>

interface Line {
  text: string
  quote: number
  lineClass: LineClass
}

/** Linear time. */
export function textToBlocks(text: string, source: TextSource): Block[] {
  const rawLines = stripPgpArmor(stripInvisible(text.replace(/\r\n?/g, '\n'))).split('\n')
  const classes = classifyLines(rawLines, source)
  const lines = rawLines.map((line, at): Line => ({ ...parseQuoteLevel(line), lineClass: classes[at] ?? 'own' }))
  return splitParagraphs(lines).flatMap(paragraphToBlocks)
}

const pgpArmor = /^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z]{2,20}: .{0,200}\n){0,10}/m

/** PGP-signed text begins with an armor header and escapes leading dashes (RFC 9580 §7). */
const stripPgpArmor = (text: string): string => (pgpArmor.test(text) ? text.replace(pgpArmor, '').replace(/^- -/gm, '-') : text)

function parseQuoteLevel(line: string): { text: string; quote: number } {
  // A `|` alone is an empty quoted line.
  if (/^\s*\|\s*$/.test(line)) return { text: '', quote: 0 }
  if (!isQuoted(line)) return { text: line.trimEnd(), quote: 0 }
  const signs = /^(?:\s?[>|])+/.exec(line.slice(0, 200))?.[0].replace(/\s/g, '') ?? '>'
  return { text: stripQuoteMarks(line).trimEnd(), quote: Math.min(signs.length, 9) }
}

function splitParagraphs(lines: Line[]): Line[][] {
  const paragraphs: Line[][] = []
  let current: Line[] | null = null
  for (const line of lines) {
    const last: Line | undefined = current?.at(-1)
    if (line.text.trim() === '' || isRule(line.text)) current = null
    else if (current && last && last.quote === line.quote && last.lineClass === line.lineClass) current.push(line)
    else paragraphs.push((current = [line]))
  }
  return paragraphs
}

const item = /^(\s*)(?:[-*•·▪◦‣–+]|(\d{1,3})[.)])\s+(?=\S)/

function paragraphToBlocks(lines: Line[]): Block[] {
  const blocks: Block[] = []
  const width = Math.max(...lines.map(line => line.text.length))
  let last: Line | null = null
  for (const line of lines) {
    const { quote, lineClass } = line
    const common = { ...(quote > 0 ? { quote } : {}), ...toFold(lineClass), ...(blocks.length > 0 ? { isTight: true } : {}) }
    const found = item.exec(line.text)
    const block = blocks.at(-1)
    if (found) {
      const depth = Math.min(1 + Math.floor((found[1]?.length ?? 0) / 2), 4)
      const number = found[2] === undefined ? {} : { number: Number(found[2]) }
      blocks.push({ kind: 'item', lines: [toTextRuns(line.text.slice(found[0].length))], depth, ...number, ...common })
    } else if (!block) blocks.push({ kind: 'paragraph', lines: [toTextRuns(line.text.trim())], ...common })
    else if (last && (wasWrapped(last.text, line.text, width) || (block.kind === 'item' && /^\s/.test(line.text))))
      appendLine(block, line.text.trim())
    else if (block.kind === 'item') blocks.push({ kind: 'paragraph', lines: [toTextRuns(line.text.trim())], ...common })
    else block.lines.push(toTextRuns(line.text.trim()))
    last = line
  }
  return lines[0]?.lineClass === 'answered' ? blocks.map(block => ({ ...block, lines: shortenAnswered(block.lines) })) : blocks
}

const minWrapWidth = 55
const maxWrapWidth = 100
const maxRaggedness = 12

/** A program wrapped the line, because the next word did not fit. */
function wasWrapped(line: string, next: string, width: number): boolean {
  if (width < minWrapWidth || width > maxWrapWidth || line.length < minWrapWidth - 10) return false
  if (/^\s|^[-*•>|#]/.test(next) || /\S {3,}\S/.test(line) || /[:：]$/.test(line) || /^https?:\/\/\S+$/.test(line.trim())) return false
  const word = /^\S+/.exec(next)?.[0] ?? ''
  // Some programs wrap a little earlier; a sentence continues in lower case.
  if (/^\p{Ll}/u.test(word) && line.length >= width - maxRaggedness) return !/^https?:/.test(word)
  return !unspacedScripts.test(word) && !/^https?:/.test(word) && line.length + 1 + word.length > Math.max(width, minWrapWidth)
}

/** Scripts without spaces between words. */
const unspacedScripts = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

function appendLine(block: Block, text: string): void {
  block.lines.at(-1)?.push(...toTextRuns(` ${text}`))
}

const urlPattern = /<?(https?:\/\/[^\s<>"\u3000-\u303f\uff00-\uffef]+)>?/gi
const placeholder = /\[(?:image|cid|bild|imagen|immagine|imagem|afbeelding):[^\]\n]{0,300}\]/gi

/** Splits text into runs, with URLs as links. */
export function toTextRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  let at = 0
  const line = text.replace(placeholder, '')
  for (const found of line.matchAll(urlPattern)) {
    const isBracketed = found[0].startsWith('<') && found[0].endsWith('>')
    const url = isBracketed ? (found[1] ?? '') : trimUrlEnd(found[1] ?? '')
    const link = stripLinkTrackers(url)
    if (!link) continue
    const start = found.index + (isBracketed || !found[0].startsWith('<') ? 0 : 1)
    if (start > at) runs.push({ text: line.slice(at, start) })
    runs.push({ text: link.href, href: link.href })
    at = isBracketed ? found.index + found[0].length : start + url.length
  }
  if (at < line.length) runs.push({ text: line.slice(at) })
  return runs
}

/** Punctuation that ends a sentence is not part of the URL; a closing bracket is, if the URL contains the opening one. */
function trimUrlEnd(href: string): string {
  const hasOpeningBracket = href.includes('(')
  let end = href.length
  while (end > 0 && (/[.,;:!?'"*\]]/.test(href[end - 1] ?? '') || (!hasOpeningBracket && href[end - 1] === ')'))) end -= 1
  return href.slice(0, end)
}
