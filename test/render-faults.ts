// Finds faults in a message as WhatsApp would show it, with a reader that shares no code with the renderer.
import { lineText } from '../core/message/blocks/shapes.ts'
import type { MailView } from '../core/message/view.ts'
import { readWhatsApp } from './markup-reader.ts'

const most = 4096

export function faultsIn(view: MailView, text: string): string[] {
  const { marked, stray } = readWhatsApp(text)
  const meant = meantIn(view)
  const ownStarts = new Set(linesOf(view).flatMap(brokenStarts))
  const faults = [
    ...(text.length > most ? [`${text.length} letters`] : []),
    ...(text.isWellFormed() ? [] : ['half a letter']),
    ...brokenStarts(text)
      .filter(start => !ownStarts.has(start))
      .map(() => 'a letter cut in two'),
    ...stray.map(around => `a sign that pairs with nothing: ${around}`),
    ...marked.filter(one => !isMeant(one.text, meant)).map(one => `${one.kind} that nobody meant: ${one.text.slice(0, 60)}`),
  ]
  const told = /📎 (\d+) attachment/.exec(text)?.[1] ?? '0'
  if (Number(told) !== view.attachments.length) faults.push(`${view.attachments.length} attachments, told ${told}`)
  return faults
}

const flat = (text: string): string =>
  text
    .replace(/[\u2060*_~`ˋ\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u202a-\u202e\u200e]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

/** All that may stand out: subject, headings, what the mail itself marks, and what our own lines do. */
function meantIn(view: MailView): string[] {
  const blocks = view.blocks?.blocks ?? []
  const spans = blocks.flatMap(({ kind, lines }) =>
    kind === 'heading' || kind === 'preformatted'
      ? [lines.map(lineText).join('\n'), ...lines.map(lineText), ...lines.flat().map(span => span.text)]
      : lines.flat().flatMap(span => (span.marks?.length ? [span.text] : [])),
  )
  return [view.subject, '(no subject)', ...spans].map(flat).filter(text => text !== '')
}

/** What our own lines make bold or italic: what was left out, sums, states of a parcel, an invitation, an alert. */
const own =
  /^\+ |^(?:[A-Z]{3}|[A-Z]{0,3}\p{Sc})\s?\d[\d.,]*$|^(?:On its way|Out for delivery|Delivered|Delayed|Ready for pickup|In customs)$|^(?:Critical|Down|Failed|Problem|Warning|Resolved|New sign-in|Paid|Received|Low balance)$|^(?:Invitation|Changed invitation|Canceled|Accepted|Declined|Maybe|Delegated|No response yet|New time proposed)$/u

/** A text that was cut is the beginning of what was meant. */
function isMeant(text: string, meant: string[]): boolean {
  const seen = flat(text).replace(/…$/, '').trim()
  return seen === '' || own.test(seen) || meant.some(one => one === seen || one.startsWith(seen))
}

/** Lines that begin with a mark which belongs to the letter before it: the mark and what follows. Only those that came so are no fault of ours. */
const brokenStarts = (text: string): string[] =>
  Array.from(text.matchAll(/(?:^|\n)\s*((?:\u200d|\ufe0f|\p{Emoji_Modifier}).?)/gu), ([, start = '']) => start)

const linesOf = ({ subject, blocks }: MailView): string[] => [
  subject,
  ...(blocks?.blocks ?? []).flatMap(({ lines }) => lines.map(lineText)),
]
