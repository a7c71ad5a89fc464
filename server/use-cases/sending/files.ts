// The files of a message on its way out: listed in its text, sent with it, sent after it, or linked.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { isOpen } from '../../../core/filters/privacy.ts'
import { type FileOutcome, fatesOf, hasLink } from '../../../core/message/attachments.ts'
import type { MailView } from '../../../core/message/view.ts'
import { noteCarried, readFollowUpFile } from '../../delivery/follow-up-files-queue.ts'
import type { ForwardedContent } from '../../delivery/forwarded-content-store.ts'
import { linkMs, sealAttachmentLink } from '../../files/attachments/link.ts'
import { type KeptMailFile, openMailFile } from '../../files/attachments/store.ts'
import type { Config } from '../../foundation/config.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { wordsOf } from '../../foundation/words.ts'
import type { Graph } from '../../whatsapp/client.ts'
import { asPrepared, captionFor, type FileOfMail, prepare, sendCaptioned, sendLink, sendPart } from '../../whatsapp/media/attachments.ts'
import { needsPage, textOfFiles } from '../../whatsapp/render/files.ts'
import { type EmailToSend, type ToSend } from '../../whatsapp/send.ts'
import type { ContentReader } from './content.ts'

export interface MessageFilesDeps {
  config: Pick<Config, 'publicUrl'>
  db: Db
  keys: PersonKeys
  graph: Graph
  now: Date
  reads: Pick<ContentReader, 'files' | 'view'>
  /** Only looked at: nothing is uploaded nor written, and links open nothing. */
  isLook?: boolean | undefined
}

/** What a message says of the files of its mail; undefined where the mail was read before files were. */
export interface FilesNote {
  filesText: string | null | undefined
  /** The one file that its mail may carry. */
  single: FileOutcome | null
  /** The page of the whole mail has links that the message has not. */
  hasMore?: boolean
}

export async function noteFiles(
  deps: MessageFilesDeps,
  to: ToSend,
  messageId: string,
  view: MailView,
  seen: ForwardedContent | undefined,
): Promise<FilesNote> {
  const { userId, deliveryId } = to
  if (!view.files) return { filesText: undefined, single: null }
  const { db, keys, graph, now, reads } = deps
  const known = await reads.files(userId, { deliveryId, messageId, now })
  const goes = seen && isOpen(seen) ? known.goes : null
  const fates = fatesOf(view.files, { goes, kept: known.kept, mostBytes: graph.limits.documentBytes, isRefused: known.asLink })
  const contentKey = fates.some(hasLink) ? await keys.contentKeyOf(db, userId) : null
  const link = (n: number) => (contentKey ? linkTo(deps, to, contentKey, n) : '')
  const filesText = textOfFiles(wordsOf(to.language), view.files, fates, link)
  const [single = null] = fates.length === 1 && view.files.left === 0 ? fates.filter(({ fate }) => fate === 'sent') : []
  const hasMore = needsPage(fates)
  return { filesText, hasMore, single: single && (known.carries === undefined || known.carries === single.n) ? single : null }
}

function linkTo({ config, now, isLook }: MessageFilesDeps, { userId, deliveryId }: ToSend, contentKey: Buffer, n: number) {
  const token = sealAttachmentLink(contentKey, userId, { id: deliveryId, isOwn: false, n, until: new Date(now.getTime() + linkMs) })
  return `${config.publicUrl}/a/${isLook ? '•'.repeat(token.length) : token}`
}

/**
 * The mail with its one file as one message; null where its words are too many for that. Uploaded, and written down, before anything
 * leaves: what follows the mail is decided by what is written when it is taken.
 */
export async function captioned(
  deps: MessageFilesDeps,
  mail: EmailToSend,
  messageId: string,
  single: FileOutcome,
): Promise<(() => Promise<Outcome>) | null> {
  const { db, graph, now, isLook } = deps
  const caption = captionFor({ db, graph, now }, mail, single.file)
  if (isLook) {
    const looked = caption === null ? null : asPrepared({ db, graph, now }, mail, single.file)
    return looked && (() => sendCaptioned({ db, graph, now }, mail, looked, { caption: caption ?? '', file: single.file }))
  }
  const file = caption !== null ? await fileOf(deps, mail.userId, messageId, single.n) : null
  if (caption === null || !file) {
    await noteCarried(db, mail.userId, mail.deliveryId, null)
    return null
  }
  const prepared = await prepare({ db, graph, now }, mail, file)
  await noteCarried(db, mail.userId, mail.deliveryId, prepared.kind === 'refused' ? null : single.n)
  if (prepared.kind === 'refused') return null
  if (prepared.kind === 'not_now') return async () => prepared.outcome
  return () => sendCaptioned({ db, graph, now }, mail, prepared, { caption, file: single.file })
}

/** One file after its mail; where the messenger does not take it, a link to it. Null where it is not kept any more. */
export async function followingFile(
  deps: MessageFilesDeps,
  to: ToSend,
  messageId: string,
  seen: ForwardedContent | undefined,
): Promise<(() => Promise<Outcome>) | null> {
  const { db, graph, keys, now, isLook } = deps
  const following = await readFollowUpFile(db, to.userId, to.deliveryId)
  const n = following?.part ?? null
  if (isLook) return n === null || !seen || !isOpen(seen) ? null : lookedAt(deps, to, messageId, { n, asLink: following?.asLink ?? false })
  const file = n === null || !seen || !isOpen(seen) ? null : await fileOf(deps, to.userId, messageId, n)
  if (n === null || !file) return null
  const contentKey = await keys.contentKeyOf(db, to.userId)
  const asLink = () => sendLink({ db, graph, now }, to, { name: file.name, sizeBytes: file.bytes.length }, linkTo(deps, to, contentKey, n))
  if (following?.asLink) return asLink
  const prepared = await prepare({ db, graph, now }, to, file)
  if (prepared.kind === 'refused') return asLink
  if (prepared.kind === 'not_now') return async () => prepared.outcome
  return () => sendPart({ db, graph, now }, to, prepared)
}

/** As it will follow, or did: its bytes are not asked for. */
async function lookedAt(
  deps: MessageFilesDeps,
  to: ToSend,
  messageId: string,
  { n, asLink }: { n: number; asLink: boolean },
): Promise<(() => Promise<Outcome>) | null> {
  const { db, graph, keys, now, reads } = deps
  const file = (await reads.view(to.userId, messageId))?.files?.items[n]
  if (!file) return null
  const prepared = asLink ? null : asPrepared({ db, graph, now }, to, file)
  if (prepared) return () => sendPart({ db, graph, now }, to, prepared)
  const contentKey = await keys.contentKeyOf(db, to.userId)
  return () => sendLink({ db, graph, now }, to, file, linkTo(deps, to, contentKey, n))
}

async function fileOf({ db, keys, now }: MessageFilesDeps, userId: string, messageId: string, n: number): Promise<FileOfMail | null> {
  const file = await openMailFile(db, userId, await keys.contentKeyOf(db, userId), messageId, n, now)
  return file && { name: file.name, type: file.type, bytes: await allOf(file) }
}

const allOf = async (file: KeptMailFile): Promise<Buffer> => Buffer.concat(await Array.fromAsync(file.bytes()))
