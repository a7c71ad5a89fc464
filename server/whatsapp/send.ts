// Sends an email, a digest or a short text to a phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Privacy } from '../../core/filters/privacy.ts'
import type { Redact } from '../../core/filters/redact/redact.ts'
import type { InvitationAnswer } from '../../core/message/calendar/answers.ts'
import type { MailView } from '../../core/message/view.ts'
import { wordsOf } from '../foundation/words.ts'
import type { Graph } from './client.ts'
import { type DigestEntry, type DigestToSend, digestContent } from './digest.ts'
import { callbackData, type Echo } from './echo.ts'
import { outcomeOf } from './errors.ts'
import { cutAt } from './markup.ts'
import { type MediaDeps, sendFile } from './media/send.ts'
import { type Button, buttonsContent, listContent } from './payload/interactive.ts'
import { payloadFor, textContent } from './payload/message.ts'
import type { ListRow, PayloadContent, WhatsAppUser } from './payload/shapes.ts'
import { visibleView } from './redacted.ts'
import { emailContent, withInvitationButtons } from './render/content.ts'
import { type Extent, isLong, mailAsFile, renderedMail, renderMail } from './render/mail.ts'
import { type LinkToWebView, withWebViewLink } from './render/web-view-link.ts'

export type { WhatsAppUser } from './payload/shapes.ts'

/** What every attempt carries. */
export interface ToSend extends Echo {
  to: WhatsAppUser
  /** From 1; waits that grow are made from it. */
  attempt?: number
  language?: string
  /** Its reader is asked to acknowledge it. */
  isCall?: boolean
}

export interface EmailToSend extends ToSend {
  view: MailView
  filterName: string
  /** False where the filters could not all be asked, and the mail goes to be safe; the person reads so. */
  isProven?: boolean
  /** What is blacked out before anything leaves; null where nothing is. */
  redact: Redact | null
  extent?: Extent
  /** The link to its web view. */
  webView?: LinkToWebView | undefined
  /** The lines about its attachments (render/files.ts). */
  filesText?: string | null | undefined
  /** The web view links files that the message does not. */
  hasMore?: boolean | undefined
  /** The person's (IANA). */
  timeZone?: string
  /** How an invitation may be answered from the phone; not at all where it is absent. */
  answers?: readonly InvitationAnswer[]
}

export const privacyIn = ({ redact, extent = null }: EmailToSend): Privacy => ({ redact, show: extent })

const zoneIn = ({ timeZone }: EmailToSend) => (timeZone === undefined ? {} : { timeZone })

/** One attempt. The delivery's id travels along and comes back with every status. */
export async function sendEmail(graph: Graph, mail: EmailToSend): Promise<Outcome> {
  const view = visibleView(mail.view, privacyIn(mail))
  return postLinked(graph, mail, whole => emailContent(wordsOf(mail.language), graph.limits, { ...mail, view, webView: whole }))
}

/** A mail goes without its link rather than not at all. */
async function postLinked(
  graph: Graph,
  mail: EmailToSend,
  contentWith: (whole: LinkToWebView | undefined) => PayloadContent,
): Promise<Outcome> {
  const content = contentWith(mail.webView)
  const isSafe = !mail.webView || !JSON.stringify(content).includes(mail.webView.url) || (await isLinkKept(mail.webView))
  return post(graph, mail, isSafe ? content : contentWith(undefined))
}

export const isLinkKept = (whole: LinkToWebView): Promise<boolean> =>
  whole.keep().then(
    () => true,
    () => false,
  )

/** All letters of a view. */
const wholeLetters = 70_000

