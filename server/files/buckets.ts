// Defines the two storage buckets and their limits.
import { z } from 'zod/mini'
import { noSuchBucket } from './errors.ts'

export const FileBucket = z.enum(['avatars', 'attachments'])
export type FileBucket = z.infer<typeof FileBucket>

export interface BucketLimits {
  bytesPerUser: number
  avatarMaxBytes: number
  attachmentMaxBytes: number
  /** Media types; a trailing * matches every type with that prefix. */
  attachmentTypes: readonly string[]
  attachmentDays: number
}

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
/** Types that a browser might execute. */
const executableTypes =
  /^(text\/html|image\/svg|application\/(xhtml|javascript|x-javascript|ecmascript)|text\/(javascript|ecmascript|xml)|application\/xml)/

export function parseBucket(name: unknown): FileBucket {
  const parsed = FileBucket.safeParse(name)
  if (!parsed.success) throw noSuchBucket()
  return parsed.data
}

export const allowedTypes = (limits: BucketLimits, bucket: FileBucket): readonly string[] =>
  bucket === 'avatars' ? imageTypes : limits.attachmentTypes

export const maxBytesFor = (limits: BucketLimits, bucket: FileBucket): number =>
  bucket === 'avatars' ? limits.avatarMaxBytes : limits.attachmentMaxBytes

/** `mediaType` must be lowercase and without parameters. */
export function isAccepted(limits: BucketLimits, bucket: FileBucket, mediaType: string): boolean {
  if (executableTypes.test(mediaType) || !/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) return false
  return allowedTypes(limits, bucket).some(type => (type.endsWith('*') ? mediaType.startsWith(type.slice(0, -1)) : mediaType === type))
}

// The buckets have existed since the first release.
const createdAt = '2026-11-22T00:00:00.000Z'

/** A bucket in the wire's format. */
export const bucketView = (limits: BucketLimits, bucket: FileBucket) => ({
  id: bucket,
  name: bucket,
  owner: '',
  type: 'STANDARD',
  public: false,
  file_size_limit: maxBytesFor(limits, bucket),
  allowed_mime_types: [...allowedTypes(limits, bucket)],
  created_at: createdAt,
  updated_at: createdAt,
})
