// Seals and opens signed URLs, which read or upload one file without signing in.
import { z } from 'zod/mini'
import { type SealKey, seal, unseal } from '../foundation/seal.ts'
import { FileBucket } from './buckets.ts'
import { invalidToken } from './errors.ts'
import { Transform } from './images.ts'

const SignedUrl = z.object({
  kind: z.enum(['read', 'write']),
  userId: z.uuid(),
  bucket: FileBucket,
  path: z.string(),
  /** Expiry, in ms since 1970. */
  until: z.number(),
  /** Whether an upload may replace an existing file. */
  replaces: z.optional(z.boolean()),
  transform: z.optional(Transform),
})
export type SignedUrl = z.infer<typeof SignedUrl>

const linkContext = { userId: 'files', row: '', column: 'link' }

export const sealSignedUrl = (master: SealKey, link: SignedUrl): string =>
  seal(master, Buffer.from(JSON.stringify(link)), linkContext).toString('base64url')

/** Throws unless we signed the link for this file and it has not expired. */
export function openSignedUrl(master: SealKey, token: string, expected: Pick<SignedUrl, 'kind' | 'bucket' | 'path'>, now: Date): SignedUrl {
  const link = unsealLink(master, token)
  if (link.kind !== expected.kind || link.bucket !== expected.bucket || link.path !== expected.path) throw invalidToken('Invalid signature')
  if (link.until <= now.getTime()) throw invalidToken('"exp" claim timestamp check failed')
  return link
}

function unsealLink(master: SealKey, token: string): SignedUrl {
  try {
    return SignedUrl.parse(JSON.parse(unseal(master, Buffer.from(token, 'base64url'), linkContext).toString()))
  } catch {
    throw invalidToken('signature verification failed')
  }
}
