// Signed URLs that read or upload one file without signing in; sealed, so that nobody can forge one.
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
  /** In ms since 1970. */
  until: z.number(),
  /** Whether what is there may be replaced. */
  replaces: z.optional(z.boolean()),
  transform: z.optional(Transform),
})
export type SignedUrl = z.infer<typeof SignedUrl>

const place = { userId: 'files', row: '', column: 'link' }

export const sealSignedUrl = (master: SealKey, link: SignedUrl): string =>
  seal(master, Buffer.from(JSON.stringify(link)), place).toString('base64url')

/** Throws unless we made the link for this very file and its time is not over. */
export function openSignedUrl(master: SealKey, token: string, wanted: Pick<SignedUrl, 'kind' | 'bucket' | 'path'>, now: Date): SignedUrl {
  const link = opened(master, token)
  if (link.kind !== wanted.kind || link.bucket !== wanted.bucket || link.path !== wanted.path) throw invalidToken('Invalid signature')
  if (link.until <= now.getTime()) throw invalidToken('"exp" claim timestamp check failed')
  return link
}

function opened(master: SealKey, token: string): SignedUrl {
  try {
    return SignedUrl.parse(JSON.parse(unseal(master, Buffer.from(token, 'base64url'), place).toString()))
  } catch {
    throw invalidToken('signature verification failed')
  }
}
