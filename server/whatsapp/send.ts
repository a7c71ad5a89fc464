// Sends an email, a digest or a short text to a phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { PhonePrivacy } from '../../core/filters/privacy.ts'
import type { RedactionRules } from '../../core/filters/redact/redact.ts'
import type { InvitationAnswer } from '../../core/message/calendar/answers.ts'
import type { MailView } from '../../core/message/view.ts'
import { loadWords } from '../foundation/words.ts'
import type { Graph } from './client.ts'
import { type DigestEntry, type DigestToSend, digestContent } from './digest.ts'
import { callbackData, type Echo } from './echo.ts'
import { toOutcome } from './errors.ts'
import { cutAt } from './markup.ts'
import { type MediaDeps, sendFile } from './media/send.ts'
import { type Button, buttonsContent, listContent } from './payload/interactive.ts'
import { payloadFor, textContent } from './payload/message.ts'
import type { ListRow, PayloadContent, WhatsAppUser } from './payload/shapes.ts'
import { visibleView } from './redacted.ts'
import { emailContent, withInvitationButtons } from './render/content.ts'
import { type Extent, isLong, renderAsFile, renderedMail, renderMail } from './render/mail.ts'
import { type LinkToWebView, withWebViewLink } from './render/web-view-link.ts'

export type { WhatsAppUser } from './payload/shapes.ts'

/** The fields of every message to send. */
export interface ToSend extends Echo {
  to: WhatsAppUser
  /** From 1; determines growing retry delays. */
  attempt?: number
  language?: string
  /** Asks the reader to acknowledge it. */
  needsAcknowledgment?: boolean
}

export interface EmailToSend extends ToSend {
  view: MailView
  filterName: string
  /** False if not all filters could be evaluated and the email is sent to be safe; the text says so. */
  isProven?: boolean
  /** What is redacted before anything is sent; null if nothing is. */
  redact: RedactionRules | null
  extent?: Extent
  /** The link to its web view. */
  webView?: LinkToWebView | undefined
  /** The lines about its attachments (render/files.ts). */
  filesText?: string | null | undefined
  /** The web view links files that the message does not. */
  hasMore?: boolean | undefined
  /** The user's (IANA). */
  timeZone?: string
  /** The answers to an invitation that the phone may send; none if absent. */
  answers?: readonly InvitationAnswer[]
}

export const phonePrivacyOf = ({ redact, extent = null }: EmailToSend): PhonePrivacy => ({ redact, show: extent })

const timeZoneOption = ({ timeZone }: EmailToSend) => (timeZone === undefined ? {} : { timeZone })

/** A message that is rendered; its link already works. */
export type ReadyMessage = () => Promise<Outcome>

/** One attempt. The delivery's id is sent along and comes back with every status. */
export async function prepareEmail(graph: Graph, email: EmailToSend): Promise<ReadyMessage> {
  const view = visibleView(email.view, phonePrivacyOf(email))
  return withLink(graph, email, webView => emailContent(loadWords(email.language), graph.limits, { ...email, view, webView }))
}

/** Rather sends the email without its link than not at all. */
async function withLink(
  graph: Graph,
  email: EmailToSend,
  contentWith: (webView: LinkToWebView | undefined) => PayloadContent,
): Promise<ReadyMessage> {
  const content = contentWith(email.webView)
  const isLinkUsable = !email.webView || !JSON.stringify(content).includes(email.webView.url) || (await saveLink(email.webView))
  const payload = toPayload(graph, email, isLinkUsable ? content : contentWith(undefined))
  return async () => toOutcome(await graph.postMessage(payload), email.attempt)
}

export const saveLink = (webView: LinkToWebView): Promise<boolean> =>
  webView.save().then(
    () => true,
    () => false,
  )

/** All characters of a view. */
const fullViewLength = 70_000

