// Sends an announcement of waiting email outside the service window: as a template, or by Direct Send where Meta allows it.
import type { Outcome } from '../../core/delivery/outcome.ts'
import { wordsOf } from '../foundation/words.ts'
import { pausePayload, showPayload } from './button-payloads.ts'
import type { Accepted, Graph, GraphFailure } from './client.ts'
import { callbackData, type Echo } from './echo.ts'
import { outcomeOf } from './errors.ts'
import { cutAt, neutral, oneLine } from './markup.ts'
import { buttonsContent } from './payload/interactive.ts'
import { payloadFor } from './payload/message.ts'
import type { PayloadContent, WhatsAppUser } from './payload/shapes.ts'
import { fill, templateContent } from './payload/template.ts'
import { type MessageTemplate, templatesFor } from './templates/choice.ts'
import { type AnnouncementPurpose, ownDraft, wordsIn } from './templates/draft.ts'
import { isTemplateTrouble } from './templates/lifecycle.ts'

/** The sender and subject of an email, already redacted where its filter asks for it. */
export interface EmailSummary {
  sender: string
  subject: string
}

export interface Announcement extends Echo {
  to: WhatsAppUser
  /** The first of the mails that wait, as many as are named. */
  emails: EmailSummary[]
  /** All that wait. */
  count: number
  attempt: number
  language: string
}

export interface AnnounceDeps {
  graph: Graph
  /** Meta may take this away: then templates are used (…/direct-send). */
  directSend: boolean
  templates: MessageTemplate[]
  now: Date
  /** Meta does not take this template (any more). */
  onRefused(template: MessageTemplate, code: number, detail: string): Promise<void>
  onDirectSendLost(code: number): Promise<void>
}

/** Tries the templates in their order until one is taken; held with `no_template` where none is. */
export async function sendAnnouncement(deps: AnnounceDeps, announcement: Announcement): Promise<Outcome> {
  const direct = deps.directSend ? await sendDirect(deps, announcement) : null
  if (direct) return direct
  const purpose: AnnouncementPurpose = announcement.count === 1 ? 'announce_one' : 'announce_many'
  for (const template of templatesFor(deps.templates, purpose, announcement.language, deps.now)) {
    const result = await sendTemplate(deps, announcement, template)
    if (result.kind !== 'graph' || !isTemplateTrouble(result.code)) return announced(result, announcement.attempt)
    await deps.onRefused(template, result.code ?? 0, result.details ?? result.message)
  }
  return { kind: 'held', reason: 'no_template' }
}

// A template needs no open window: one that is refused for it will be so in a moment too, and rests like any that failed.
function announced(result: Accepted | GraphFailure, attempt: number): Outcome {
  const outcome = outcomeOf(result, attempt)
  const isAbsurd = outcome.kind === 'held' && outcome.reason === 'window_closed'
  return isAbsurd ? { kind: 'failed', reason: 'template', stop: 'delivery' } : outcome
}

const tooLong = 132005

async function sendTemplate(deps: AnnounceDeps, announcement: Announcement, template: MessageTemplate): Promise<Accepted | GraphFailure> {
  const { graph } = deps
  const { limits } = graph
  const body = wordsIn(template.components)?.body ?? ''
  const send = (most: number) => {
    const values = fitting(body, valuesOf(announcement), most)
    const filled = { ...template, body, values, payloads: [showPayload(announcement.deliveryId), pausePayload] }
    return post(graph, announcement, templateContent(limits, filled))
  }
  const first = await send(limits.templateBody)
  // Meta may count otherwise than we do: once more with half of it.
  return first.kind === 'graph' && first.code === tooLong ? send(limits.templateBody / 2) : first
}

// As long as our templates: an announcement that comes later is of no use.
const directSeconds = 43_200
const directRefusals = new Set([100, 131047, 139200])

async function sendDirect(deps: AnnounceDeps, announcement: Announcement): Promise<Outcome | null> {
  const { graph } = deps
  const { limits } = graph
  const purpose: AnnouncementPurpose = announcement.count === 1 ? 'announce_one' : 'announce_many'
  const draft = ownDraft(wordsOf(announcement.language).of('whatsapp'), purpose, announcement.language)
  const body = fill(draft.body, fitting(draft.body, valuesOf(announcement), limits.interactiveBody))
  const buttons = [
    { id: showPayload(announcement.deliveryId), title: draft.show },
    { id: pausePayload, title: draft.pause },
  ]
  const content = buttonsContent(limits, { body, ...(draft.footer && { footer: draft.footer }) }, buttons)
  const result = await post(graph, announcement, content, directSeconds)
  if (result.kind !== 'graph' || !directRefusals.has(result.code ?? -1)) return outcomeOf(result, announcement.attempt)
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

const senderMost = 60
const subjectMost = 200
const shortSender = 30
const shortSubject = 60
/** So many mails are named; of the others their number. */
export const named = 5

/** What fills a template: each one clean line that turns into no markup. */
export function valuesOf({ emails: heads, count, language }: Pick<Announcement, 'emails' | 'count' | 'language'>): Record<string, string> {
  const t = wordsOf(language).of('whatsapp')
  const sender = (head: EmailSummary | undefined, most: number) => line(head?.sender ?? '', most) || t('announcement.unknownSender')
  const subject = (head: EmailSummary | undefined, most: number) => line(head?.subject ?? '', most) || t('announcement.noSubject')
  const shown = heads.slice(0, named)
  const left = count - shown.length
  const list = [
    ...shown.map(head => t('announcement.head', { sender: sender(head, shortSender), subject: subject(head, shortSubject) })),
    ...(left > 0 ? [t('announcement.more', { count: left })] : []),
  ]
  return { from: sender(heads[0], senderMost), subject: subject(heads[0], subjectMost), count: String(count), heads: list.join('; ') }
}

// A link in a template makes its review, and the person, suspicious; the mail itself shows it.
const line = (text: string, most: number): string => neutral(oneLine(text.replace(/https?:\/\/\S+/gi, '…'), most))

/** The values, the longest cut until the filled `body` has at most `most` letters. */
export function fitting(body: string, values: Record<string, string>, most: number): Record<string, string> {
  const over = fill(body, values).length - most
  if (over <= 0) return values
  const [name, text] = Object.entries(values).reduce((a, b) => (b[1].length > a[1].length ? b : a))
  if (text.length <= 2) return values
  return fitting(body, { ...values, [name]: `${cutAt(text, Math.max(1, text.length - over - 1))}…` }, most)
}
