// Sends a mail, several of them, or a sentence of ours, to a phone.
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Redact } from '../../core/filters/redact/redact.ts'
import type { MailView } from '../../core/message/view.ts'
import { wordsOf } from '../words.ts'
import type { Graph } from './client.ts'
import { type DigestLine, digestContent } from './digest.ts'
import { callbackData, type Echo } from './echo.ts'
import { outcomeOf } from './errors.ts'
import { cutAt } from './markup.ts'
import { type FileParts, sendFile } from './media/send.ts'
import { payloadFor, textContent } from './payload/message.ts'
import type { Content, Person } from './payload/shapes.ts'
import { redacted } from './redacted.ts'
import { type Extent, isLong, mailAsFile, renderMail } from './render.ts'

export type { Person } from './payload/shapes.ts'

/** What every attempt carries. */
export interface ToSend extends Echo {
  to: Person
  /** From 1; waits that grow are made from it. */
  attempt?: number
  language?: string
}

export interface MailToSend extends ToSend {
  view: MailView
  filterName: string
  /** False where the filters could not all be asked, and the mail goes to be safe; the person reads so. */
  isProven?: boolean
  /** What is blacked out before anything leaves; null where nothing is. */
  redact: Redact | null
  extent?: Extent
}

/** One attempt. The delivery's id travels along and comes back with every status. */
export async function sendMail(graph: Graph, mail: MailToSend): Promise<Outcome> {
  const { limits } = graph
  const bounds = { extent: mail.extent ?? null, most: limits.text }
  const body = renderMail(wordsOf(mail.language), redacted(mail.view, mail.redact), mail.filterName, mail.isProven, bounds)
  return post(graph, mail, textContent(limits, body))
}

/** All letters of a view. */
const wholeLetters = 70_000

/** A mail that its person asked to see: all of it, as far as its filter lets it be seen; what no message holds comes as a file. */
export async function sendShown(parts: FileParts, mail: MailToSend): Promise<Outcome> {
  const { graph } = parts
  const most = graph.limits.text
  const extent = mail.extent ?? 'full'
  const view = redacted(mail.view, mail.redact, wholeLetters)
  const text = renderMail(wordsOf(mail.language), view, mail.filterName, mail.isProven, { extent, most })
  const asText = () => post(graph, mail, textContent(graph.limits, text))
  if (extent !== 'full' || !isLong(view, most)) return asText()
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
  const head = renderMail(words, mail.view, mail.filterName, mail.isProven, { extent: 'summary', most })
  const { filename, text } = mailAsFile(words, mail.view)
  const upload = { bytes: Buffer.from(text), mimeType: 'text/plain', filename }
  return sendFile(parts, mail.to, upload, `${cutAt(head, most)}\n\n${note}`, { callbackData: callbackData(mail) })
}

/** Several mails in one message, each shown at a tap. */
export async function sendDigest(graph: Graph, digest: ToSend & { lines: DigestLine[] }): Promise<Outcome> {
  return post(graph, digest, digestContent(wordsOf(digest.language), graph.limits, digest.lines))
}

/** A sentence outside the lanes: the answer to what a person just said. */
export async function sendNotice(graph: Graph, to: Person, text: string): Promise<Outcome> {
  const { limits } = graph
  return outcomeOf(await graph.postMessage(payloadFor(limits, to, textContent(limits, cutAt(text, limits.text)))))
}

const post = async (graph: Graph, mail: ToSend, content: Content): Promise<Outcome> =>
  outcomeOf(await graph.postMessage(payloadFor(graph.limits, mail.to, content, { callbackData: callbackData(mail) })), mail.attempt)
