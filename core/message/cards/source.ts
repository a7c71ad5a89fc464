// Builds what cards and amounts are read from: the lines that the sender wrote, and what is known about the email.
import { detectLanguages } from '../../text/language.ts'
import { type Block, lineText } from '../blocks/shapes.ts'
import { findAutomatedHeader } from '../facts.ts'
import type { MailView } from '../view.ts'
import type { CardSource } from './shapes.ts'

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
