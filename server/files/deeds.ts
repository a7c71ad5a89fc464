// What is done with files that are there: told of, moved, copied, removed, and linked to.
import { z } from 'zod/mini'
import { openJson } from '../db/sealed.ts'
import type { Key } from '../seal.ts'
import { type Bucket, bucketNamed, isTaken } from './buckets.ts'
import { bytesOf } from './download.ts'
import { alreadyThere, invalidRequest, noSuchFile, readAs, wrongType } from './errors.ts'
import { Transform } from './images/transform.ts'
import { expiryOf, fitting, type IntakeParts, plainType } from './intake.ts'
import { isPathTaken, notesPlace, receiveFile } from './keep.ts'
import { sealLink } from './links.ts'
import { etagOf, shownFile } from './listing/handlers.ts'
import type { StoredFile } from './objects/file.ts'
import { dropFiles, findFile, findFiles, moveFile } from './objects/store.ts'
import { isKey, isOwn, ownPath } from './path.ts'
import { cacheFor } from './upload.ts'

export type DeedParts = IntakeParts & { master: Key }

/** The file that somebody may read; as if it were not there for all others. */
export async function fileFor({ db, now }: DeedParts, userId: string | null, bucket: Bucket, path: string) {
  const file = isKey(path) && isOwn(userId, path) ? await findFile(db, userId, bucket, path, now()) : null
  if (!file || userId === null) throw noSuchFile()
  return { userId, file }
}

const Notes = z.record(z.string(), z.unknown())

export async function tell(parts: DeedParts, userId: string, file: StoredFile) {
  const { db, keys } = parts
  const notes = file.notes && openJson(Notes, await keys.contentKeyOf(db, userId), file.notes, notesPlace(userId, file.version))
  return {
    id: file.id,
    name: file.path,
    version: file.version,
    bucket_id: file.bucket,
    size: file.sizeBytes,
    content_type: file.mediaType,
    cache_control: file.cacheControl,
    etag: etagOf(file),
    metadata: notes ?? {},
    last_modified: file.updatedAt.toISOString(),
    created_at: file.createdAt.toISOString(),
    ...(file.expiresAt && { expires_at: file.expiresAt.toISOString() }),
  }
}

const FromTo = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.nullish(z.string()),
  sourceVersionId: z.nullish(z.string()),
})

export async function move(parts: DeedParts, userId: string | null, body: unknown) {
  const { bucket, file, owner, path } = await readFromTo(parts, userId, readAs(FromTo, body))
  try {
    const moved = await moveFile(parts.db, owner, bucket, file.path, path, parts.now())
    if (!moved) throw noSuchFile()
    return { message: 'Successfully moved', Id: moved.id, Key: moved.path }
  } catch (error) {
    throw isPathTaken(error) ? alreadyThere() : error
  }
}

const CopyBody = z.extend(FromTo, {
  copyMetadata: z._default(z.boolean(), true),
  metadata: z.nullish(
    z.object({ cacheControl: z.optional(z.string().check(z.maxLength(200))), mimetype: z.optional(z.string().check(z.maxLength(200))) }),
  ),
})

/** The copy is sealed anew, as chunks are bound to their file. It ends when the first one does. */
export async function copy(parts: DeedParts, userId: string | null, body: unknown, replaces: boolean) {
  const ask = readAs(CopyBody, body)
  const { bucket, file, owner, path } = await readFromTo(parts, userId, ask)
  if (path === file.path) throw alreadyThere()
  const changed = ask.copyMetadata ? null : (ask.metadata ?? {})
  const mediaType = bucket === 'attachments' && changed?.mimetype ? plainType(changed.mimetype) : file.mediaType
  if (mediaType !== file.mediaType && !isTaken(parts.limits, bucket, mediaType)) throw wrongType(mediaType)
  const notes = ask.copyMetadata && file.notes ? (await tell(parts, owner, file)).metadata : null
  const bytes = await bytesOf(parts, owner, file)
  const target = { bucket, path, replaces, mediaType, reservedBytes: file.sizeBytes }
  const received = await receiveFile(parts, owner, target, mediaType === file.mediaType ? bytes : fitting(mediaType, bytes))
  const cacheControl = changed?.cacheControl ? cacheFor(changed.cacheControl) : file.cacheControl
  const { id } = await received.finish({ cacheControl, notes, expiresAt: file.expiresAt })
  return { Id: id, Key: `${bucket}/${path}`, name: path, bucket_id: bucket, id }
}

