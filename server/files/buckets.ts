// The two storage buckets and the limits of each.
import { z } from 'zod/mini'
import { noSuchBucket } from './errors.ts'

export const FileBucket = z.enum(['avatars', 'attachments'])
export type FileBucket = z.infer<typeof FileBucket>

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

export function bucketNamed(name: unknown): FileBucket {
  const read = FileBucket.safeParse(name)
  if (!read.success) throw noSuchBucket()
  return read.data
}

export const typesOf = (limits: BucketLimits, bucket: FileBucket): readonly string[] =>
  bucket === 'avatars' ? imageTypes : limits.attachmentTypes

export const maxBytesOf = (limits: BucketLimits, bucket: FileBucket): number =>
  bucket === 'avatars' ? limits.avatarMaxBytes : limits.attachmentMaxBytes

/** `mediaType` without parameters, in lower case. */
export function isTaken(limits: BucketLimits, bucket: FileBucket, mediaType: string): boolean {
  if (active.test(mediaType) || !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) return false
  return typesOf(limits, bucket).some(type => (type.endsWith('*') ? mediaType.startsWith(type.slice(0, -1)) : mediaType === type))
}

// They are as old as the wire itself.
const made = '2026-11-22T00:00:00.000Z'

/** A bucket as the wire shows it. */
export const bucketView = (limits: BucketLimits, bucket: FileBucket) => ({
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
