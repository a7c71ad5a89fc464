// Renders one line of an email in WhatsApp's markup.
import { lineText, type TextMark, type TextRun } from '../../../core/message/blocks/shapes.ts'
import { cutAt, neutral, neutralInside } from '../markup.ts'

const markers: Record<TextMark, string> = { bold: '*', italic: '_', strike: '~', code: '`' }

/** WhatsApp needs spaces or punctuation around its markers; otherwise the text goes without them. */
const canOpenAfter = /^$|[\s([{"'“‘«¿¡„‚،、。「『【（:/—–-]$/u
const canCloseBefore = /^$|^[\s)\]}"'”’».,;:!?…،؛؟。、」』】）/—–-]/u

/** Adds the links to list below the text to `links`, with their labels. */
export function renderLine(spans: TextRun[], links: { label: string; href: string }[] = []): string {
  let line = ''
  for (const [at, span] of spans.entries()) {
    const following = spans[at + 1]
    // A link is separated by a space, whatever its text begins with.
    const next = following && isAddress(following) ? ' ' : (following?.text ?? '')
    if (span.href !== undefined && isAddress(span)) {
      line += `${/[\s(<[]$|^$/.test(line) ? '' : ' '}${span.href}${/^$|^[\s.,;:!?)>\]]/.test(next) ? '' : ' '}`
      continue
    }
    if (span.href !== undefined) links.push({ label: span.text.trim(), href: span.href })
    line += withMarkers(span, line, next)
  }
  return line
}

/** True if its text is just the link's address. */
export function isAddress({ text, href }: TextRun): boolean {
  if (href === undefined) return false
  const plain = (address: string) =>
    address
      .trim()
      .replace(/^https?:\/\/(?:www\.)?|^www\.|\/+$/gi, '')
      .toLowerCase()
  return /^\S+\.\S+$/.test(text.trim()) && (plain(href) === plain(text) || /^https?:\/\//i.test(text.trim()))
}

function withMarkers({ text, marks = [] }: TextRun, line: string, next: string): string {
  const plain = () => neutral(text, { before: line, after: next })
  if (marks.length === 0) return plain()
  const [, lead = '', inner = '', trail = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
  const canMark = canOpenAfter.test(line + lead) && canCloseBefore.test(trail + next) && inner !== '' && !/https?:\/\/|www\./i.test(inner)
  if (!canMark) return plain()
  if (marks.includes('code')) return inner.includes('`') ? plain() : `${lead}\`${inner}\`${trail}`
  const escaped = neutralInside(inner)
  if (/^\u2060|\u2060$/.test(escaped)) return plain()
  const activeMarkers = marks.filter(mark => mark !== 'code').map(mark => markers[mark])
  return `${lead}${activeMarkers.join('')}${escaped}${activeMarkers.toReversed().join('')}${trail}`
}

/** At most `maxLength` characters of the line, cut between characters; a link is included in full or left out. */
export function cutSpans(spans: TextRun[], maxLength: number): TextRun[] {
  const cut: TextRun[] = []
  let remaining = cutAt(lineText(spans), maxLength).length
  for (const span of spans) {
    if (remaining <= 0) break
    if (span.text.length <= remaining) cut.push(span)
    else if (!isAddress(span)) cut.push({ ...span, text: span.text.slice(0, remaining).trimEnd() })
    remaining -= span.text.length
  }
  return cut
}
