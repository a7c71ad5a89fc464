// Links that open one file, or take one in, without signing in: sealed, so that nobody makes or changes one.
import { z } from 'zod/mini'
import { type Key, seal, unseal } from '../seal.ts'
import { Bucket } from './buckets.ts'
import { invalidToken } from './errors.ts'
import { Transform } from './images/transform.ts'

const Link = z.object({
  kind: z.enum(['read', 'write']),
  userId: z.uuid(),
  bucket: Bucket,
  path: z.string(),
  /** In ms since 1970. */
  until: z.number(),
  /** Whether what is there may be replaced. */
  replaces: z.optional(z.boolean()),
  transform: z.optional(Transform),
})
export type Link = z.infer<typeof Link>

const place = { userId: 'files', row: '', column: 'link' }

export const sealLink = (master: Key, link: Link): string => seal(master, Buffer.from(JSON.stringify(link)), place).toString('base64url')

/** Throws unless we made the link for this very file and its time is not over. */
export function openLink(master: Key, token: string, wanted: Pick<Link, 'kind' | 'bucket' | 'path'>, now: Date): Link {
  const link = opened(master, token)
  if (link.kind !== wanted.kind || link.bucket !== wanted.bucket || link.path !== wanted.path) throw invalidToken('Invalid signature')
  if (link.until <= now.getTime()) throw invalidToken('"exp" claim timestamp check failed')
  return link
}

function opened(master: Key, token: string): Link {
  try {
    return Link.parse(JSON.parse(unseal(master, Buffer.from(token, 'base64url'), place).toString()))
  } catch {
    throw invalidToken('signature verification failed')
  }
}
