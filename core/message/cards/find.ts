// Finds the card that sums up an email; when in doubt there is none, so that no card says what the email does not.
import { detectLanguages } from '../../text/language.ts'
import { type Block, lineText } from '../blocks/shapes.ts'
import { hasOneTimeCode } from '../code.ts'
import { findAutomatedHeader, findNewsletterHeader, isReply } from '../facts.ts'
import type { MailView } from '../view.ts'
import { findServiceCard } from './alert.ts'
import { findBankCard } from './bank.ts'
import { findCodeCard } from './code.ts'
import { findInvoiceCard } from './invoice.ts'
import { findLinkedDataCard } from './linked-data.ts'
import type { CardSource, EmailCard } from './shapes.ts'
import { findShipmentCard, findShipmentState } from './shipment.ts'
import { findSignInCard } from './sign-in.ts'
import { findSignInLinkCard } from './sign-in-link.ts'
import { findStayCard } from './stay.ts'

/** Null if the email is of another kind, or its facts are unclear. `data`: its JSON-LD and microdata. */
export function findCard(view: MailView, blocks: Block[], data: readonly unknown[] = []): EmailCard | null {
  if (isReply(view) || findNewsletterHeader(view) !== null) return null
  const ownBlocks = listOwnBlocks(blocks)
  const source = toCardSource(view, ownBlocks.flatMap(toLines))
  const text = source.lines.join('\n')
  const linked = data.length > 0 ? findLinkedDataCard(data, source, findShipmentState(view.subject, text.slice(0, 4000))) : null
  const shipment = linked ?? findShipmentCard(source)
  if (shipment) return shipment
  return (
    (hasOneTimeCode({ ...view, body: text }) ? findCodeCard(source) : findSignInLinkCard(view, ownBlocks, source)) ??
    (source.isAutomated ? findStayCard(source) : null) ??
    findInvoiceCard(source) ??
    (source.isAutomated ? (findServiceCard(source) ?? findSignInCard(source) ?? findBankCard(source)) : null)
  )
}

/** What the sender wrote: no quoted emails, small print or pictures. */
export const listOwnBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.filter(block => !block.fold && !block.quote && block.kind !== 'picture')

export function toCardSource(view: MailView, allLines: readonly string[]): CardSource {
  const lines = allLines.slice(0, maxLines)
  const [sender] = view.from
  let language: { code: string | null } | undefined
  return {
    subject: view.subject,
    lines,
    sender: sender?.name || sender?.address.split('@').at(-1) || '',
    sentOn: toSentDay(view.date),
    // Detecting the language costs more than all the rest, and few emails need it.
    get language() {
      language ??= { code: detectLanguages(`${view.subject}\n${lines.join('\n')}`)[0] ?? null }
      return language.code
    },
    isAutomated: findAutomatedHeader(view) !== null,
    isFromMonitor: () => view.headers.some(({ name }) => monitorHeader.test(name)),
  }
}

/** Headers that monitoring, build and on-call services write. */
const monitorHeader =
  /^x-(?:alertmanager|circleci|datadog|gitlab-pipeline|grafana|icinga|jenkins|nagios|newrelic|opsgenie|pagerduty|pingdom|prometheus|sentry|statuspage|travis|uptime|zabbix)/i

const maxLines = 400

/** A row becomes `label: value`. */
export const toLines = (block: Block): string[] =>
  block.kind === 'row'
    ? [block.lines.map(lineText).join(block.lines.length === 2 ? ': ' : ' | ')]
    : block.lines.map(line => lineText(line).trim())

/** The day of the Date header. */
function toSentDay(date: string | null): string | null {
  const at = date === null ? NaN : Date.parse(date)
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10)
}
