// Seals replies, their files, and the sender profile of a mailbox.
import { z } from 'zod/mini'
import { ReplyDraft } from '../../../core/message/reply/shapes.ts'
import { keyedDigest, type SealKey, seal, unseal } from '../../foundation/seal.ts'
import type { ReplyFile } from './compose.ts'

const draftAt = (userId: string, replyId: string) => ({ userId, row: replyId, column: 'replies.sealed' })

export const sealDraft = (contentKey: SealKey, userId: string, replyId: string, draft: ReplyDraft): Buffer =>
  seal(contentKey, Buffer.from(JSON.stringify(draft)), draftAt(userId, replyId))

export const openDraft = (contentKey: SealKey, userId: string, replyId: string, sealed: Buffer): ReplyDraft =>
  ReplyDraft.parse(JSON.parse(unseal(contentKey, sealed, draftAt(userId, replyId)).toString()))

const FileHead = z.object({ name: z.string(), type: z.string() })
const fileAt = (userId: string, replyId: string, n: number) => ({ userId, row: `${replyId}:${n}`, column: 'reply_files.sealed' })

/** A line of JSON, and then the bytes. */
export const sealFile = (contentKey: SealKey, userId: string, replyId: string, n: number, { name, type, bytes }: ReplyFile): Buffer =>
  seal(contentKey, Buffer.concat([Buffer.from(`${JSON.stringify({ name, type })}\n`), bytes]), fileAt(userId, replyId, n))

export function openFile(contentKey: SealKey, userId: string, replyId: string, n: number, sealed: Buffer): ReplyFile {
  const plain = unseal(contentKey, sealed, fileAt(userId, replyId, n))
  const end = plain.indexOf('\n')
  return { ...FileHead.parse(JSON.parse(plain.toString('utf8', 0, end))), bytes: plain.subarray(end + 1) }
}

/** What a person says of themselves in what they send from a mailbox. */
export const ReplyProfile = z.object({ name: z.string(), signature: z.string(), aliases: z.array(z.string()) })
export type ReplyProfile = z.infer<typeof ReplyProfile>
export const noProfile: ReplyProfile = { name: '', signature: '', aliases: [] }

const profileAt = (userId: string, mailboxId: string) => ({ userId, row: mailboxId, column: 'mailbox_outgoing.sealed' })

export const sealProfile = (contentKey: SealKey, userId: string, mailboxId: string, profile: ReplyProfile): Buffer =>
  seal(contentKey, Buffer.from(JSON.stringify(profile)), profileAt(userId, mailboxId))

export const openProfile = (contentKey: SealKey, userId: string, mailboxId: string, sealed: Buffer): ReplyProfile =>
  ReplyProfile.parse(JSON.parse(unseal(contentKey, sealed, profileAt(userId, mailboxId)).toString()))

/** Tells whether two answers went to the same address, and nobody to which. */
export const addressHash = (contentKey: SealKey, address: string): Buffer => keyedDigest(contentKey, `reply to ${address.toLowerCase()}`)
