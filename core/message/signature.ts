// Strips the end of a text that was not written for this email: signature, disclaimer, program and list footers.
import { normalizeLine } from './normalize-line.ts'
import { isBlank, isRule } from './quotes/lines.ts'
import { addedLines, closings, devices, listFooters, noticeHeadings, secrecy, sentFromWords, thisEmail } from './signature-words.ts'
import type { MailView } from './view.ts'

/** The remaining lines, trimmed. At least one line of text always remains, unless the text opens with a delimiter. */
export function stripSignature(lines: string[], message: Pick<MailView, 'from'>): string {
  const beforeSignature = cutAtDelimiter(lines)
  const names = message.from.flatMap(person => listNameVariants(person.name))
  let paragraphs = splitParagraphs(beforeSignature)
  for (let round = 0; round < maxRounds; round++) {
    const before = countLines(paragraphs)
    paragraphs = stripClosing(stripNotices(paragraphs), names)
    if (countLines(paragraphs) === before) break
  }
  return paragraphs
    .map(paragraph => paragraph.join('\n'))
    .join('\n\n')
    .trim()
}

/** All of it was added by a program: a device's line, a list's footer, a legal notice. */
export const isFooter = (lines: string[]): boolean =>
  splitParagraphs(cutAtDelimiter(lines)).every(paragraph => isNotice(paragraph) || stripSentFrom(paragraph).length === 0)

type Paragraph = string[]

// A name, a card, a notice and a footer may be stacked; a hostile email gets no more rounds.
const maxRounds = 8
const maxNotices = 20

