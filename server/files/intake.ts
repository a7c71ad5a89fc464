// What becomes of a file that comes in: a person's picture is made anew, an attachment must be what it is called.
import { type Bucket, isTaken, maxBytesOf } from './buckets.ts'
import { invalidRequest, wrongType } from './errors.ts'
import type { Images } from './images/images.ts'
import { countUpTo, type KeepParts, type Received, receiveFile, type Told } from './keep.ts'
import { fits } from './sniff.ts'
import type { Incoming } from './upload.ts'

export type IntakeParts = KeepParts & { images: Images }

export interface Place {
  bucket: Bucket
  path: string
  replaces: boolean
}

export async function intake(parts: IntakeParts, userId: string, place: Place, file: Incoming): Promise<Received> {
  const declared = plainType(file.mediaType)
  if (!isTaken(parts.limits, place.bucket, declared)) throw wrongType(declared || 'undefined')
  if (place.bucket === 'avatars') return takeAvatar(parts, userId, place, file)
  const most = maxBytesOf(parts.limits, place.bucket)
  const target = { ...place, mediaType: keptType(file.mediaType), reservedBytes: Math.min(file.sizeBytes ?? most, most) }
  return receiveFile(parts, userId, target, fitting(declared, file.bytes))
}

async function takeAvatar(parts: IntakeParts, userId: string, place: Place, file: Incoming): Promise<Received> {
  const counted = countUpTo(maxBytesOf(parts.limits, 'avatars'), file.bytes)
  const picture = await parts.images.toAvatar(Buffer.concat(await Array.fromAsync(counted.bytes)))
  return receiveFile(parts, userId, { ...place, mediaType: 'image/webp', reservedBytes: picture.length }, once(picture))
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
export function expiryOf(bucket: Bucket, days: number, notes: Told['notes'], now: Date): Date | null {
  if (bucket === 'avatars') return null
  const latest = now.getTime() + days * dayMs
  const wanted = notes?.['expiresAt'] ?? notes?.['expires_at']
  if (wanted === undefined || wanted === null) return new Date(latest)
  const at = typeof wanted === 'string' ? Date.parse(wanted) : Number.NaN
  if (Number.isNaN(at) || at <= now.getTime()) throw invalidRequest('expiresAt is no date to come. Write it as 2026-12-31T12:00:00Z.')
  return new Date(Math.min(at, latest))
}