/** Sends an email that the user asked to see, as fully as its filter allows; as a file if it does not fit into a message. */
export async function sendFullEmail(deps: MediaDeps, email: EmailToSend): Promise<Outcome> {
  const { graph } = deps
  const maxLength = graph.limits.text
  const extent = email.extent ?? 'full'
  const view = visibleView(email.view, phonePrivacyOf(email), fullViewLength)
  const words = loadWords(email.language)
  const renderText = (maxLength: number) =>
    renderedMail(words, view, email.filterName, email.isProven, { extent, maxLength, filesText: email.filesText, ...timeZoneOption(email) })
  const { isCut } = renderText(maxLength)
  const asText = async () => {
    const send = await withLink(graph, email, webView => {
      const { text } = withWebViewLink(words, { view, extent, webView, hasMore: email.hasMore }, maxLength, renderText)
      return withInvitationButtons(words, graph.limits, { ...email, view }, text)
    })
    return send()
  }
  if (extent !== 'full' || !(isCut || isLong(view, maxLength))) return asText()
  const result = await sendAsFile(deps, { ...email, view })
  if (result.kind === 'too_large') return asText()
  if (result.kind !== 'not_uploaded') return toOutcome(result, email.attempt)
  const { failure } = result
  if (failure.kind === 'graph') return failure.code === unsupportedFile ? asText() : toOutcome(failure, email.attempt)
  // Nothing was sent to the phone yet, so a lost response is safe to retry; the file may be too large for the connection.
  if (failure.mayHaveArrived) return { kind: 'retry', reason: 'not_reached', afterMs: null, scope: 'delivery' }
  return toOutcome(failure, email.attempt)
}

const unsupportedFile = 131053

function sendAsFile(deps: MediaDeps, email: EmailToSend) {
  const words = loadWords(email.language)
  const note = words.of('whatsapp')('shown.file')
  const maxLength = deps.graph.limits.caption - note.length - 2
  const summary = renderMail(words, email.view, email.filterName, email.isProven, {
    extent: 'summary',
    maxLength,
    filesText: email.filesText,
    ...timeZoneOption(email),
  })
  const { filename, text } = renderAsFile(words, email.view)
  const upload = { bytes: Buffer.from(text), mimeType: 'text/plain', filename }
  return sendFile(deps, email.to, upload, `${cutAt(summary, maxLength)}\n\n${note}`, { callbackData: callbackData(email) })
}

/** Sends several emails in one message, each shown when tapped. */
export async function sendDigest(graph: Graph, digest: ToSend & { entries: DigestEntry[] }): Promise<Outcome> {
  const { entries, deliveryId: digestId } = digest
  return post(graph, digest, digestContent(loadWords(digest.language), graph.limits, { digestId, entries }))
}

/** Sends the next part of a digest after a tap. It is not a delivery, so its outcome is not recorded. */
export async function sendDigestPage(
  graph: Graph,
  { to, language }: Pick<ToSend, 'to' | 'language'>,
  digest: DigestToSend,
): Promise<Outcome> {
  return toOutcome(await graph.postMessage(payloadFor(graph.limits, to, digestContent(loadWords(language), graph.limits, digest))))
}

interface TextOptions {
  buttons?: Button[]
  /** Instead of buttons. */
  list?: { button: string; rows: ListRow[] }
  /** The message it replies to. */
  quotes?: string
}

/** Sends a text outside the lanes: the response to what the user just wrote. */
export async function sendText(
  graph: Graph,
  to: WhatsAppUser,
  text: string,
  { buttons = [], list, quotes }: TextOptions = {},
): Promise<Outcome> {
  const { limits } = graph
  const toFrame = () => ({ body: cutAt(text, limits.interactiveBody) })
  const plainContent = () =>
    buttons.length > 0 ? buttonsContent(limits, toFrame(), buttons) : textContent(limits, cutAt(text, limits.text))
  const content = list ? listContent(limits, toFrame(), list.button, [{ rows: list.rows }]) : plainContent()
  return toOutcome(await graph.postMessage(payloadFor(limits, to, content, quotes === undefined ? {} : { quotes })))
}

const post = async (graph: Graph, email: ToSend, content: PayloadContent): Promise<Outcome> =>
  toOutcome(await graph.postMessage(toPayload(graph, email, content)), email.attempt)

const toPayload = (graph: Graph, email: ToSend, content: PayloadContent) =>
  payloadFor(graph.limits, email.to, content, { callbackData: callbackData(email) })
