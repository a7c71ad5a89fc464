// Finds what a mail was sent for: exactness over coverage, so that no card says what the mail does not.
import { languageOf } from '../../text/language.ts'
import { type Block, lineText } from '../blocks/shapes.ts'
import { bringsCode } from '../code.ts'
import { automatedBy, isReply, newsletterBy } from '../facts.ts'
import type { MailView } from '../view.ts'
import { alertCard } from './alert.ts'
import { codeCard } from './code.ts'
import { invoiceCard } from './invoice.ts'
import { linkedCard } from './linked-data.ts'
import type { Card, CardSource } from './shapes.ts'
import { shipmentCard, stateIn } from './shipment.ts'

/** Null where the mail is of no such kind, or does not say its facts clearly. `data`: what it says in JSON-LD. */
export function cardOf(view: MailView, blocks: Block[], data: readonly unknown[] = []): Card | null {
  if (isReply(view) || newsletterBy(view) !== null) return null
  const own = blocks.filter(block => !block.fold && !block.quote && block.kind !== 'picture')
  const lines = own.flatMap(linesOf).slice(0, mostLines)
  const text = lines.join('\n')
  const [sender] = view.from
  let language: { code: string | null } | undefined
  const reading: CardSource = {
    subject: view.subject,
    lines,
    sender: sender?.name || sender?.address.split('@').at(-1) || '',
    sentOn: sentOn(view.date),
    // Few mails come so far that their language matters, and to tell it costs more than all else.
    get language() {
      language ??= { code: languageOf(`${view.subject}\n${text}`)[0] ?? null }
      return language.code
    },
  }
  const linked = data.length > 0 ? linkedCard(data, reading, stateIn(view.subject) ?? stateIn(text.slice(0, 4000))) : null
  const said = linked ?? shipmentCard(reading)
  if (said) return said
  return (
    (bringsCode({ ...view, body: text }) ? codeCard(reading) : null) ??
    invoiceCard(reading) ??
    (automatedBy(view) === null ? null : alertCard(reading))
  )
}

const mostLines = 400

/** A row reads as its label and its value. */
const linesOf = (block: Block): string[] =>
  block.kind === 'row'
    ? [block.lines.map(lineText).join(block.lines.length === 2 ? ': ' : ' | ')]
    : block.lines.map(line => lineText(line).trim())

/** The day on the sender's own calendar, as the Date header writes it. */
function sentOn(date: string | null): string | null {
  const at = date === null ? NaN : Date.parse(date)
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10)
}
