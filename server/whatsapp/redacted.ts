// Redacts an email for the phone: removes what its filter hides and blacks out what its owner wants hidden.
import type { Hidden } from '../../core/api/ledger.ts'
import type { Privacy } from '../../core/filters/privacy.ts'
import { type Redact, redact } from '../../core/filters/redact/redact.ts'
import type { Block, Blocks, TextRun } from '../../core/message/blocks/shapes.ts'
import type { MailView } from '../../core/message/view.ts'
import { bullets } from '../../core/text/spans.ts'
import { oneLine, paragraphs } from './markup.ts'

/** More than a message shows: a number must not escape because it is cut in two. */
const readLetters = 8000

/**
 * The view without what its filters hold back for good: whoever renders it, or forgets to ask, finds nothing. Of `most` see `redacted`.
 * A summary is cut by the renderer.
 */
export function visibleView(view: MailView, { show, redact: wanted }: Privacy, most = readLetters): MailView {
  const open = redactedView(view, wanted, most)
  if (show !== 'headers' && show !== 'summary') return open
  const files = open.attachments.map(file => ({ ...file, name: '' }))
  if (show === 'summary') return { ...open, attachments: files }
  return { ...open, attachments: files, body: '', blocks: undefined, card: undefined, source: undefined, truncated: false }
}

/** What of a mail is kept from the phone; null where nothing is. */
export function summarizeHidden(view: MailView, privacy: Privacy): Hidden | null {
  const show = privacy.show === 'headers' || privacy.show === 'summary' ? privacy.show : null
  const seen = visibleView(view, privacy)
  const places = placesIn(seen) - placesIn(show === 'headers' ? { ...view, body: '' } : view)
  const files = privacy.redact || show ? view.attachments.length : 0
  return show === null && files === 0 && places <= 0 ? null : { show, files, redactions: Math.max(0, places) }
}

const placesIn = ({ subject, body, from }: MailView): number =>
  [subject, body, ...from.flatMap(person => [person.name, person.address])].join('\n').split(bullets).length - 1

/** The view with everything that is shown of it read and blacked out as a person sees it: invisible letters gone, blanks as one. */
export function redactedView(view: MailView, wanted: Redact | null, most = readLetters): MailView {
  if (!wanted) return view
  const text = paragraphs(view.body)
  const shown = text.slice(0, most)
  const links = hrefsIn(view.blocks)
  const texts = [
    oneLine(view.subject, readLetters),
    shown,
    lettersOf(view.blocks),
    factsOf(view.card),
    ...links,
    ...[...view.from, ...view.replyTo].flatMap(p => [p.name, p.address]),
    ...view.attachments.map(a => a.name),
    ...(view.sender?.reasons ?? []).flatMap(({ seen, real }) => [seen, real]),
  ]
  const [subject = '', body = '', letters = '', facts = '', ...rest] = redact(texts, wanted)
  const next = () => rest.shift() ?? ''
  const safe = new Set(links.filter(href => next() === href))
  const { date, headers, sizeBytes, unparsed, leftParts, fetched, calendar, auth } = view
  // Each part by its name: what a view will hold one day is left out until somebody has seen to it here.
  return {
    subject,
    body,
    // A code that stands alone is not known for one.
    card: wanted.what.includes('codes') && hasCode(view.card) ? undefined : facts === factsOf(view.card) ? view.card : undefined,
    blocks: view.blocks && withLetters(view.blocks, letters, safe),
    from: view.from.map(() => ({ name: next(), address: next() })),
    replyTo: view.replyTo.map(() => ({ name: next(), address: next() })),
    attachments: view.attachments.map(file => ({ ...file, name: next() })),
    sender: view.sender && { ...view.sender, reasons: view.sender.reasons.map(({ kind }) => ({ kind, seen: next(), real: next() })) },
    truncated: view.truncated || shown.length < text.length,
    ...{ to: [], cc: [], deliveredTo: [], messageId: null, source: undefined },
    ...{ date, headers, sizeBytes, unparsed, leftParts, fetched, calendar, auth },
  }
}

const hasCode = (card: MailView['card']): boolean => card?.kind === 'code' || (card?.kind === 'parcel' && card.pickupCode !== null)
/** What is never shown may look like any number. */
const unseen = { uid: '', start: '', end: '', recurrence: '', recurrenceId: '' }
const factsOf = (card: MailView['card']): string => factsIn(card?.kind === 'event' ? { ...card, ...unseen } : card).join('\n')

/** Also those that a card holds deeper. */
function factsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(factsIn)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

const hrefsIn = (blocks: Blocks | undefined): string[] => [
  ...new Set(blocks?.blocks.flatMap(block => block.lines.flat().flatMap(span => span.href ?? []))),
]

const lineOf = (spans: TextRun[]): string => spans.map(span => span.text.replace(/\s/g, ' ')).join('')

/** Each line of each block on one of its own; the cells of a row beside each other, as a reader sees them. */
const lettersOf = (blocks: Blocks | undefined): string =>
  (blocks?.blocks ?? []).map(({ kind, lines }) => lines.map(lineOf).join(kind === 'row' ? '\t' : '\n')).join('\n')

/** Undefined where what was blacked out runs over lines: the text stands for the blocks then. */
function withLetters(whole: Blocks, letters: string, safe: ReadonlySet<string>): Blocks | undefined {
  const lines = letters.split(/[\n\t]/)
  const count = whole.blocks.reduce((sum, block) => sum + block.lines.length, 0)
  if (lines.length !== count) return count === 0 ? whole : undefined
  const blocks = whole.blocks.map(
    (block): Block => ({ ...block, lines: block.lines.map(spans => redactedLine(spans, lines.shift() ?? '', safe)) }),
  )
  return { ...whole, blocks }
}

/** A line in which something is blacked out is words alone; elsewhere a link that tells of it goes. */
const redactedLine = (spans: TextRun[], letters: string, safe: ReadonlySet<string>): TextRun[] =>
  lineOf(spans) === letters
    ? spans.map(({ href, ...span }) => (href !== undefined && safe.has(href) ? { ...span, href } : span))
    : [{ text: letters }]
