// Accepts an uploaded file: re-encodes an avatar, and checks that an attachment has its declared type.
import { type FileBucket, isAccepted, maxBytesFor } from './buckets.ts'
import { invalidRequest, wrongType } from './errors.ts'
import type { Images } from './images.ts'
import { type FileAttributes, limitBytes, type ReceiveDeps, type ReceivedFile, receiveFile } from './receive.ts'
import { matchesDeclaredType } from './sniff.ts'
import type { UploadedFile } from './upload.ts'

export type IntakeDeps = ReceiveDeps & { images: Images }

export interface UploadTarget {
  bucket: FileBucket
  path: string
  mayReplace: boolean
}

export async function acceptFile(deps: IntakeDeps, userId: string, target: UploadTarget, file: UploadedFile): Promise<ReceivedFile> {
  const declared = plainType(file.mediaType)
  if (!isAccepted(deps.limits, target.bucket, declared)) throw wrongType(declared || 'undefined')
  if (target.bucket === 'avatars') return acceptAvatar(deps, userId, target, file)
  const maxBytes = maxBytesFor(deps.limits, target.bucket)
  const received = { ...target, mediaType: storableType(file.mediaType), reservedBytes: Math.min(file.sizeBytes ?? maxBytes, maxBytes) }
  return receiveFile(deps, userId, received, checkFirstBytes(declared, file.bytes))
}

async function acceptAvatar(deps: IntakeDeps, userId: string, target: UploadTarget, file: UploadedFile): Promise<ReceivedFile> {
  const counted = limitBytes(maxBytesFor(deps.limits, 'avatars'), file.bytes)
  const picture = await deps.images.toAvatar(Buffer.concat(await Array.fromAsync(counted.bytes)))
  return receiveFile(deps, userId, { ...target, mediaType: 'image/webp', reservedBytes: picture.length }, yieldOnce(picture))
}

export async function* yieldOnce(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const sniffedBytes = 4096

/** Passes bytes on if their beginning matches the declared type. */
export async function* checkFirstBytes(declared: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let buffered: Buffer | null = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (buffered) {
      buffered = Buffer.concat([buffered, piece])
      if (buffered.length < sniffedBytes) continue
      refuseMismatch(declared, buffered)
      yield buffered
      buffered = null
    } else yield piece
  }
  if (!buffered) return
  if (buffered.length > 0) refuseMismatch(declared, buffered)
  yield buffered
}

function refuseMismatch(declared: string, first: Buffer): void {
  if (!matchesDeclaredType(declared, first)) throw wrongType(`${declared} of these bytes`)
}

/** Strips the parameters of a media type. */
export const plainType = (mediaType: string): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase()

// The stored type is sent as a header again.
const storableType = (mediaType: string): string =>
  mediaType.length <= 200 && /^[\w.+-]+\/[\w.+-]+(\s*;\s*[\w-]+="?[\w.+ -]+"?)*$/.test(mediaType) ? mediaType : plainType(mediaType)

const dayMs = 86_400_000

/** When an attachment expires: after the server's number of days, or sooner if the user requests it. */
export function computeExpiry(bucket: FileBucket, days: number, notes: FileAttributes['notes'], now: Date): Date | null {
  if (bucket === 'avatars') return null
  const latest = now.getTime() + days * dayMs
  const requested = notes?.['expiresAt'] ?? notes?.['expires_at']
  if (requested === undefined || requested === null) return new Date(latest)
  const expiresAt = typeof requested === 'string' ? Date.parse(requested) : Number.NaN
  if (Number.isNaN(expiresAt) || expiresAt <= now.getTime())
    throw invalidRequest('expiresAt is not a future date. Write it as 2026-12-31T12:00:00Z.')
  return new Date(Math.min(expiresAt, latest))
}
