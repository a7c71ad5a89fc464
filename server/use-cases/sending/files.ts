// Handles the files of an outgoing message: lists them in its text, sends them with it or after it, or links to them.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { isUnrestricted } from '../../../core/filters/privacy.ts'
import { decideFileOutcomes, type FileOutcome, isBehindLink } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import { readFollowUpFile, recordCarriedFile } from '../../delivery/follow-up-files-queue.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import { linkMs, sealAttachmentLink } from '../../files/attachments/link.ts'
import { openAttachment, type StoredAttachment } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { loadWords } from '../../foundation/words.ts'
import type { Graph } from '../../whatsapp/client.ts'
import {
  type AttachedFile,
  captionFor,
  prepareAttachment,
  previewAttachment,
  sendAttachment,
  sendCaptioned,
  sendLink,
} from '../../whatsapp/media/attachments.ts'
import { needsWebView, renderFiles } from '../../whatsapp/render/files.ts'
import { type EmailToSend, type ToSend } from '../../whatsapp/send.ts'
import type { ContentReader } from './content.ts'

export interface MessageFilesDeps {
  config: Pick<Config, 'publicUrl'>
  db: Db
  keys: UserKeys
  graph: Graph
  now: Date
  content: Pick<ContentReader, 'files' | 'view'>
  /** A preview uploads and saves nothing, and its links do not work. */
  isPreview?: boolean | undefined
}

/** `filesText`: what the message says about the email's files; undefined when the email was parsed before files were supported. */
export interface FilesSummary {
  filesText: string | null | undefined
  /** The single file that may carry the text as its caption. */
  onlyFile: FileOutcome | null
  /** The web view has file links that the message lacks. */
  hasMore?: boolean
}

export async function summarizeFiles(
  deps: MessageFilesDeps,
  to: ToSend,
  messageId: string,
  view: MailView,
  privacy: ForwardedContent | undefined,
): Promise<FilesSummary> {
  const { userId, deliveryId } = to
  if (!view.files) return { filesText: undefined, onlyFile: null }
  const { db, keys, graph, now, content } = deps
  const storedFiles = await content.files(userId, { deliveryId, messageId, now })
  const selected = privacy && isUnrestricted(privacy) ? storedFiles.forwarded : null
  const fates = decideFileOutcomes(view.files, {
    selected,
    stored: storedFiles.stored,
    maxBytes: graph.limits.documentBytes,
    isRefused: storedFiles.asLink,
  })
  const contentKey = fates.some(isBehindLink) ? await keys.contentKeyOf(db, userId) : null
  const link = (n: number) => (contentKey ? linkTo(deps, to, contentKey, n) : '')
  const filesText = renderFiles(loadWords(to.language), view.files, fates, link)
  const [sentFile = null] = fates.length === 1 && view.files.left === 0 ? fates.filter(({ fate }) => fate === 'sent') : []
  const hasMore = needsWebView(fates)
  return {
    filesText,
    hasMore,
    onlyFile: sentFile && (storedFiles.carried === undefined || storedFiles.carried === sentFile.n) ? sentFile : null,
  }
}

function linkTo({ config, now, isPreview }: MessageFilesDeps, { userId, deliveryId }: ToSend, contentKey: Buffer, n: number) {
  const token = sealAttachmentLink(contentKey, userId, {
    id: deliveryId,
    isOwnerLink: false,
    n,
    expiresAt: new Date(now.getTime() + linkMs),
  })
  return `${config.publicUrl}/a/${isPreview ? '•'.repeat(token.length) : token}`
}

/**
 * Sends an email and its only file as one message; null when the text is too long for a caption. The file is uploaded and recorded
 * before anything is sent, because the record decides which files follow.
 */
export async function prepareWithCaption(
  deps: MessageFilesDeps,
  email: EmailToSend,
  messageId: string,
  onlyFile: FileOutcome,
): Promise<(() => Promise<Outcome>) | null> {
  const { db, graph, now, isPreview } = deps
  const caption = captionFor({ db, graph, now }, email, onlyFile.file)
  if (isPreview) {
    const prepared = caption === null ? null : previewAttachment({ db, graph, now }, email, onlyFile.file)
    return prepared && (() => sendCaptioned({ db, graph, now }, email, prepared, { caption: caption ?? '', file: onlyFile.file }))
  }
  const file = caption !== null ? await readFile(deps, email.userId, messageId, onlyFile.n) : null
  if (caption === null || !file) {
    await recordCarriedFile(db, email.userId, email.deliveryId, null)
    return null
  }
  const prepared = await prepareAttachment({ db, graph, now }, email, file)
  await recordCarriedFile(db, email.userId, email.deliveryId, prepared.kind === 'refused' ? null : onlyFile.n)
  if (prepared.kind === 'refused') return null
  if (prepared.kind === 'not_now') return async () => prepared.outcome
  return () => sendCaptioned({ db, graph, now }, email, prepared, { caption, file: onlyFile.file })
}

/** Sends one file after its email, or a link when WhatsApp does not accept the file. Null when the file was erased. */
export async function prepareFollowUp(
  deps: MessageFilesDeps,
  to: ToSend,
  messageId: string,
  privacy: ForwardedContent | undefined,
): Promise<(() => Promise<Outcome>) | null> {
  const { db, graph, keys, now, isPreview } = deps
  const followUp = await readFollowUpFile(db, to.userId, to.deliveryId)
  const n = followUp?.part ?? null
  if (isPreview)
    return n === null || !privacy || !isUnrestricted(privacy)
      ? null
      : previewFile(deps, to, messageId, { n, asLink: followUp?.asLink ?? false })
  const file = n === null || !privacy || !isUnrestricted(privacy) ? null : await readFile(deps, to.userId, messageId, n)
  if (n === null || !file) return null
  const contentKey = await keys.contentKeyOf(db, to.userId)
  const asLink = () =>
    sendLink({ db, graph, now }, to, { name: file.name, type: file.type, sizeBytes: file.bytes.length }, linkTo(deps, to, contentKey, n))
  if (followUp?.asLink) return asLink
  const prepared = await prepareAttachment({ db, graph, now }, to, file)
  if (prepared.kind === 'refused') return asLink
  if (prepared.kind === 'not_now') return async () => prepared.outcome
  return () => sendAttachment({ db, graph, now }, to, prepared)
}

/** Previews the file as it will be sent, or was; its bytes are not read. */
async function previewFile(
  deps: MessageFilesDeps,
  to: ToSend,
  messageId: string,
  { n, asLink }: { n: number; asLink: boolean },
): Promise<(() => Promise<Outcome>) | null> {
  const { db, graph, keys, now, content } = deps
  const file = (await content.view(to.userId, messageId))?.files?.items[n]
  if (!file) return null
  const prepared = asLink ? null : previewAttachment({ db, graph, now }, to, file)
  if (prepared) return () => sendAttachment({ db, graph, now }, to, prepared)
  const contentKey = await keys.contentKeyOf(db, to.userId)
  return () => sendLink({ db, graph, now }, to, file, linkTo(deps, to, contentKey, n))
}

async function readFile({ db, keys, now }: MessageFilesDeps, userId: string, messageId: string, n: number): Promise<AttachedFile | null> {
  const file = await openAttachment(db, userId, await keys.contentKeyOf(db, userId), messageId, n, now)
  return file && { name: file.name, type: file.type, bytes: await readAll(file) }
}

const readAll = async (file: StoredAttachment): Promise<Buffer> => Buffer.concat(await Array.fromAsync(file.bytes()))
