// Sends a mail, several of them, or a sentence of ours, to a phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Privacy } from '../../core/filters/privacy.ts'
import type { Redact } from '../../core/filters/redact/redact.ts'
import type { Answer } from '../../core/message/calendar/answers.ts'
import type { MailView } from '../../core/message/view.ts'
import { wordsOf } from '../words.ts'
import type { Graph } from './client.ts'
import { type Digest, type DigestLine, digestContent } from './digest.ts'
import { callbackData, type Echo } from './echo.ts'
import { outcomeOf } from './errors.ts'
import { cutAt } from './markup.ts'
import { type FileParts, sendFile } from './media/send.ts'
import { type Button, buttonsContent, listContent } from './payload/interactive.ts'
import { payloadFor, textContent } from './payload/message.ts'
import type { Content, Person, Row } from './payload/shapes.ts'
import { seenOf } from './redacted.ts'
import { contentOfMail, withAnswers } from './render/content.ts'
import { type Extent, isLong, mailAsFile, renderedMail, renderMail } from './render/mail.ts'
import { type Whole, withWhole } from './render/whole.ts'

export type { Person } from './payload/shapes.ts'

/** What every attempt carries. */
export interface ToSend extends Echo {
  to: Person
  /** From 1; waits that grow are made from it. */
  attempt?: number
  language?: string
  /** Its reader is asked to say that they have it. */
  isCall?: boolean
}

export interface MailToSend extends ToSend {
  view: MailView
  filterName: string
  /** False where the filters could not all be asked, and the mail goes to be safe; the person reads so. */
  isProven?: boolean
  /** What is blacked out before anything leaves; null where nothing is. */
  redact: Redact | null
  extent?: Extent
  /** Where the whole of it can be seen. */
  whole?: Whole | undefined
  /** What is said of its files (render/files.ts). */
  told?: string | null | undefined
  /** The page of the whole mail has links to files that the message has not. */
  hasMore?: boolean | undefined
  /** The person's (IANA). */
  timeZone?: string
  /** How an invitation may be answered from the phone; not at all where it is absent. */
  answers?: readonly Answer[]
}

export const privacyIn = ({ redact, extent = null }: MailToSend): Privacy => ({ redact, show: extent })

const zoneIn = ({ timeZone }: MailToSend) => (timeZone === undefined ? {} : { timeZone })

/** One attempt. The delivery's id travels along and comes back with every status. */
export async function sendMail(graph: Graph, mail: MailToSend): Promise<Outcome> {
  const view = seenOf(mail.view, privacyIn(mail))
  return postLinked(graph, mail, whole => contentOfMail(wordsOf(mail.language), graph.limits, { ...mail, view, whole }))
}

/** A mail goes without its link rather than not at all. */
async function postLinked(graph: Graph, mail: MailToSend, contentWith: (whole: Whole | undefined) => Content): Promise<Outcome> {
  const content = contentWith(mail.whole)
  const isSafe = !mail.whole || !JSON.stringify(content).includes(mail.whole.url) || (await isKept(mail.whole))
  return post(graph, mail, isSafe ? content : contentWith(undefined))
}

export const isKept = (whole: Whole): Promise<boolean> =>
  whole.keep().then(
    () => true,
    () => false,
  )

/** All letters of a view. */
const wholeLetters = 70_000

/** A mail that its person asked to see: all of it, as far as its filter lets it be seen; what no message holds comes as a file. */
export async function sendShown(parts: FileParts, mail: MailToSend): Promise<Outcome> {
  const { graph } = parts
  const most = graph.limits.text
  const extent = mail.extent ?? 'full'
  const view = seenOf(mail.view, privacyIn(mail), wholeLetters)
  const words = wordsOf(mail.language)
  const inWords = (most: number) =>
    renderedMail(words, view, mail.filterName, mail.isProven, { extent, most, told: mail.told, ...zoneIn(mail) })
  const { isCut } = inWords(most)
  const asText = () =>
    postLinked(graph, mail, whole => {
      const { text } = withWhole(words, { view, extent, whole, hasMore: mail.hasMore }, most, inWords)
      return withAnswers(words, graph.limits, { ...mail, view }, text)
    })
  if (extent !== 'full' || !(isCut || isLong(view, most))) return asText()
  const result = await sendAsFile(parts, { ...mail, view })
  if (result.kind === 'too_large') return asText()
  if (result.kind !== 'not_uploaded') return outcomeOf(result, mail.attempt)
  const { failure } = result
  if (failure.kind === 'graph') return failure.code === unsupportedFile ? asText() : outcomeOf(failure, mail.attempt)
  // Nothing has left for the phone yet, so that an answer that was lost leaves nothing unknown; a file may be too much for the line.
  if (failure.mayHaveArrived) return { kind: 'retry', reason: 'not_reached', afterMs: null, scope: 'delivery' }
  return outcomeOf(failure, mail.attempt)
}

const unsupportedFile = 131053

function sendAsFile(parts: FileParts, mail: MailToSend) {
  const words = wordsOf(mail.language)
  const note = words.of('whatsapp')('shown.file')
  const most = parts.graph.limits.caption - note.length - 2
  const head = renderMail(words, mail.view, mail.filterName, mail.isProven, { extent: 'summary', most, told: mail.told, ...zoneIn(mail) })
  const { filename, text } = mailAsFile(words, mail.view)
  const upload = { bytes: Buffer.from(text), mimeType: 'text/plain', filename }
  return sendFile(parts, mail.to, upload, `${cutAt(head, most)}\n\n${note}`, { callbackData: callbackData(mail) })
}

/** Several mails in one message, each shown at a tap. */
export async function sendDigest(graph: Graph, digest: ToSend & { lines: DigestLine[] }): Promise<Outcome> {
  const { lines, deliveryId: digestId } = digest
  return post(graph, digest, digestContent(wordsOf(digest.language), graph.limits, { digestId, lines }))
}

/** More of a digest's mails, asked for at a tap. No delivery of ours: what becomes of it is nobody's state. */
export async function sendMore(graph: Graph, { to, language }: Pick<ToSend, 'to' | 'language'>, digest: Digest): Promise<Outcome> {
  return outcomeOf(await graph.postMessage(payloadFor(graph.limits, to, digestContent(wordsOf(language), graph.limits, digest))))
}

interface Around {
  buttons?: Button[]
  /** In place of buttons. */
  list?: { button: string; rows: Row[] }
  /** The message that it answers. */
  quotes?: string
}

/** A sentence outside the lanes: the answer to what a person just said. */
export async function sendNotice(graph: Graph, to: Person, text: string, { buttons = [], list, quotes }: Around = {}): Promise<Outcome> {
  const { limits } = graph
  const frame = () => ({ body: cutAt(text, limits.interactiveBody) })
  const plain = () => (buttons.length > 0 ? buttonsContent(limits, frame(), buttons) : textContent(limits, cutAt(text, limits.text)))
  const content = list ? listContent(limits, frame(), list.button, [{ rows: list.rows }]) : plain()
  return outcomeOf(await graph.postMessage(payloadFor(limits, to, content, quotes === undefined ? {} : { quotes })))
}

const post = async (graph: Graph, mail: ToSend, content: Content): Promise<Outcome> =>
  outcomeOf(await graph.postMessage(payloadFor(graph.limits, mail.to, content, { callbackData: callbackData(mail) })), mail.attempt)
