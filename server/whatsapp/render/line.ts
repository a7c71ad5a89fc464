// Renders one line of an email in WhatsApp's markup.
import { lineText, type TextMark, type TextRun } from '../../../core/message/blocks/shapes.ts'
import { cutAt, neutral, neutralInside } from '../markup.ts'

const signs: Record<TextMark, string> = { bold: '*', italic: '_', strike: '~', code: '`' }

/** Around its signs WhatsApp wants blanks or marks of punctuation; with anything else the letters go without. */
const before = /^$|[\s([{"'“‘«¿¡„‚،、。「『【（:/—–-]$/u
const after = /^$|^[\s)\]}"'”’».,;:!?…،؛؟。、」』】）/—–-]/u

/** `links` gets the addresses that are to stand below, with the words that lead there. */
export function lineOf(spans: TextRun[], links: { words: string; href: string }[] = []): string {
  let line = ''
  for (const [at, span] of spans.entries()) {
    const following = spans[at + 1]
    // An address stands apart, whatever its own words begin with.
    const next = following && isAddress(following) ? ' ' : (following?.text ?? '')
    if (span.href !== undefined && isAddress(span)) {
      line += `${/[\s(<[]$|^$/.test(line) ? '' : ' '}${span.href}${/^$|^[\s.,;:!?)>\]]/.test(next) ? '' : ' '}`
      continue
    }
    if (span.href !== undefined) links.push({ words: span.text.trim(), href: span.href })
    line += marked(span, line, next)
  }
  return line
}

/** Its words say no more than its address does. */
export function isAddress({ text, href }: TextRun): boolean {
  if (href === undefined) return false
  const bare = (address: string) =>
    address
      .trim()
      .replace(/^https?:\/\/(?:www\.)?|^www\.|\/+$/gi, '')
      .toLowerCase()
  return /^\S+\.\S+$/.test(text.trim()) && (bare(href) === bare(text) || /^https?:\/\//i.test(text.trim()))
}

function marked({ text, marks = [] }: TextRun, line: string, next: string): string {
  const [, lead = '', inner = '', trail = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
  const mayStand = before.test(line + lead) && after.test(trail + next) && inner !== '' && !/https?:\/\/|www\./i.test(inner)
  const bare = () => neutral(text, { before: line, after: next })
  if (marks.length === 0 || !mayStand) return bare()
  if (marks.includes('code')) return inner.includes('`') ? bare() : `${lead}\`${inner}\`${trail}`
  const letters = neutralInside(inner)
  if (/^\u2060|\u2060$/.test(letters)) return bare()
  const kept = marks.filter(mark => mark !== 'code').map(mark => signs[mark])
  return `${lead}${kept.join('')}${letters}${kept.toReversed().join('')}${trail}`
}

/** At most `most` letters of the line, cut at the border of a letter; an address is kept whole or left out. */
export function cutSpans(spans: TextRun[], most: number): TextRun[] {
  const kept: TextRun[] = []
  let left = cutAt(lineText(spans), most).length
  for (const span of spans) {
    if (left <= 0) break
    if (span.text.length <= left) kept.push(span)
    else if (!isAddress(span)) kept.push({ ...span, text: span.text.slice(0, left).trimEnd() })
    left -= span.text.length
  }
  return kept
}
