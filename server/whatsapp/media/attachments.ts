// Sends an email's attachments: each is uploaded before its message is sent, so a crash in between is safe to retry.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { detectFileKind, type MailFile } from '../../../core/message/attachments.ts'
import { loadWords } from '../../foundation/words.ts'
import { callbackData } from '../echo.ts'
import { toOutcome } from '../errors.ts'
import { neutral, oneLine } from '../markup.ts'
import type { Upload } from '../multipart.ts'
import { payloadFor, textContent } from '../payload/message.ts'
import { visibleView } from '../redacted.ts'
import { formatSize } from '../render/files.ts'
import { renderedMail } from '../render/mail.ts'
import { withWebViewLink } from '../render/web-view-link.ts'
import { type EmailToSend, phonePrivacyOf, saveLink, type ToSend } from '../send.ts'
import { type MediaDeps, mediaKind, type PreparedFile, prepareFile, sendPrepared } from './send.ts'

/** `name` is as the sender chose it. */
export interface AttachedFile {
  name: string
  type: string
  bytes: Buffer
}

/** `refused`: WhatsApp does not accept the file. `not_now`: it could not be uploaded now. */
export type PreparedAttachment =
  | { kind: 'ready'; file: PreparedFile; upload: Upload }
  | { kind: 'refused' }
  | { kind: 'not_now'; outcome: Outcome }

/** For previews: as if the file were uploaded. Null if WhatsApp does not accept files that large. */
export function previewAttachment({ graph }: MediaDeps, to: ToSend, file: MailFile): Extract<PreparedAttachment, { kind: 'ready' }> | null {
  const upload = toUpload(to, { ...file, bytes: Buffer.alloc(0) })
  const kind = mediaKind({ mimeType: file.type, sizeBytes: file.sizeBytes }, graph.limits)
  return kind && { kind: 'ready', file: { kind, id: '0', isReused: false }, upload }
}

const toUpload = (to: ToSend, file: AttachedFile): Upload => ({
  bytes: file.bytes,
  mimeType: file.type,
  filename: toFilename(file, loadWords(to.language).of('whatsapp')('files.filename')),
})

export async function prepareAttachment(deps: MediaDeps, to: ToSend, file: AttachedFile): Promise<PreparedAttachment> {
  const upload = toUpload(to, file)
  const prepared = await prepareFile(deps, upload)
  if (prepared.kind === 'ready') return { ...prepared, upload }
  if (prepared.kind === 'too_large') return { kind: 'refused' }
  const { failure } = prepared
  if (failure.kind === 'graph' && refusalCodes.has(failure.code ?? -1)) return { kind: 'refused' }
  // Nothing was sent to the phone yet, so a lost response is safe to retry.
  if (failure.kind !== 'graph' && failure.mayHaveArrived)
    return { kind: 'not_now', outcome: { kind: 'retry', reason: 'not_reached', afterMs: null, scope: 'delivery' } }
  return { kind: 'not_now', outcome: toOutcome(failure, to.attempt) }
}

/** The type or size of an upload is not accepted (100 with subcode 33 is about our token). */
const refusalCodes = new Set([100, 131051, 131053])

/** Sends only the file; pictures and videos have their name as a caption. */
export async function sendAttachment(
  deps: MediaDeps,
  to: ToSend,
  prepared: Extract<PreparedAttachment, { kind: 'ready' }>,
): Promise<Outcome> {
  const caption = prepared.file.kind === 'document' ? '' : neutral(oneLine(prepared.upload.filename, maxCaptionName))
  return sendPrepared(deps, to.to, prepared.file, prepared.upload, caption, { callbackData: callbackData(to) }).then(done =>
    outcome(done, to),
  )
}

const maxCaptionName = 200

/** Sends the email as the caption of its only file; rather without its link than not at all. */
export async function sendCaptioned(
  deps: MediaDeps,
  email: EmailToSend,
  prepared: Extract<PreparedAttachment, { kind: 'ready' }>,
  { caption, file }: { caption: string; file: MailFile },
): Promise<Outcome> {
  const isLinkUsable = !email.webView || !caption.includes(email.webView.url) || (await saveLink(email.webView))
  const text = isLinkUsable ? caption : (captionFor(deps, { ...email, webView: undefined }, file) ?? '')
  const done = await sendPrepared(deps, email.to, prepared.file, prepared.upload, text, { callbackData: callbackData(email) })
  return outcome(done, email)
}

function outcome(done: Awaited<ReturnType<typeof sendPrepared>>, to: ToSend): Outcome {
  if (done.kind === 'too_large') return { kind: 'failed', reason: 'unsupported', stop: 'delivery' }
  return toOutcome(done.kind === 'not_uploaded' ? done.failure : done, to.attempt)
}

/** The email's text if it fits as a caption of its only file; null if it does not, or buttons are needed. */
export function captionFor(deps: MediaDeps, email: EmailToSend, { type, sizeBytes }: MailFile): string | null {
  const { limits } = deps.graph
  if (mediaKind({ mimeType: type, sizeBytes }, limits) === 'audio') return null
  const view = visibleView(email.view, phonePrivacyOf(email))
  const extent = email.extent ?? null
  const zone = email.timeZone === undefined ? {} : { timeZone: email.timeZone }
  const options = { extent, filesText: null, ...zone }
  const words = loadWords(email.language)
  const renderText = (maxLength: number) => renderedMail(words, view, email.filterName, email.isProven, { ...options, maxLength })
  const { text, isCut, isFolded } = withWebViewLink(words, { view, extent, webView: email.webView }, limits.text, renderText)
  const hasButtons = (isCut || isFolded) && extent === null
  return text.length > limits.caption || hasButtons || view.card?.kind === 'event' ? null : text
}

/** Sends a link to a file that WhatsApp does not accept. */
export async function sendLink(deps: MediaDeps, to: ToSend, file: Omit<MailFile, 'refused' | 'program'>, url: string): Promise<Outcome> {
  const words = loadWords(to.language)
  const t = words.of('whatsapp')
  const name = neutral(oneLine(file.name, maxCaptionName)) || t(`files.unnamed.${detectFileKind(file.type)}`)
  const line = t('files.not_taken', { name, size: formatSize(words.language, file.sizeBytes) })
  const { graph } = deps
  const content = textContent(graph.limits, `${line}\n${url}`)
  return toOutcome(await graph.postMessage(payloadFor(graph.limits, to.to, content, { callbackData: callbackData(to) })), to.attempt)
}

const maxFilename = 200

/** A file name that is valid on every system, with its extension. */
function toFilename({ name, type }: Pick<AttachedFile, 'name' | 'type'>, fallbackName: string): string {
  const clean = name
    .replace(/[/\\:*?"<>|\p{Cc}]+/gu, '_')
    .replace(/^[.\s]+/, '')
    .slice(-maxFilename)
    .toWellFormed()
  if (clean !== '') return clean
  const extension = extensions.get(type) ?? type.split('/')[1]?.replace(/^x-|[^\w].*$/g, '') ?? ''
  return extension ? `${fallbackName}.${extension}` : fallbackName
}

const extensions = new Map<string, string>(
  Object.entries({
    'message/rfc822': 'eml',
    'application/octet-stream': 'bin',
    'text/plain': 'txt',
    'text/calendar': 'ics',
    'image/jpeg': 'jpg',
    'audio/mpeg': 'mp3',
  }),
)
