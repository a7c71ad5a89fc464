// Seals replies, their files, and a mailbox's sender profile.
import { z } from 'zod/mini'
import { ReplyDraft } from '../../../core/message/reply/shapes.ts'
import { keyedDigest, type SealKey, seal, unseal } from '../../foundation/seal.ts'
import type { ReplyFile } from './compose.ts'

const draftContext = (userId: string, replyId: string) => ({ userId, row: replyId, column: 'replies.sealed' })

export const sealReplyDraft = (contentKey: SealKey, userId: string, replyId: string, draft: ReplyDraft): Buffer =>
  seal(contentKey, Buffer.from(JSON.stringify(draft)), draftContext(userId, replyId))

export const openReplyDraft = (contentKey: SealKey, userId: string, replyId: string, sealed: Buffer): ReplyDraft =>
  ReplyDraft.parse(JSON.parse(unseal(contentKey, sealed, draftContext(userId, replyId)).toString()))

const FileHeader = z.object({ name: z.string(), type: z.string() })
const fileContext = (userId: string, replyId: string, n: number) => ({ userId, row: `${replyId}:${n}`, column: 'reply_files.sealed' })

/** A line of JSON followed by the bytes. */
export const sealReplyFile = (contentKey: SealKey, userId: string, replyId: string, n: number, { name, type, bytes }: ReplyFile): Buffer =>
  seal(contentKey, Buffer.concat([Buffer.from(`${JSON.stringify({ name, type })}\n`), bytes]), fileContext(userId, replyId, n))

export function openReplyFile(contentKey: SealKey, userId: string, replyId: string, n: number, sealed: Buffer): ReplyFile {
  const plain = unseal(contentKey, sealed, fileContext(userId, replyId, n))
  const end = plain.indexOf('\n')
  return { ...FileHeader.parse(JSON.parse(plain.toString('utf8', 0, end))), bytes: plain.subarray(end + 1) }
}

/** How a user presents themselves in replies from a mailbox. */
export const ReplyProfile = z.object({ name: z.string(), signature: z.string(), aliases: z.array(z.string()) })
export type ReplyProfile = z.infer<typeof ReplyProfile>
export const noProfile: ReplyProfile = { name: '', signature: '', aliases: [] }

const profileContext = (userId: string, mailboxId: string) => ({ userId, row: mailboxId, column: 'mailbox_outgoing.sealed' })

export const sealProfile = (contentKey: SealKey, userId: string, mailboxId: string, profile: ReplyProfile): Buffer =>
  seal(contentKey, Buffer.from(JSON.stringify(profile)), profileContext(userId, mailboxId))

export const openProfile = (contentKey: SealKey, userId: string, mailboxId: string, sealed: Buffer): ReplyProfile =>
  ReplyProfile.parse(JSON.parse(unseal(contentKey, sealed, profileContext(userId, mailboxId)).toString()))

/** Shows whether two replies went to the same address, without revealing it. */
export const addressHash = (contentKey: SealKey, address: string): Buffer => keyedDigest(contentKey, `reply to ${address.toLowerCase()}`)
