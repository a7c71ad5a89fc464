// Sends a stored file, or a range of it, so that no browser executes it.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UserKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { toEtag } from './listing/handlers.ts'
import { openChunks } from './objects/chunks.ts'
import type { StoredFile } from './objects/file.ts'
import { readChunk } from './objects/store.ts'

export interface DownloadDeps {
  db: Db
  keys: Pick<UserKeys, 'contentKeyOf'>
}

interface ByteRange {
  from: number
  to: number
}

/** `download` is the name for saving the file; empty for its own name. */
export async function sendStoredFile(
  deps: DownloadDeps,
  userId: string,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
  download: string | undefined,
): Promise<FastifyReply> {
  const etag = toEtag(file)
  void reply.headers({ ...downloadHeaders(file, download), etag, 'last-modified': file.updatedAt.toUTCString(), 'accept-ranges': 'bytes' })
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some(tag => tag === '*' || tag.replace(/^W\//, '') === etag))
    return reply.code(304).send()
  const range =
    request.headers['if-range'] && request.headers['if-range'] !== etag ? null : parseRange(request.headers.range, file.sizeBytes)
  if (range === 'none') {
    void reply.header('content-range', `bytes */${file.sizeBytes}`)
    throw new HttpError(416, 'InvalidRange', 'invalid range provided')
  }
  const { from, to } = range ?? { from: 0, to: file.sizeBytes - 1 }
  void reply.code(range ? 206 : 200).header('content-length', String(to - from + 1))
  if (range) void reply.header('content-range', `bytes ${from}-${to}/${file.sizeBytes}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(await readFileBytes(deps, userId, file, { from, to }), { objectMode: false }))
}

/** Yields the bytes of a file, one chunk at a time. */
export async function readFileBytes(
  { db, keys }: DownloadDeps,
  userId: string,
  file: StoredFile,
  range?: ByteRange,
): Promise<AsyncGenerator<Buffer>> {
  const contentKey = await keys.contentKeyOf(db, userId)
  const read = (n: number) => readChunk(db, userId, file.version, n)
  return openChunks(contentKey, userId, file, range ?? { from: 0, to: file.sizeBytes - 1 }, read)
}

/** Only pictures that we re-encoded are shown inline; all other files are saved. */
export function downloadHeaders(file: Pick<StoredFile, 'bucket' | 'path' | 'mediaType' | 'cacheControl'>, download: string | undefined) {
  const isInline = file.bucket === 'avatars' && download === undefined
  const name = download || (file.path.split('/').at(-1) ?? '')
  return {
    'content-type': file.mediaType,
    'content-disposition': isInline ? 'inline' : `attachment; filename*=UTF-8''${encodeFileName(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': `private, ${file.cacheControl}`,
    'x-robots-tag': 'none',
  }
}

const encodeFileName = (name: string): string =>
  encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16)}`)

/** Parses one byte range (RFC 9110 §14.1.2); null for the full file, also for multiple ranges; `none` when it is outside the file. */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'none' | null {
  const requested = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, first = '', last = ''] = requested ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (first !== '' && last !== '' && Number(last) < from) return null
  return from > to ? 'none' : { from, to }
}
