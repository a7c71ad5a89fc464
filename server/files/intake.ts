// Accepts an uploaded file: re-encodes an avatar, and checks that an attachment is the type it claims.
import { type FileBucket, isTaken, maxBytesOf } from './buckets.ts'
import { invalidRequest, wrongType } from './errors.ts'
import type { Images } from './images.ts'
import { countUpTo, type FileAttributes, type ReceiveDeps, type Received, receiveFile } from './receive.ts'
import { fits } from './sniff.ts'
import type { UploadedFile } from './upload.ts'

export type IntakeDeps = ReceiveDeps & { images: Images }

export interface UploadTarget {
  bucket: FileBucket
  path: string
  replaces: boolean
}

export async function acceptFile(deps: IntakeDeps, userId: string, target: UploadTarget, file: UploadedFile): Promise<Received> {
  const declared = plainType(file.mediaType)
  if (!isTaken(deps.limits, target.bucket, declared)) throw wrongType(declared || 'undefined')
  if (target.bucket === 'avatars') return takeAvatar(deps, userId, target, file)
  const most = maxBytesOf(deps.limits, target.bucket)
  const received = { ...target, mediaType: keptType(file.mediaType), reservedBytes: Math.min(file.sizeBytes ?? most, most) }
  return receiveFile(deps, userId, received, fitting(declared, file.bytes))
}

async function takeAvatar(deps: IntakeDeps, userId: string, target: UploadTarget, file: UploadedFile): Promise<Received> {
  const counted = countUpTo(maxBytesOf(deps.limits, 'avatars'), file.bytes)
  const picture = await deps.images.toAvatar(Buffer.concat(await Array.fromAsync(counted.bytes)))
  return receiveFile(deps, userId, { ...target, mediaType: 'image/webp', reservedBytes: picture.length }, once(picture))
}

export async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const lookedAtBytes = 4096

/** Passes the bytes on when they begin as their type does. */
export async function* fitting(declared: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Buffer | null = Buffer.alloc(0)
  for await (const some of bytes) {
    if (held) {
      held = Buffer.concat([held, some])
      if (held.length < lookedAtBytes) continue
      refuseOther(declared, held)
      yield held
      held = null
    } else yield some
  }
  if (!held) return
  if (held.length > 0) refuseOther(declared, held)
  yield held
}

function refuseOther(declared: string, first: Buffer): void {
  if (!fits(declared, first)) throw wrongType(`${declared} of these bytes`)
}

/** A media type without its parameters. */
export const plainType = (mediaType: string): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase()

// It becomes a header again.
const keptType = (mediaType: string): string =>
  mediaType.length <= 200 && /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+="?[\w.+ -]+"?)*$/.test(mediaType) ? mediaType : plainType(mediaType)

const dayMs = 86_400_000

/** When an attachment ends: in the days that the service keeps it, or sooner where its person says so. */
export function expiryOf(bucket: FileBucket, days: number, notes: FileAttributes['notes'], now: Date): Date | null {
  if (bucket === 'avatars') return null
  const latest = now.getTime() + days * dayMs
  const wanted = notes?.['expiresAt'] ?? notes?.['expires_at']
  if (wanted === undefined || wanted === null) return new Date(latest)
  const at = typeof wanted === 'string' ? Date.parse(wanted) : Number.NaN
  if (Number.isNaN(at) || at <= now.getTime()) throw invalidRequest('expiresAt is no date to come. Write it as 2026-12-31T12:00:00Z.')
  return new Date(Math.min(at, latest))
}
