// How passwords, tokens and kept mail lie in the database: sealed, and the view compressed before.
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod/mini'
import { Badge } from '../../core/message/sender-check/badge.ts'
import { MailAddress, MailView } from '../../core/message/view.ts'
import { type Key, seal, unseal } from '../seal.ts'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** What a list shows of a message; `files`: how many came with it, where any did. */
export const Head = z.object({
  from: z.nullable(MailAddress),
  subject: z.string(),
  date: z.nullable(z.string()),
  badge: z.optional(Badge),
  files: z.optional(z.number()),
})
export type Head = z.infer<typeof Head>

export const headOf = (view: MailView): Head => ({
  from: view.from[0] ?? null,
  subject: view.subject,
  date: view.date,
  ...(view.sender && { badge: view.sender.badge }),
  ...(filesIn(view) > 0 && { files: filesIn(view) }),
})

/** As its reader counts them. */
export const filesIn = ({ files, attachments }: MailView): number => (files ? files.items.length + files.left : attachments.length)

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

export const Secret = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string() }),
  z.object({
    kind: z.literal('oauth2'),
    provider: z.enum(['google', 'microsoft']),
    /** The account as its provider names it; addresses may be given to others. */
    subject: z.string(),
    refreshToken: z.string(),
    accessToken: z.string(),
    expiresAt: z.iso.datetime(),
  }),
])
/** What opens a mailbox. */
export type Secret = z.infer<typeof Secret>
export type Tokens = Extract<Secret, { kind: 'oauth2' }>

/** Before there were other ways to sign in, a bare password was sealed; none begins with this. */
const marker = '\0'

export const sealSecret = (secretsKey: Key, userId: string, mailboxId: string, secret: Secret): Buffer =>
  seal(secretsKey, Buffer.from(marker + JSON.stringify(secret)), { userId, row: mailboxId, column: 'mailboxes.secret' })

export function openSecret(secretsKey: Key, userId: string, mailboxId: string, sealed: Buffer): Secret {
  const text = unseal(secretsKey, sealed, { userId, row: mailboxId, column: 'mailboxes.secret' }).toString()
  return text.startsWith(marker) ? Secret.parse(JSON.parse(text.slice(marker.length))) : { kind: 'password', password: text }
}

export const sealPassword = (secretsKey: Key, userId: string, mailboxId: string, password: string): Buffer =>
  sealSecret(secretsKey, userId, mailboxId, { kind: 'password', password })
