// Describes, moves, copies and removes stored files, and signs URLs.
import { z } from 'zod/mini'
import { openJson } from '../foundation/db/sealed.ts'
import type { SealKey } from '../foundation/seal.ts'
import { type FileBucket, isAccepted, parseBucket } from './buckets.ts'
import { readFileBytes } from './download.ts'
import { alreadyExists, invalidRequest, noSuchFile, parseStorageInput, wrongType } from './errors.ts'
import { Transform } from './images.ts'
import { checkFirstBytes, computeExpiry, type IntakeDeps, plainType } from './intake.ts'
import { fileView, toEtag } from './listing/handlers.ts'
import type { StoredFile } from './objects/file.ts'
import { dropFiles, findFile, findFiles, moveFile } from './objects/store.ts'
import { isInOwnFolder, isValidKey, requireOwnPath } from './path.ts'
import { isPathTaken, notesContext, receiveFile } from './receive.ts'
import { sealSignedUrl } from './signed-urls.ts'
import { toCacheControl } from './upload.ts'

export type FileOperationDeps = IntakeDeps & { master: SealKey }

/** The file if the user may read it; throws not found otherwise. */
export async function requireFile({ db, now }: FileOperationDeps, userId: string | null, bucket: FileBucket, path: string) {
  const file = isValidKey(path) && isInOwnFolder(userId, path) ? await findFile(db, userId, bucket, path, now()) : null
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
    etag: toEtag(file),
    metadata: notes ?? {},
    last_modified: file.updatedAt.toISOString(),
    created_at: file.createdAt.toISOString(),
    ...(file.expiresAt && { expires_at: file.expiresAt.toISOString() }),
  }
}

/** Longer ones are of nothing that could be here. */
const Key = z.string().check(z.maxLength(1024))

const MoveBody = z.object({
  bucketId: Key,
  sourceKey: Key,
  destinationKey: Key,
  destinationBucket: z.nullish(Key),
  sourceVersionId: z.nullish(Key),
})

export async function moveObject(deps: FileOperationDeps, userId: string | null, body: unknown) {
  const { bucket, file, owner, path } = await readSourceAndTarget(deps, userId, parseStorageInput(MoveBody, body))
  try {
    const moved = await moveFile(deps.db, owner, bucket, file.path, path, deps.now())
    if (!moved) throw noSuchFile()
    return { message: 'Successfully moved', Id: moved.id, Key: moved.path }
  } catch (error) {
    throw isPathTaken(error) ? alreadyExists() : error
  }
}

const CopyBody = z.extend(MoveBody, {
  copyMetadata: z._default(z.boolean(), true),
  metadata: z.nullish(
    z.object({ cacheControl: z.optional(z.string().check(z.maxLength(200))), mimetype: z.optional(z.string().check(z.maxLength(200))) }),
  ),
})

/** Seals the copy again, because chunks are bound to their file. It expires with the original. */
export async function copyObject(deps: FileOperationDeps, userId: string | null, body: unknown, mayReplace: boolean) {
  const query = parseStorageInput(CopyBody, body)
  const { bucket, file, owner, path } = await readSourceAndTarget(deps, userId, query)
  if (path === file.path) throw alreadyExists()
  const changed = query.copyMetadata ? null : (query.metadata ?? {})
  const mediaType = bucket === 'attachments' && changed?.mimetype ? plainType(changed.mimetype) : file.mediaType
  if (mediaType !== file.mediaType && !isAccepted(deps.limits, bucket, mediaType)) throw wrongType(mediaType)
  const notes = query.copyMetadata && file.notes ? (await describeFile(deps, owner, file)).metadata : null
  const bytes = await readFileBytes(deps, owner, file)
  const target = { bucket, path, mayReplace, mediaType, reservedBytes: file.sizeBytes }
  const received = await receiveFile(deps, owner, target, mediaType === file.mediaType ? bytes : checkFirstBytes(mediaType, bytes))
  const cacheControl = changed?.cacheControl ? toCacheControl(changed.cacheControl) : file.cacheControl
  const { id } = await received.finish({ cacheControl, notes, expiresAt: file.expiresAt })
  return { Id: id, Key: `${bucket}/${path}`, name: path, bucket_id: bucket, id }
}