const normalizeText = (text: string): string => normalizeLine(text.slice(0, 2000).replaceAll('*', ''))
/** `Farrow, Odette (Law)` signs as Odette Farrow, or as Odette. */
function listNameVariants(displayName: string): string[] {
  const name = normalizeText(displayName)
    .replace(/["“”]/g, '')
    .replace(/\s*[([|].*$/, '')
    .trim()
  const [last = '', first = ''] = name.split(/\s*,\s*/)
  const fullName = first === '' ? name : `${first} ${last}`
  const givenName = fullName.split(' ')[0] ?? ''
  return [...new Set([fullName, name, ...(givenName.length > 1 ? [givenName] : [])])].filter(each => each !== '')
}

const countLines = (paragraphs: Paragraph[]): number => paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0)
const containsAny = (text: string, words: readonly string[]): boolean => words.some(word => text.includes(word))

/** `-- ` (RFC 3676 §4.3); programs that trim lines write `--`, some code hosts a long dash: these count only near the end. */
function cutAtDelimiter(lines: string[]): string[] {
  const exact = lines.indexOf('-- ')
  let at = exact < 0 ? lines.length : exact
  let below = 0
  for (let i = lines.length - 1; i >= 0 && below <= maxLines; i--) {
    const line = lines[i] ?? ''
    if (/^(?:--|—|––)\s*$/.test(line)) at = Math.min(at, i)
    if (!isBlank(line)) below += 1
  }
  return lines.slice(0, at)
}

const maxLines = 12

function splitParagraphs(lines: string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [[]]
  for (const line of lines) {
    if (!isBlank(line)) paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length) paragraphs.push([])
  }
  return paragraphs.filter(paragraph => paragraph.length > 0)
}

/** A legal notice under a heading runs to the end; without a heading, paragraphs are checked one by one from the end. */
function stripNotices(paragraphs: Paragraph[]): Paragraph[] {
  const headingAt = paragraphs.findIndex((paragraph, i) => i > 0 && paragraphs.length - i <= 6 && isNoticeHeading(paragraph))
  const remaining = headingAt > 0 ? paragraphs.slice(0, headingAt) : [...paragraphs]
  for (let i = 0; i < maxNotices && remaining.length > 1 && isNotice(remaining.at(-1) ?? []); i++) remaining.pop()
  return remaining
}

function isNoticeHeading(paragraph: Paragraph): boolean {
  const text = normalizeText(paragraph.find(line => !isRule(line)) ?? '').replace(/^[^\p{L}]+/u, '')
  return noticeHeadings.some(head => text.startsWith(head) && !/^\p{L}/u.test(text.slice(head.length)))
}

function isNotice(paragraph: Paragraph): boolean {
  const text = normalizeText(paragraph.join(' '))
  if (paragraph.every(isRule)) return true
  if (containsAny(text, thisEmail) && containsAny(text, secrecy)) return true
  if (text.length < 400 && containsAny(text, addedLines)) return true
  const isRuled = isRule(paragraph[0] ?? '') || /^[-_=]{10,}/.test(text)
  return isRuled && containsAny(text, listFooters)
}

/** Strips the closing from the last paragraph. */
function stripClosing(paragraphs: Paragraph[], names: string[]): Paragraph[] {
  const last = paragraphs.at(-1)
  if (!last) return paragraphs
  const rest = paragraphs.slice(0, -1)
  const isAlone = rest.length === 0
  if ((/^-- \S/.test(last[0] ?? '') || isRuledCard(last)) && !isAlone) return rest
  const remaining = stripSentFrom(last)
  if (remaining.length < last.length && (remaining.length > 0 || !isAlone)) return remaining.length > 0 ? [...rest, remaining] : rest
  const unnamed = stripFromName(paragraphs, names)
  return unnamed === paragraphs ? stripCard(paragraphs) : unnamed
}

function stripSentFrom(paragraph: Paragraph): Paragraph {
  const text = normalizeText(paragraph.at(-1) ?? '')
  // A sentence about a phone ends as one; the line of a program may end with its address.
  const isAdded = containsAny(text, devices)
    ? !/[!?.。]$/.test(text)
    : /<https?:[^>]+>$/.test(text) || namesMailProgram(paragraph.at(-1) ?? '')
  return text.length < 120 && containsAny(text, sentFromWords) && isAdded ? paragraph.slice(0, -1) : paragraph
}

const maxProgramWords = 8

/** `Sent with Some Mail`: few words, and a name that a program was given. */
function namesMailProgram(line: string): boolean {
  const words = line.trim().split(/\s+/)
  const isNamed = words.slice(1).some(word => /^\p{Lu}/u.test(word)) && /mail|courriel|correo|messag/i.test(line)
  return (
    isNamed && words.length <= maxProgramWords && !/\d|@/.test(line) && sentFromWords.some(sent => normalizeText(line).startsWith(sent))
  )
}

/** Cuts at the line with the sender's name if only short lines follow it, even over several paragraphs. */
function stripFromName(paragraphs: Paragraph[], names: string[]): Paragraph[] {
  let following: string[] = []
  for (let index = paragraphs.length - 1; index >= 0 && following.length <= maxCardLines; index--) {
    const paragraph = paragraphs[index] ?? []
    const at = findLastMatch(paragraph, line => isNameLine(line, names))
    following = [...paragraph.slice(at + 1), ...following]
    if (at < 0) continue
    if ((index === 0 && at === 0) || !looksLikeCard(following)) break
    return [...paragraphs.slice(0, index), ...(at > 0 ? [paragraph.slice(0, at)] : [])]
  }
  return paragraphs
}

/** Searches no further back than the length of a contact card. */
function findLastMatch(paragraph: Paragraph, fits: (line: string) => boolean): number {
  const from = Math.max(0, paragraph.length - maxCardLines - 1)
  const at = paragraph.slice(from).findLastIndex(fits)
  return at < 0 ? -1 : from + at
}

const toNameLine = (line: string): string =>
  normalizeText(line)
    .replace(/^[-–—~\s]+|[,.;|]+$/g, '')
    .trim()

/** The name alone, or with a title after a comma or a slash. */
const isNameLine = (line: string, names: string[]): boolean =>
  names.some(
    name =>
      toNameLine(line) === name ||
      (name.includes(' ') && toNameLine(line).startsWith(name) && /^\s*[,|·•–—(/-]/.test(toNameLine(line).slice(name.length))),
  )

const maxCardLines = 10
const maxCardLineLength = 90
const looksLikeCard = (lines: string[]): boolean =>
  lines.length <= maxCardLines && lines.every(line => line.length <= maxCardLineLength && !isSentence(line))

/** A company's name may end with a period; five words that end with one are a sentence. */
const isSentence = (line: string): boolean => /[!?。！？।؟]\s*$/.test(line) || (/\.\s*$/.test(line) && line.trim().split(/\s+/).length > 4)

/** Below a line of dashes: short lines, one of them a number or an address. */
const isRuledCard = ([first = '', ...lines]: Paragraph): boolean =>
  isRule(first) && lines.length > 0 && looksLikeCard(lines) && lines.some(line => /\S@\S|www\.|\d[\d\s()-]{6,}\d/.test(line))

/** Cuts the short lines after a closing, in its paragraph or the next ones, if nothing else follows. */
function stripCard(paragraphs: Paragraph[]): Paragraph[] {
  for (let back = 1; back <= 3 && back <= paragraphs.length; back++) {
    const index = paragraphs.length - back
    const paragraph = paragraphs[index] ?? []
    const closing = findLastMatch(paragraph, isClosing)
    if (closing < 0) continue
    const following = [...paragraph.slice(closing + 1), ...paragraphs.slice(index + 1).flat()]
    if (following.length === 0 || !looksLikeCard(following) || following.some(isPostscript)) return paragraphs
    return [...paragraphs.slice(0, index), paragraph.slice(0, closing + 1)]
  }
  return paragraphs
}

function isClosing(line: string): boolean {
  const text = normalizeText(line).replace(/[,.!،、。！~\s]+$/u, '')
  return text.length < 60 && closings.includes(text)
}

const isPostscript = (line: string): boolean => /^\s*p\.?\s?s\.?\b|^\s*n\.?\s?b\.?\b/i.test(line)
