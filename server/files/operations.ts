// Operations on stored files: describe, move, copy, remove, and sign URLs.
import { z } from 'zod/mini'
import { openJson } from '../foundation/db/sealed.ts'
import type { SealKey } from '../foundation/seal.ts'
import { bucketNamed, type FileBucket, isTaken } from './buckets.ts'
import { bytesOf } from './download.ts'
import { alreadyThere, invalidRequest, noSuchFile, readAs, wrongType } from './errors.ts'
import { Transform } from './images.ts'
import { expiryOf, fitting, type IntakeDeps, plainType } from './intake.ts'
import { etagOf, fileView } from './listing/handlers.ts'
import type { StoredFile } from './objects/file.ts'
import { dropFiles, findFile, findFiles, moveFile } from './objects/store.ts'
import { isKey, isOwn, ownPath } from './path.ts'
import { isPathTaken, notesContext, receiveFile } from './receive.ts'
import { sealSignedUrl } from './signed-urls.ts'
import { cacheFor } from './upload.ts'

export type FileOperationDeps = IntakeDeps & { master: SealKey }

/** The file that somebody may read; as if it were not there for all others. */
export async function fileFor({ db, now }: FileOperationDeps, userId: string | null, bucket: FileBucket, path: string) {
  const file = isKey(path) && isOwn(userId, path) ? await findFile(db, userId, bucket, path, now()) : null
  if (!file || userId === null) throw noSuchFile()
  return { userId, file }
}

const Notes = z.record(z.string(), z.unknown())

export async function describeFile(deps: FileOperationDeps, userId: string, file: StoredFile) {
  const { db, keys } = deps
  const notes = file.notes && openJson(Notes, await keys.contentKeyOf(db, userId), file.notes, notesContext(userId, file.version))
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

export async function move(deps: FileOperationDeps, userId: string | null, body: unknown) {
  const { bucket, file, owner, path } = await readFromTo(deps, userId, readAs(FromTo, body))
  try {
    const moved = await moveFile(deps.db, owner, bucket, file.path, path, deps.now())
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
export async function copy(deps: FileOperationDeps, userId: string | null, body: unknown, replaces: boolean) {
  const query = readAs(CopyBody, body)
  const { bucket, file, owner, path } = await readFromTo(deps, userId, query)
  if (path === file.path) throw alreadyThere()
  const changed = query.copyMetadata ? null : (query.metadata ?? {})
  const mediaType = bucket === 'attachments' && changed?.mimetype ? plainType(changed.mimetype) : file.mediaType
  if (mediaType !== file.mediaType && !isTaken(deps.limits, bucket, mediaType)) throw wrongType(mediaType)
  const notes = query.copyMetadata && file.notes ? (await describeFile(deps, owner, file)).metadata : null
  const bytes = await bytesOf(deps, owner, file)
  const target = { bucket, path, replaces, mediaType, reservedBytes: file.sizeBytes }
  const received = await receiveFile(deps, owner, target, mediaType === file.mediaType ? bytes : fitting(mediaType, bytes))
  const cacheControl = changed?.cacheControl ? cacheFor(changed.cacheControl) : file.cacheControl
  const { id } = await received.finish({ cacheControl, notes, expiresAt: file.expiresAt })
  return { Id: id, Key: `${bucket}/${path}`, name: path, bucket_id: bucket, id }
}

async function readFromTo(deps: FileOperationDeps, userId: string | null, query: z.infer<typeof FromTo>) {
  const bucket = bucketNamed(query.bucketId)
  const { file, userId: owner } = await fileFor(deps, userId, bucket, query.sourceKey)
  // A picture is made anew at the door of its bucket, which another way in would miss.
  if (bucketNamed(query.destinationBucket ?? bucket) !== bucket)
    throw invalidRequest('Files stay in their bucket. Download it, and upload it to the other one.')
  if (query.sourceVersionId && query.sourceVersionId !== file.version) throw noSuchFile()
  return { bucket, file, owner, path: ownPath(userId, query.destinationKey).path }
}

const Named = z.object({ path: z.string(), versionId: z.string() })
const RemoveBody = z.object({
  prefixes: z.array(z.union([z.string(), Named])).check(z.minLength(1), z.maxLength(1000)),
})

/** What is another's, or not there, is passed over, as row level security does. */
export async function remove({ db, now }: FileOperationDeps, userId: string | null, bucket: FileBucket, body: unknown) {
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
  return gone.map(file => ({ ...fileView(file, file.path), bucket_id: bucket, owner: userId, owner_id: userId }))
}

/** A week: longer, and a link would outlive what its person remembers of it. */
const longestLinkSeconds = 604_800
const expiresIn = z.int().check(z.minimum(1), z.maximum(longestLinkSeconds))
const SignBody = z.object({ expiresIn, transform: z.optional(Transform) })
const SignAllBody = z.object({ expiresIn, paths: z.array(z.string()).check(z.minLength(1), z.maxLength(1000)) })

export async function sign(deps: FileOperationDeps, userId: string | null, bucket: FileBucket, path: string, body: unknown) {
  const query = readAs(SignBody, body)
  const { userId: owner } = await fileFor(deps, userId, bucket, path)
  const door = query.transform ? 'render/image' : 'object'
  const link = { kind: 'read', userId: owner, bucket, path, until: untilOf(deps, query.expiresIn), transform: query.transform } as const
  return { signedURL: `/${door}/sign/${bucket}/${path}?token=${sealSignedUrl(deps.master, link)}` }
}

export async function signAll(deps: FileOperationDeps, userId: string | null, bucket: FileBucket, body: unknown) {
  const query = readAs(SignAllBody, body)
  const own = query.paths.filter(path => isKey(path) && isOwn(userId, path))
  const found = userId === null ? [] : await findFiles(deps.db, userId, bucket, own, deps.now())
  return query.paths.map(path => {
    if (userId === null || !found.some(file => file.path === path))
      return { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null }
    const token = sealSignedUrl(deps.master, { kind: 'read', userId, bucket, path, until: untilOf(deps, query.expiresIn) })
    return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` }
  })
}

/** Two hours, as everywhere on this wire. */
const writeLinkSeconds = 7200

export async function signUpload(deps: FileOperationDeps, userId: string | null, bucket: FileBucket, path: string, replaces: boolean) {
  const own = ownPath(userId, path)
  // Whoever uses the link must find the keys of its person, and never makes them.
  await deps.keys.contentKeyOf(deps.db, own.userId)
  const link = { kind: 'write', ...own, bucket, until: untilOf(deps, writeLinkSeconds), replaces } as const
  const token = sealSignedUrl(deps.master, link)
  return { url: `/object/upload/sign/${bucket}/${path}?token=${token}`, token }
}

const untilOf = ({ now }: FileOperationDeps, seconds: number): number => now().getTime() + seconds * 1000

/** When a file that comes in now is to end. */
export const untilFor =
  ({ limits, now }: FileOperationDeps, bucket: FileBucket) =>
  (notes: Record<string, unknown> | null): Date | null =>
    expiryOf(bucket, limits.attachmentDays, notes, now())