async function readFromTo(parts: DeedParts, userId: string | null, ask: z.infer<typeof FromTo>) {
  const bucket = bucketNamed(ask.bucketId)
  const { file, userId: owner } = await fileFor(parts, userId, bucket, ask.sourceKey)
  // A picture is made anew at the door of its bucket, which another way in would miss.
  if (bucketNamed(ask.destinationBucket ?? bucket) !== bucket)
    throw invalidRequest('Files stay in their bucket. Download it, and upload it to the other one.')
  if (ask.sourceVersionId && ask.sourceVersionId !== file.version) throw noSuchFile()
  return { bucket, file, owner, path: ownPath(userId, ask.destinationKey).path }
}

const Named = z.object({ path: z.string(), versionId: z.string() })
const RemoveBody = z.object({
  prefixes: z.array(z.union([z.string(), Named])).check(z.minLength(1), z.maxLength(1000)),
})

/** What is another's, or not there, is passed over, as row level security does. */
export async function remove({ db, now }: DeedParts, userId: string | null, bucket: Bucket, body: unknown) {
  const { prefixes } = readAs(RemoveBody, body)
  if (userId === null) return []
  const isTheirs = (path: string) => isKey(path) && isOwn(userId, path)
  const exact = prefixes.filter(one => typeof one !== 'string').filter(({ path }) => isTheirs(path))
  const found = await findFiles(
    db,
    userId,
    bucket,
    exact.map(({ path }) => path),
    now(),
  )
  const current = exact.filter(({ path, versionId }) => found.some(file => file.path === path && file.version === versionId))
  const paths = [...prefixes.filter(one => typeof one === 'string'), ...current.map(({ path }) => path)]
  const gone = await dropFiles(db, userId, bucket, paths.filter(isTheirs), now())
  return gone.map(file => ({ ...shownFile(file, file.path), bucket_id: bucket, owner: userId, owner_id: userId }))
}

/** A week: longer, and a link would outlive what its person remembers of it. */
const longestLinkSeconds = 604_800
const expiresIn = z.int().check(z.minimum(1), z.maximum(longestLinkSeconds))
const SignBody = z.object({ expiresIn, transform: z.optional(Transform) })
const SignAllBody = z.object({ expiresIn, paths: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) })

export async function sign(parts: DeedParts, userId: string | null, bucket: Bucket, path: string, body: unknown) {
  const ask = readAs(SignBody, body)
  const { userId: owner } = await fileFor(parts, userId, bucket, path)
  const door = ask.transform ? 'render/image' : 'object'
  const link = { kind: 'read', userId: owner, bucket, path, until: untilOf(parts, ask.expiresIn), transform: ask.transform } as const
  return { signedURL: `/${door}/sign/${bucket}/${path}?token=${sealLink(parts.master, link)}` }
}

export async function signAll(parts: DeedParts, userId: string | null, bucket: Bucket, body: unknown) {
  const ask = readAs(SignAllBody, body)
  const own = ask.paths.filter(path => isKey(path) && isOwn(userId, path))
  const found = userId === null ? [] : await findFiles(parts.db, userId, bucket, own, parts.now())
  return ask.paths.map(path => {
    if (userId === null || !found.some(file => file.path === path))
      return { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null }
    const token = sealLink(parts.master, { kind: 'read', userId, bucket, path, until: untilOf(parts, ask.expiresIn) })
    return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` }
  })
}

/** Two hours, as everywhere on this wire. */
const writeLinkSeconds = 7200

export async function signUpload(parts: DeedParts, userId: string | null, bucket: Bucket, path: string, replaces: boolean) {
  const own = ownPath(userId, path)
  // Whoever uses the link must find the keys of its person, and never makes them.
  await parts.keys.contentKeyOf(parts.db, own.userId)
  const link = { kind: 'write', ...own, bucket, until: untilOf(parts, writeLinkSeconds), replaces } as const
  const token = sealLink(parts.master, link)
  return { url: `/object/upload/sign/${bucket}/${path}?token=${token}`, token }
}

const untilOf = ({ now }: DeedParts, seconds: number): number => now().getTime() + seconds * 1000

/** When a file that comes in now is to end. */
export const untilFor =
  ({ limits, now }: DeedParts, bucket: Bucket) =>
  (notes: Record<string, unknown> | null): Date | null =>
    expiryOf(bucket, limits.attachmentDays, notes, now())
