// Redacts an email for the phone: removes what its filter hides and blacks out what the user wants hidden.
import type { Hidden } from '../../core/api/ledger.ts'
import type { PhonePrivacy } from '../../core/filters/privacy.ts'
import { type RedactionRules, redact } from '../../core/filters/redact/redact.ts'
import type { Block, Blocks, TextRun } from '../../core/message/blocks/shapes.ts'
import type { MailView } from '../../core/message/view.ts'
import { bullets } from '../../core/text/spans.ts'
import { oneLine, paragraphs } from './markup.ts'

/** More than a message shows, so that a number cut in two is still recognized. */
const defaultLength = 8000

/**
 * Removes everything that the filters hide from the view, so that no renderer can show it by mistake. The renderer shortens
 * summaries.
 */
export function visibleView(view: MailView, { show, redact: rules }: PhonePrivacy, maxLength = defaultLength): MailView {
  const redacted = redactedView(view, rules, maxLength)
  if (show !== 'headers' && show !== 'summary') return redacted
  const files = redacted.attachments.map(file => ({ ...file, name: '' }))
  if (show === 'summary') return { ...redacted, attachments: files }
  return { ...redacted, attachments: files, body: '', blocks: undefined, card: undefined, source: undefined, truncated: false }
}

/** Counts what is hidden from the phone; null if nothing is. */
export function summarizeHidden(view: MailView, privacy: PhonePrivacy): Hidden | null {
  const show = privacy.show === 'headers' || privacy.show === 'summary' ? privacy.show : null
  const visible = visibleView(view, privacy)
  const redactions = countRedactions(visible) - countRedactions(show === 'headers' ? { ...view, body: '' } : view)
  const files = privacy.redact || show ? view.attachments.length : 0
  return show === null && files === 0 && redactions <= 0 ? null : { show, files, redactions: Math.max(0, redactions) }
}

const countRedactions = ({ subject, body, from }: MailView): number =>
  [subject, body, ...from.flatMap(person => [person.name, person.address])].join('\n').split(bullets).length - 1

/** Redacts all visible texts of the view as a reader sees them: without invisible characters, with whitespace collapsed. */
export function redactedView(view: MailView, rules: RedactionRules | null, maxLength = defaultLength): MailView {
  if (!rules) return view
  const text = paragraphs(view.body)
  const visibleBody = text.slice(0, maxLength)
  const links = hrefsIn(view.blocks)
  const texts = [
    oneLine(view.subject, defaultLength),
    visibleBody,
    blocksText(view.blocks),
    cardText(view.card),
    ...links,
    ...[...view.from, ...view.replyTo].flatMap(p => [p.name, p.address]),
    ...view.attachments.map(a => a.name),
    ...(view.sender?.reasons ?? []).flatMap(({ seen, real }) => [seen, real]),
  ]
  const [subject = '', body = '', blockText = '', cardFacts = '', ...rest] = redact(texts, rules)
  const next = () => rest.shift() ?? ''
  const safe = new Set(links.filter(href => next() === href))
  const { date, headers, sizeBytes, unparsed, leftParts, fetched, calendar, auth } = view
  // Lists every field by name, so that new fields stay hidden until they are handled here.
  return {
    subject,
    body,
    // A code on its own is not recognized as one.
    card: rules.what.includes('codes') && hasCode(view.card) ? undefined : cardFacts === cardText(view.card) ? view.card : undefined,
    blocks: view.blocks && withText(view.blocks, blockText, safe),
    from: view.from.map(() => ({ name: next(), address: next() })),
    replyTo: view.replyTo.map(() => ({ name: next(), address: next() })),
    attachments: view.attachments.map(file => ({ ...file, name: next() })),
    sender: view.sender && { ...view.sender, reasons: view.sender.reasons.map(({ kind }) => ({ kind, seen: next(), real: next() })) },
    truncated: view.truncated || visibleBody.length < text.length,
    ...{ to: [], cc: [], deliveredTo: [], messageId: null, source: undefined },
    ...{ date, headers, sizeBytes, unparsed, leftParts, fetched, calendar, auth },
  }
}

const hasCode = (card: MailView['card']): boolean => card?.kind === 'code' || (card?.kind === 'parcel' && card.pickupCode !== null)
/** These fields are never shown and may look like numbers. */
const hiddenFields = { uid: '', start: '', end: '', recurrence: '', recurrenceId: '' }
const cardText = (card: MailView['card']): string => listValues(card?.kind === 'event' ? { ...card, ...hiddenFields } : card).join('\n')

/** Includes nested values. */
function listValues(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listValues)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}

const hrefsIn = (blocks: Blocks | undefined): string[] => [
  ...new Set(blocks?.blocks.flatMap(block => block.lines.flat().flatMap(span => span.href ?? []))),
]

const lineText = (spans: TextRun[]): string => spans.map(span => span.text.replace(/\s/g, ' ')).join('')

/** One line per block line; the cells of a row side by side, as a reader sees them. */
const blocksText = (blocks: Blocks | undefined): string =>
  (blocks?.blocks ?? []).map(({ kind, lines }) => lines.map(lineText).join(kind === 'row' ? '\t' : '\n')).join('\n')

/** Undefined if a redaction spans lines; then the plain text is used instead of the blocks. */
function withText(original: Blocks, blockText: string, safe: ReadonlySet<string>): Blocks | undefined {
  const lines = blockText.split(/[\n\t]/)
  const count = original.blocks.reduce((sum, block) => sum + block.lines.length, 0)
  if (lines.length !== count) return count === 0 ? original : undefined
  const blocks = original.blocks.map(
    (block): Block => ({ ...block, lines: block.lines.map(spans => redactedLine(spans, lines.shift() ?? '', safe)) }),
  )
  return { ...original, blocks }
}

/** A redacted line becomes plain text; in other lines, links that would reveal something are removed. */
const redactedLine = (spans: TextRun[], blockText: string, safe: ReadonlySet<string>): TextRun[] =>
  lineText(spans) === blockText
    ? spans.map(({ href, ...span }) => (href !== undefined && safe.has(href) ? { ...span, href } : span))
    : [{ text: blockText }]