async function readSourceAndTarget(deps: FileOperationDeps, userId: string | null, query: z.infer<typeof MoveBody>) {
  const bucket = parseBucket(query.bucketId)
  const { file, userId: owner } = await requireFile(deps, userId, bucket, query.sourceKey)
  // Avatars are re-encoded on upload, which a copy between buckets would bypass.
  if (parseBucket(query.destinationBucket ?? bucket) !== bucket)
    throw invalidRequest('Files cannot be moved between buckets. Download the file, and upload it to the other bucket.')
  if (query.sourceVersionId && query.sourceVersionId !== file.version) throw noSuchFile()
  return { bucket, file, owner, path: requireOwnPath(userId, query.destinationKey).path }
}

const PathAndVersion = z.object({ path: Key, versionId: Key })
const RemoveBody = z.object({
  prefixes: z.array(z.union([Key, PathAndVersion])).check(z.minLength(1), z.maxLength(1000)),
})

/** Ignores other users' and missing files, as row level security does. */
export async function removeFiles({ db, now }: FileOperationDeps, userId: string | null, bucket: FileBucket, body: unknown) {
  const { prefixes } = parseStorageInput(RemoveBody, body)
  if (userId === null) return []
  const isActionable = (path: string) => isValidKey(path) && isInOwnFolder(userId, path)
  const exact = prefixes.filter(prefix => typeof prefix !== 'string').filter(({ path }) => isActionable(path))
  const found = await findFiles(
    db,
    userId,
    bucket,
    exact.map(({ path }) => path),
    now(),
  )
  const current = exact.filter(({ path, versionId }) => found.some(file => file.path === path && file.version === versionId))
  const paths = [...prefixes.filter(prefix => typeof prefix === 'string'), ...current.map(({ path }) => path)]
  const removed = await dropFiles(db, userId, bucket, paths.filter(isActionable), now())
  return removed.map(file => ({ ...fileView(file, file.path), bucket_id: bucket, owner: userId, owner_id: userId }))
}

/** One week: people forget links that live longer. */
const maxLinkSeconds = 604_800
const expiresIn = z.int().check(z.minimum(1), z.maximum(maxLinkSeconds))
const SignBody = z.object({ expiresIn, transform: z.optional(Transform) })
const SignAllBody = z.object({ expiresIn, paths: z.array(Key).check(z.minLength(1), z.maxLength(1000)) })

export async function signUrl(deps: FileOperationDeps, userId: string | null, bucket: FileBucket, path: string, body: unknown) {
  const query = parseStorageInput(SignBody, body)
  const { userId: owner } = await requireFile(deps, userId, bucket, path)
  const endpoint = query.transform ? 'render/image' : 'object'
  const link = { kind: 'read', userId: owner, bucket, path, until: toExpiry(deps, query.expiresIn), transform: query.transform } as const
  return { signedURL: `/${endpoint}/sign/${bucket}/${path}?token=${sealSignedUrl(deps.master, link)}` }
}

export async function signUrls(deps: FileOperationDeps, userId: string | null, bucket: FileBucket, body: unknown) {
  const query = parseStorageInput(SignAllBody, body)
  const own = query.paths.filter(path => isValidKey(path) && isInOwnFolder(userId, path))
  const found = userId === null ? [] : await findFiles(deps.db, userId, bucket, own, deps.now())
  return query.paths.map(path => {
    if (userId === null || !found.some(file => file.path === path))
      return { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null }
    const token = sealSignedUrl(deps.master, { kind: 'read', userId, bucket, path, until: toExpiry(deps, query.expiresIn) })
    return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${token}` }
  })
}

/** Two hours, as in storage-api. */
const uploadLinkSeconds = 7200

export async function signUpload(deps: FileOperationDeps, userId: string | null, bucket: FileBucket, path: string, mayReplace: boolean) {
  const own = requireOwnPath(userId, path)
  // Creates the user's keys now, because a request with the link must never create them.
  await deps.keys.contentKeyOf(deps.db, own.userId)
  const link = { kind: 'write', ...own, bucket, until: toExpiry(deps, uploadLinkSeconds), replaces: mayReplace } as const
  const token = sealSignedUrl(deps.master, link)
  return { url: `/object/upload/sign/${bucket}/${path}?token=${token}`, token }
}

const toExpiry = ({ now }: FileOperationDeps, seconds: number): number => now().getTime() + seconds * 1000

/** Returns a function that computes when a file uploaded now expires. */
export const expiryFor =
  ({ limits, now }: FileOperationDeps, bucket: FileBucket) =>
  (notes: Record<string, unknown> | null): Date | null =>
    computeExpiry(bucket, limits.attachmentDays, notes, now())
