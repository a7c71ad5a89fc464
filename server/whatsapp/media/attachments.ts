// Sends the attachments of an email: each is uploaded before the message leaves, so a crash in between leaves nothing unknown.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { MailFile } from '../../../core/message/attachments.ts'
import { wordsOf } from '../../foundation/words.ts'
import { callbackData } from '../echo.ts'
import { outcomeOf } from '../errors.ts'
import { neutral, oneLine } from '../markup.ts'
import type { Upload } from '../multipart.ts'
import { payloadFor, textContent } from '../payload/message.ts'
import { visibleView } from '../redacted.ts'
import { sizeText } from '../render/files.ts'
import { renderedMail } from '../render/mail.ts'
import { withWebViewLink } from '../render/web-view-link.ts'
import { type EmailToSend, isLinkKept, privacyIn, type ToSend } from '../send.ts'
import { kindOf, type MediaDeps, type PreparedFile, prepareFile, sendPrepared } from './send.ts'

/** Its bytes, by whatever name its sender gave it. */
export interface FileOfMail {
  name: string
  type: string
  bytes: Buffer
}

/** `refused`: the messenger does not take it. `outcome`: it could not be brought there now. */
export type Prepared = { kind: 'ready'; file: PreparedFile; upload: Upload } | { kind: 'refused' } | { kind: 'not_now'; outcome: Outcome }

/** Of a file that is only looked at: as if WhatsApp had it. Null where it takes none so large. */
export function asPrepared({ graph }: MediaDeps, to: ToSend, file: MailFile): Extract<Prepared, { kind: 'ready' }> | null {
  const upload = uploadOf(to, { ...file, bytes: Buffer.alloc(0) })
  const kind = kindOf({ mimeType: file.type, sizeBytes: file.sizeBytes }, graph.limits)
  return kind && { kind: 'ready', file: { kind, id: '0', isKnown: false }, upload }
}

const uploadOf = (to: ToSend, file: FileOfMail): Upload => ({
  bytes: file.bytes,
  mimeType: file.type,
  filename: filenameOf(file, wordsOf(to.language).of('whatsapp')('files.filename')),
})

export async function prepare(deps: MediaDeps, to: ToSend, file: FileOfMail): Promise<Prepared> {
  const upload = uploadOf(to, file)
  const prepared = await prepareFile(deps, upload)
  if (prepared.kind === 'ready') return { ...prepared, upload }
  if (prepared.kind === 'too_large') return { kind: 'refused' }
  const { failure } = prepared
  if (failure.kind === 'graph' && refusing.has(failure.code ?? -1)) return { kind: 'refused' }
  // Nothing has left for the phone, so that an answer that was lost leaves nothing unknown.
  if (failure.kind !== 'graph' && failure.mayHaveArrived)
    return { kind: 'not_now', outcome: { kind: 'retry', reason: 'not_reached', afterMs: null, scope: 'delivery' } }
  return { kind: 'not_now', outcome: outcomeOf(failure, to.attempt) }
}

/** Of an upload: a type or a size that is not taken (100 with subcode 33 is about our token). */
const refusing = new Set([100, 131051, 131053])

/** The file by itself; a picture or a film has its name below it. */
export async function sendPart(deps: MediaDeps, to: ToSend, prepared: Extract<Prepared, { kind: 'ready' }>): Promise<Outcome> {
  const caption = prepared.file.kind === 'document' ? '' : neutral(oneLine(prepared.upload.filename, captionName))
  return sendPrepared(deps, to.to, prepared.file, prepared.upload, caption, { callbackData: callbackData(to) }).then(done =>
    outcome(done, to),
  )
}

const captionName = 200

/** The mail as the words below its one file; without its link rather than not at all. */
export async function sendCaptioned(
  deps: MediaDeps,
  mail: EmailToSend,
  prepared: Extract<Prepared, { kind: 'ready' }>,
  { caption, file }: { caption: string; file: MailFile },
): Promise<Outcome> {
  const isSafe = !mail.webView || !caption.includes(mail.webView.url) || (await isLinkKept(mail.webView))
  const words = isSafe ? caption : (captionFor(deps, { ...mail, webView: undefined }, file) ?? '')
  const done = await sendPrepared(deps, mail.to, prepared.file, prepared.upload, words, { callbackData: callbackData(mail) })
  return outcome(done, mail)
}

function outcome(done: Awaited<ReturnType<typeof sendPrepared>>, to: ToSend): Outcome {
  if (done.kind === 'too_large') return { kind: 'failed', reason: 'unsupported', stop: 'delivery' }
  return outcomeOf(done.kind === 'not_uploaded' ? done.failure : done, to.attempt)
}

/** The words of a mail that are short enough to stand below its one file; null where they are not, or a button is wanted. */
export function captionFor(deps: MediaDeps, mail: EmailToSend, { type, sizeBytes }: MailFile): string | null {
  const { limits } = deps.graph
  if (kindOf({ mimeType: type, sizeBytes }, limits) === 'audio') return null
  const view = visibleView(mail.view, privacyIn(mail))
  const extent = mail.extent ?? null
  const zone = mail.timeZone === undefined ? {} : { timeZone: mail.timeZone }
  const bounds = { extent, told: null, ...zone }
  const words = wordsOf(mail.language)
  const inWords = (most: number) => renderedMail(words, view, mail.filterName, mail.isProven, { ...bounds, most })
  const { text, isCut, isFolded } = withWebViewLink(words, { view, extent, webView: mail.webView }, limits.text, inWords)
  const hasButtons = (isCut || isFolded) && extent === null
  return text.length > limits.caption || hasButtons || view.card?.kind === 'event' ? null : text
}

/** A file that the messenger does not take, as a link to it. */
export async function sendLink(deps: MediaDeps, to: ToSend, file: Pick<MailFile, 'name' | 'sizeBytes'>, url: string): Promise<Outcome> {
  const words = wordsOf(to.language)
  const t = words.of('whatsapp')
  const name = neutral(oneLine(file.name, captionName)) || t('files.unnamed')
  const line = t('files.not_taken', { name, size: sizeText(words.language, file.sizeBytes) })
  const { graph } = deps
  const content = textContent(graph.limits, `${line}\n${url}`)
  return outcomeOf(await graph.postMessage(payloadFor(graph.limits, to.to, content, { callbackData: callbackData(to) })), to.attempt)
}

const filenameMost = 200

/** A name that every system can save; its ending stays. */
function filenameOf({ name, type }: Pick<FileOfMail, 'name' | 'type'>, otherwise: string): string {
  const clean = name
    .replace(/[/\\:*?"<>|\p{Cc}]+/gu, '_')
    .replace(/^[.\s]+/, '')
    .slice(-filenameMost)
    .toWellFormed()
  if (clean !== '') return clean
  const ending = endings.get(type) ?? type.split('/')[1]?.replace(/^x-|[^\w].*$/g, '') ?? ''
  return ending ? `${otherwise}.${ending}` : otherwise
}

const endings = new Map<string, string>(
  Object.entries({
    'message/rfc822': 'eml',
    'application/octet-stream': 'bin',
    'text/plain': 'txt',
    'text/calendar': 'ics',
    'image/jpeg': 'jpg',
    'audio/mpeg': 'mp3',
  }),
)
