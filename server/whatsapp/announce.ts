// Announces waiting emails outside the service window: with a template, or by Direct Send where Meta allows it.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { loadWords } from '../foundation/words.ts'
import { pausePayload, showPayload } from './button-payloads.ts'
import type { Accepted, Graph, GraphFailure } from './client.ts'
import { callbackData, type Echo } from './echo.ts'
import { toOutcome } from './errors.ts'
import { cutAt, neutral, oneLine } from './markup.ts'
import { buttonsContent } from './payload/interactive.ts'
import { payloadFor } from './payload/message.ts'
import type { PayloadContent, WhatsAppUser } from './payload/shapes.ts'
import { fillBody, templateContent } from './payload/template.ts'
import { type MessageTemplate, templatesFor } from './templates/choice.ts'
import { type AnnouncementPurpose, ownDraft, readTemplateTexts } from './templates/draft.ts'
import { isTemplateTrouble } from './templates/lifecycle.ts'

/** The sender and subject of an email, already redacted if its filter requires it. */
export interface EmailSummary {
  sender: string
  subject: string
}

export interface Announcement extends Echo {
  to: WhatsAppUser
  /** The first waiting emails, as many as are named. */
  emails: EmailSummary[]
  /** The number of all waiting emails. */
  count: number
  attempt: number
  language: string
}

export interface AnnounceDeps {
  graph: Graph
  /** Meta may withdraw this; then templates are used (…/direct-send). */
  directSend: boolean
  templates: MessageTemplate[]
  now: Date
  /** Meta does not accept this template (any more). */
  onRefused(template: MessageTemplate, code: number, detail: string): Promise<void>
  /** Meta has accepted a message with this template; never throws. */
  onUsed(template: MessageTemplate): Promise<void>
  onDirectSendLost(code: number): Promise<void>
}

/** Tries the templates in order until one is accepted; held with `no_template` if none is. */
export async function sendAnnouncement(deps: AnnounceDeps, announcement: Announcement): Promise<Outcome> {
  const direct = deps.directSend ? await sendDirect(deps, announcement) : null
  if (direct) return direct
  const purpose: AnnouncementPurpose = announcement.count === 1 ? 'announce_one' : 'announce_many'
  for (const template of templatesFor(deps.templates, purpose, announcement.language, deps.now)) {
    const result = await sendTemplate(deps, announcement, template)
    if (result.kind === 'accepted') await deps.onUsed(template)
    if (result.kind !== 'graph' || !isTemplateTrouble(result.code)) return announcementOutcome(result, announcement.attempt)
    await deps.onRefused(template, result.code ?? 0, result.details ?? result.message)
  }
  return { kind: 'held', reason: 'no_template' }
}

// Templates need no open window, so this refusal makes no sense and would repeat: it counts as a failure.
function announcementOutcome(result: Accepted | GraphFailure, attempt: number): Outcome {
  const outcome = toOutcome(result, attempt)
  const isWindowRefusal = outcome.kind === 'held' && outcome.reason === 'window_closed'
  return isWindowRefusal ? { kind: 'failed', reason: 'template', stop: 'delivery' } : outcome
}

const filledTooLong = 132005

async function sendTemplate(deps: AnnounceDeps, announcement: Announcement, template: MessageTemplate): Promise<Accepted | GraphFailure> {
  const { graph } = deps
  const { limits } = graph
  const body = readTemplateTexts(template.components)?.body ?? ''
  const send = (maxLength: number) => {
    const values = fitValues(body, templateValues(announcement), maxLength)
    const filled = { ...template, body, values, payloads: [showPayload(announcement.deliveryId), pausePayload] }
    return post(graph, announcement, templateContent(limits, filled))
  }
  const first = await send(limits.templateBody)
  // Meta may count differently than we do: retry once with half the length.
  return first.kind === 'graph' && first.code === filledTooLong ? send(limits.templateBody / 2) : first
}

// As long as our templates' time to live: a later announcement is useless.
const directSeconds = 43_200
const directRefusals = new Set([100, 131047, 139200])

async function sendDirect(deps: AnnounceDeps, announcement: Announcement): Promise<Outcome | null> {
  const { graph } = deps
  const { limits } = graph
  const purpose: AnnouncementPurpose = announcement.count === 1 ? 'announce_one' : 'announce_many'
  const draft = ownDraft(loadWords(announcement.language).of('whatsapp'), purpose, announcement.language)
  const body = fillBody(draft.body, fitValues(draft.body, templateValues(announcement), limits.interactiveBody))
  const buttons = [
    { id: showPayload(announcement.deliveryId), title: draft.show },
    { id: pausePayload, title: draft.pause },
  ]
  const content = buttonsContent(limits, { body, ...(draft.footer && { footer: draft.footer }) }, buttons)
  const result = await post(graph, announcement, content, directSeconds)
  if (result.kind !== 'graph' || !directRefusals.has(result.code ?? -1)) return toOutcome(result, announcement.attempt)
  await deps.onDirectSendLost(result.code ?? 0)
  return null
}

const post = (graph: Graph, { to, ...echo }: Announcement, content: PayloadContent, directForSeconds?: number) =>
  graph.postMessage(
    payloadFor(graph.limits, to, content, {
      callbackData: callbackData(echo),
      ...(directForSeconds !== undefined && { directForSeconds }),
    }),
  )

const maxSender = 60
const maxSubject = 200
const maxListedSender = 30
const maxListedSubject = 60
/** How many emails are named; the others are only counted. */
export const maxNamed = 5

/** The variables of a template, each one clean line without markup. */
export function templateValues({ emails, count, language }: Pick<Announcement, 'emails' | 'count' | 'language'>): Record<string, string> {
  const t = loadWords(language).of('whatsapp')
  const sender = (email: EmailSummary | undefined, maxLength: number) =>
    toLine(email?.sender ?? '', maxLength) || t('announcement.unknownSender')
  const subject = (email: EmailSummary | undefined, maxLength: number) =>
    toLine(email?.subject ?? '', maxLength) || t('announcement.noSubject')
  const namedEmails = emails.slice(0, maxNamed)
  const remaining = count - namedEmails.length
  const list = [
    ...namedEmails.map(email =>
      t('announcement.head', { sender: sender(email, maxListedSender), subject: subject(email, maxListedSubject) }),
    ),
    ...(remaining > 0 ? [t('announcement.more', { count: remaining })] : []),
  ]
  return { from: sender(emails[0], maxSender), subject: subject(emails[0], maxSubject), count: String(count), heads: list.join('; ') }
}

// Links in a template make its reviewers and users suspicious; the email itself shows them.
const toLine = (text: string, maxLength: number): string => neutral(oneLine(text.replace(/https?:\/\/\S+/gi, '…'), maxLength))

/** Shortens the longest value until the filled `body` has at most `maxLength` characters. */
export function fitValues(body: string, values: Record<string, string>, maxLength: number): Record<string, string> {
  const excess = fillBody(body, values).length - maxLength
  if (excess <= 0) return values
  const [name, text] = Object.entries(values).reduce((a, b) => (b[1].length > a[1].length ? b : a))
  if (text.length <= 2) return values
  return fitValues(body, { ...values, [name]: `${cutAt(text, Math.max(1, text.length - excess - 1))}…` }, maxLength)
}
