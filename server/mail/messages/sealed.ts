// Seals a message's summary and its compressed filter view.
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod/mini'
import { SenderBadgeKind } from '../../../core/message/sender-check/badge.ts'
import { MailAddress, MailView } from '../../../core/message/view.ts'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** What lists show of a message; `files`: the number of its files, if any. */
export const MessageSummary = z.object({
  from: z.nullable(MailAddress),
  subject: z.string(),
  date: z.nullable(z.string()),
  badge: z.optional(SenderBadgeKind),
  files: z.optional(z.number()),
})
export type MessageSummary = z.infer<typeof MessageSummary>

export const toSummary = (view: MailView): MessageSummary => ({
  from: view.from[0] ?? null,
  subject: view.subject,
  date: view.date,
  ...(view.sender && { badge: view.sender.badge }),
  ...(countFiles(view) > 0 && { files: countFiles(view) }),
})

/** Counts files as a reader would. */
export const countFiles = ({ files, attachments }: MailView): number => (files ? files.items.length + files.left : attachments.length)

export const sealHead = (contentKey: SealKey, userId: string, messageId: string, head: MessageSummary): Buffer =>
  seal(contentKey, Buffer.from(JSON.stringify(head)), { userId, row: messageId, column: 'messages.head' })

export const openHead = (contentKey: SealKey, userId: string, messageId: string, sealed: Buffer): MessageSummary =>
  MessageSummary.parse(JSON.parse(unseal(contentKey, sealed, { userId, row: messageId, column: 'messages.head' }).toString()))

const maxViewBytes = 64 * 1024

/** The source is dropped where it would take more than a view may: the filters that wanted it have decided. */
export async function sealView(contentKey: SealKey, userId: string, messageId: string, view: MailView): Promise<Buffer> {
  const whole = JSON.stringify(view)
  const kept = Buffer.byteLength(whole) > maxViewBytes ? JSON.stringify({ ...view, source: undefined }) : whole
  return seal(contentKey, await deflate(kept), { userId, row: messageId, column: 'messages.view' })
}

export async function openView(contentKey: SealKey, userId: string, messageId: string, sealed: Buffer): Promise<MailView> {
  const packed = unseal(contentKey, sealed, { userId, row: messageId, column: 'messages.view' })
  return MailView.parse(JSON.parse((await inflate(packed)).toString()))
}