/** A mail that its person asked to see: all of it, as far as its filter lets it be seen; what no message holds comes as a file. */
export async function sendFullEmail(deps: MediaDeps, mail: EmailToSend): Promise<Outcome> {
  const { graph } = deps
  const most = graph.limits.text
  const extent = mail.extent ?? 'full'
  const view = visibleView(mail.view, privacyIn(mail), wholeLetters)
  const words = wordsOf(mail.language)
  const inWords = (most: number) =>
    renderedMail(words, view, mail.filterName, mail.isProven, { extent, most, filesText: mail.filesText, ...zoneIn(mail) })
  const { isCut } = inWords(most)
  const asText = () =>
    postLinked(graph, mail, whole => {
      const { text } = withWebViewLink(words, { view, extent, webView: whole, hasMore: mail.hasMore }, most, inWords)
      return withInvitationButtons(words, graph.limits, { ...mail, view }, text)
    })
  if (extent !== 'full' || !(isCut || isLong(view, most))) return asText()
  const result = await sendAsFile(deps, { ...mail, view })
  if (result.kind === 'too_large') return asText()
  if (result.kind !== 'not_uploaded') return outcomeOf(result, mail.attempt)
  const { failure } = result
  if (failure.kind === 'graph') return failure.code === unsupportedFile ? asText() : outcomeOf(failure, mail.attempt)
  // Nothing has left for the phone yet, so that an answer that was lost leaves nothing unknown; a file may be too much for the line.
  if (failure.mayHaveArrived) return { kind: 'retry', reason: 'not_reached', afterMs: null, scope: 'delivery' }
  return outcomeOf(failure, mail.attempt)
}

const unsupportedFile = 131053

function sendAsFile(deps: MediaDeps, mail: EmailToSend) {
  const words = wordsOf(mail.language)
  const note = words.of('whatsapp')('shown.file')
  const most = deps.graph.limits.caption - note.length - 2
  const head = renderMail(words, mail.view, mail.filterName, mail.isProven, {
    extent: 'summary',
    most,
    filesText: mail.filesText,
    ...zoneIn(mail),
  })
  const { filename, text } = mailAsFile(words, mail.view)
  const upload = { bytes: Buffer.from(text), mimeType: 'text/plain', filename }
  return sendFile(deps, mail.to, upload, `${cutAt(head, most)}\n\n${note}`, { callbackData: callbackData(mail) })
}

/** Several mails in one message, each shown at a tap. */
export async function sendDigest(graph: Graph, digest: ToSend & { entries: DigestEntry[] }): Promise<Outcome> {
  const { entries, deliveryId: digestId } = digest
  return post(graph, digest, digestContent(wordsOf(digest.language), graph.limits, { digestId, entries }))
}

/** The next part of a digest, after a tap. It is no delivery, so its outcome is kept nowhere. */
export async function sendDigestPage(
  graph: Graph,
  { to, language }: Pick<ToSend, 'to' | 'language'>,
  digest: DigestToSend,
): Promise<Outcome> {
  return outcomeOf(await graph.postMessage(payloadFor(graph.limits, to, digestContent(wordsOf(language), graph.limits, digest))))
}

interface TextOptions {
  buttons?: Button[]
  /** In place of buttons. */
  list?: { button: string; rows: ListRow[] }
  /** The message that it answers. */
  quotes?: string
}

/** A text outside the lanes: the response to what a person just wrote. */
export async function sendText(
  graph: Graph,
  to: WhatsAppUser,
  text: string,
  { buttons = [], list, quotes }: TextOptions = {},
): Promise<Outcome> {
  const { limits } = graph
  const frame = () => ({ body: cutAt(text, limits.interactiveBody) })
  const plain = () => (buttons.length > 0 ? buttonsContent(limits, frame(), buttons) : textContent(limits, cutAt(text, limits.text)))
  const content = list ? listContent(limits, frame(), list.button, [{ rows: list.rows }]) : plain()
  return outcomeOf(await graph.postMessage(payloadFor(limits, to, content, quotes === undefined ? {} : { quotes })))
}

const post = async (graph: Graph, mail: ToSend, content: PayloadContent): Promise<Outcome> =>
  outcomeOf(await graph.postMessage(payloadFor(graph.limits, mail.to, content, { callbackData: callbackData(mail) })), mail.attempt)
