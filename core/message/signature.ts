// Takes from the end of a text what its sender did not write for this mail: signature, disclaimer, footers of programs and lists.
import { plain } from './plain.ts'
import { isBlank, isRule } from './quotes.ts'
import { addedLines, closings, devices, listFooters, noticeHeads, secrecy, sentWords, thisMail } from './signature-words.ts'
import type { MailView } from './view.ts'

/** What remains of the lines, trimmed. At least one line of text always does, unless a delimiter opens the text. */
export function withoutSignature(lines: string[], mail: Pick<MailView, 'from'>): string {
  const bare = beforeDelimiter(lines)
  const names = mail.from.flatMap(person => namesOf(person.name))
  let paragraphs = paragraphsOf(bare)
  for (let round = 0; round < mostRounds; round++) {
    const before = sizeOf(paragraphs)
    paragraphs = withoutLast(withoutNotices(paragraphs), names)
    if (sizeOf(paragraphs) === before) break
  }
  return paragraphs
    .map(paragraph => paragraph.join('\n'))
    .join('\n\n')
    .trim()
}

type Paragraph = string[]

// A name below a card below small print below a footer; a hostile mail gets no more.
const mostRounds = 8
const mostNotices = 20

const lineOf = (text: string): string => plain(text.slice(0, 2000).replaceAll('*', ''))
/** `Farrow, Odette (Law)` signs as Odette Farrow, or as Odette. */
function namesOf(written: string): string[] {
  const name = lineOf(written)
    .replace(/["“”]/g, '')
    .replace(/\s*[([|].*$/, '')
    .trim()
  const [last = '', first = ''] = name.split(/\s*,\s*/)
  const whole = first === '' ? name : `${first} ${last}`
  const given = whole.split(' ')[0] ?? ''
  return [...new Set([whole, name, ...(given.length > 1 ? [given] : [])])].filter(each => each !== '')
}

const sizeOf = (paragraphs: Paragraph[]): number => paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)
const holdsAny = (text: string, words: readonly string[]): boolean => words.some(word => text.includes(word))

/** `-- ` (RFC 3676 §4.3); programs that cut line ends write two dashes, web forges one long one: these close what is short. */
function beforeDelimiter(lines: string[]): string[] {
  const exact = lines.indexOf('-- ')
  let at = exact < 0 ? lines.length : exact
  let below = 0
  for (let i = lines.length - 1; i >= 0 && below <= mostLines; i--) {
    const line = lines[i] ?? ''
    if (/^(?:--|—|––)\s*$/.test(line)) at = Math.min(at, i)
    if (!isBlank(line)) below += 1
  }
  return lines.slice(0, at)
}

const mostLines = 12

function paragraphsOf(lines: string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [[]]
  for (const line of lines) {
    if (!isBlank(line)) paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length) paragraphs.push([])
  }
  return paragraphs.filter(paragraph => paragraph.length > 0)
}

/** Small print under a heading goes to the end; without one, paragraph by paragraph from the end. */
function withoutNotices(paragraphs: Paragraph[]): Paragraph[] {
  const head = paragraphs.findIndex((paragraph, i) => i > 0 && paragraphs.length - i <= 6 && isNoticeHead(paragraph))
  const kept = head > 0 ? paragraphs.slice(0, head) : [...paragraphs]
  for (let i = 0; i < mostNotices && kept.length > 1 && isNotice(kept.at(-1) ?? []); i++) kept.pop()
  return kept
}

function isNoticeHead(paragraph: Paragraph): boolean {
  const text = lineOf(paragraph.find(line => !isRule(line)) ?? '').replace(/^[^\p{L}]+/u, '')
  return noticeHeads.some(head => text.startsWith(head) && !/^\p{L}/u.test(text.slice(head.length)))
}

function isNotice(paragraph: Paragraph): boolean {
  const text = lineOf(paragraph.join(' '))
  if (paragraph.every(isRule)) return true
  if (holdsAny(text, thisMail) && holdsAny(text, secrecy)) return true
  if (text.length < 400 && holdsAny(text, addedLines)) return true
  const isRuled = isRule(paragraph[0] ?? '') || /^[-_=]{10,}/.test(text)
  return isRuled && holdsAny(text, listFooters)
}

/** The last paragraph without what closes it. */
function withoutLast(paragraphs: Paragraph[], names: string[]): Paragraph[] {
  const last = paragraphs.at(-1)
  if (!last) return paragraphs
  const rest = paragraphs.slice(0, -1)
  const isAlone = rest.length === 0
  if (/^-- \S/.test(last[0] ?? '') && !isAlone) return rest
  const kept = withoutSentFrom(last)
  if (kept.length < last.length && (kept.length > 0 || !isAlone)) return kept.length > 0 ? [...rest, kept] : rest
  const unnamed = withoutName(paragraphs, names)
  return unnamed === paragraphs ? withoutCard(paragraphs) : unnamed
}

function withoutSentFrom(paragraph: Paragraph): Paragraph {
  const text = lineOf(paragraph.at(-1) ?? '')
  return text.length < 90 && holdsAny(text, sentWords) && holdsAny(text, devices) ? paragraph.slice(0, -1) : paragraph
}

/** Ends before the line with the sender's name where only short lines follow it, whatever paragraphs they stand in. */
function withoutName(paragraphs: Paragraph[], names: string[]): Paragraph[] {
  let behind: string[] = []
  for (let place = paragraphs.length - 1; place >= 0 && behind.length <= mostCardLines; place--) {
    const paragraph = paragraphs[place] ?? []
    const at = lastOf(paragraph, line => isNamed(line, names))
    behind = [...paragraph.slice(at + 1), ...behind]
    if (at < 0) continue
    if ((place === 0 && at === 0) || !looksLikeCard(behind)) break
    return [...paragraphs.slice(0, place), ...(at > 0 ? [paragraph.slice(0, at)] : [])]
  }
  return paragraphs
}

/** Looks no further back than a card is long. */
function lastOf(paragraph: Paragraph, fits: (line: string) => boolean): number {
  const from = Math.max(0, paragraph.length - mostCardLines - 1)
  const at = paragraph.slice(from).findLastIndex(fits)
  return at < 0 ? -1 : from + at
}

const nameIn = (line: string): string =>
  lineOf(line)
    .replace(/^[-–—~\s]+|[,.;|]+$/g, '')
    .trim()

/** The name alone, or with a title behind a comma or a stroke. */
const isNamed = (line: string, names: string[]): boolean =>
  names.some(
    name =>
      nameIn(line) === name ||
      (name.includes(' ') && nameIn(line).startsWith(name) && /^\s*[,|·•–—(/-]/.test(nameIn(line).slice(name.length))),
  )

const mostCardLines = 10
const longestCardLine = 90
const looksLikeCard = (lines: string[]): boolean =>
  lines.length <= mostCardLines && lines.every(line => line.length <= longestCardLine && !isSentence(line))

/** A company's name may end with a dot; five words that end with one are a sentence. */
const isSentence = (line: string): boolean => /[!?。！？।؟]\s*$/.test(line) || (/\.\s*$/.test(line) && line.trim().split(/\s+/).length > 4)

/** Behind a closing, the short lines that follow it in its paragraph or in the next one, if nothing else comes. */
function withoutCard(paragraphs: Paragraph[]): Paragraph[] {
  for (let back = 1; back <= 3 && back <= paragraphs.length; back++) {
    const place = paragraphs.length - back
    const paragraph = paragraphs[place] ?? []
    const closing = lastOf(paragraph, isClosing)
    if (closing < 0) continue
    const behind = [...paragraph.slice(closing + 1), ...paragraphs.slice(place + 1).flat()]
    if (behind.length === 0 || !looksLikeCard(behind) || behind.some(isPostscript)) return paragraphs
    return [...paragraphs.slice(0, place), paragraph.slice(0, closing + 1)]
  }
  return paragraphs
}

function isClosing(line: string): boolean {
  const text = lineOf(line).replace(/[,.!،、。！~\s]+$/u, '')
  return text.length < 60 && closings.includes(text)
}

const isPostscript = (line: string): boolean => /^\s*p\.?\s?s\.?\b|^\s*n\.?\s?b\.?\b/i.test(line)
