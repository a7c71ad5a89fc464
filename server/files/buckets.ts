// The two buckets that there are, and what each takes in.
import { z } from 'zod/mini'
import { noSuchBucket } from './errors.ts'

export const Bucket = z.enum(['avatars', 'attachments'])
export type Bucket = z.infer<typeof Bucket>

export interface BucketLimits {
  bytesAPerson: number
  avatarMaxBytes: number
  attachmentMaxBytes: number
  /** With a * at the end for all that begin so. */
  attachmentTypes: readonly string[]
  attachmentDays: number
}

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
/** What a browser might run. */
const active =
  /^(text\/html|image\/svg|application\/(xhtml|javascript|x-javascript|ecmascript)|text\/(javascript|ecmascript|xml)|application\/xml)/

export function bucketNamed(name: unknown): Bucket {
  const read = Bucket.safeParse(name)
  if (!read.success) throw noSuchBucket()
  return read.data
}

export const typesOf = (limits: BucketLimits, bucket: Bucket): readonly string[] =>
  bucket === 'avatars' ? imageTypes : limits.attachmentTypes

export const maxBytesOf = (limits: BucketLimits, bucket: Bucket): number =>
  bucket === 'avatars' ? limits.avatarMaxBytes : limits.attachmentMaxBytes

/** `mediaType` without parameters, in small letters. */
export function isTaken(limits: BucketLimits, bucket: Bucket, mediaType: string): boolean {
  if (active.test(mediaType) || !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) return false
  return typesOf(limits, bucket).some(type => (type.endsWith('*') ? mediaType.startsWith(type.slice(0, -1)) : mediaType === type))
}

// They are as old as the wire itself.
const made = '2026-11-22T00:00:00.000Z'

/** A bucket as the wire shows it. */
export const shownBucket = (limits: BucketLimits, bucket: Bucket) => ({
  id: bucket,
  name: bucket,
  owner: '',
  type: 'STANDARD',
  public: false,
  file_size_limit: maxBytesOf(limits, bucket),
  allowed_mime_types: [...typesOf(limits, bucket)],
  created_at: made,
  updated_at: made,
})
