// Seals the passwords and tokens of mailboxes with the secrets key.
import { z } from 'zod/mini'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

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
export type OAuthTokens = Extract<Secret, { kind: 'oauth2' }>

/** Before there were other ways to sign in, a bare password was sealed; none begins with this. */
const marker = '\0'

export const sealSecret = (secretsKey: SealKey, userId: string, mailboxId: string, secret: Secret): Buffer =>
  seal(secretsKey, Buffer.from(marker + JSON.stringify(secret)), { userId, row: mailboxId, column: 'mailboxes.secret' })

export function openSecret(secretsKey: SealKey, userId: string, mailboxId: string, sealed: Buffer): Secret {
  const text = unseal(secretsKey, sealed, { userId, row: mailboxId, column: 'mailboxes.secret' }).toString()
  return text.startsWith(marker) ? Secret.parse(JSON.parse(text.slice(marker.length))) : { kind: 'password', password: text }
}

export const sealPassword = (secretsKey: SealKey, userId: string, mailboxId: string, password: string): Buffer =>
  sealSecret(secretsKey, userId, mailboxId, { kind: 'password', password })
