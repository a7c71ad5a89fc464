// Seals the passwords and tokens of mailboxes with the secrets key.
import { z } from 'zod/mini'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

export const Secret = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('password'), password: z.string() }),
  z.object({
    kind: z.literal('oauth2'),
    provider: z.enum(['google', 'microsoft']),
    /** The provider's id for the account; addresses may be reassigned. */
    subject: z.string(),
    /** Sending was granted, too; absent in tokens from before we asked for it. */
    maySend: z.optional(z.boolean()),
    refreshToken: z.string(),
    accessToken: z.string(),
    expiresAt: z.iso.datetime(),
  }),
])
/** A mailbox's password or tokens. */
export type Secret = z.infer<typeof Secret>
export type OAuthTokens = Extract<Secret, { kind: 'oauth2' }>

/** Marks a JSON secret; older rows hold a bare password, which never begins with this. */
const marker = '\0'

export const sealSecret = (secretsKey: SealKey, userId: string, mailboxId: string, secret: Secret): Buffer =>
  seal(secretsKey, Buffer.from(marker + JSON.stringify(secret)), { userId, row: mailboxId, column: 'mailboxes.secret' })

export function openSecret(secretsKey: SealKey, userId: string, mailboxId: string, sealed: Buffer): Secret {
  const text = unseal(secretsKey, sealed, { userId, row: mailboxId, column: 'mailboxes.secret' }).toString()
  return text.startsWith(marker) ? Secret.parse(JSON.parse(text.slice(marker.length))) : { kind: 'password', password: text }
}

export const sealPassword = (secretsKey: SealKey, userId: string, mailboxId: string, password: string): Buffer =>
  sealSecret(secretsKey, userId, mailboxId, { kind: 'password', password })
