// How passwords and kept mail lie in the database: sealed, and the view compressed before.
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import { MailAddress, MailView } from '../../core/message/view.ts'
import { type Key, seal, unseal } from '../seal.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** What a list shows of a message. */
export const Head = z.object({ from: MailAddress.nullable(), subject: z.string(), date: z.string().nullable() })
export type Head = z.infer<typeof Head>

export const headOf = (view: MailView): Head => ({ from: view.from[0] ?? null, subject: view.subject, date: view.date })

export const sealHead = (contentKey: Key, userId: string, messageId: string, head: Head): Buffer =>
  seal(contentKey, Buffer.from(JSON.stringify(head)), { userId, row: messageId, column: 'messages.head' })

export const openHead = (contentKey: Key, userId: string, messageId: string, sealed: Buffer): Head =>
  Head.parse(JSON.parse(unseal(contentKey, sealed, { userId, row: messageId, column: 'messages.head' }).toString()))

export async function sealView(contentKey: Key, userId: string, messageId: string, view: MailView): Promise<Buffer> {
  return seal(contentKey, await deflate(JSON.stringify(view)), { userId, row: messageId, column: 'messages.view' })
}

export async function openView(contentKey: Key, userId: string, messageId: string, sealed: Buffer): Promise<MailView> {
  const packed = unseal(contentKey, sealed, { userId, row: messageId, column: 'messages.view' })
  return MailView.parse(JSON.parse((await inflate(packed)).toString()))
}

export const sealPassword = (secretsKey: Key, userId: string, mailboxId: string, password: string): Buffer =>
  seal(secretsKey, Buffer.from(password), { userId, row: mailboxId, column: 'mailboxes.secret' })

export const openPassword = (secretsKey: Key, userId: string, mailboxId: string, sealed: Buffer): string =>
  unseal(secretsKey, sealed, { userId, row: mailboxId, column: 'mailboxes.secret' }).toString()
