// Sends a stored file, or a range of it, in a way that no browser executes it.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PersonKeys } from '../foundation/db/keys.ts'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { etagOf } from './listing/handlers.ts'
import { openChunks } from './objects/chunks.ts'
import type { StoredFile } from './objects/file.ts'
import { readChunk } from './objects/store.ts'

export interface DownloadDeps {
  db: Db
  keys: Pick<PersonKeys, 'contentKeyOf'>
}

interface ByteRange {
  from: number
  to: number
}

/** `download` names the file for who saves it; empty for its own name. */
export async function sendFile(
  deps: DownloadDeps,
  userId: string,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
  download: string | undefined,
): Promise<FastifyReply> {
  const etag = etagOf(file)
  void reply.headers({ ...headersOf(file, download), etag, 'last-modified': file.updatedAt.toUTCString(), 'accept-ranges': 'bytes' })
  if (request.headers['if-none-match']?.split(/\s*,\s*/).some(one => one === '*' || one.replace(/^W\//, '') === etag))
    return reply.code(304).send()
  const span = request.headers['if-range'] && request.headers['if-range'] !== etag ? null : rangeIn(request.headers.range, file.sizeBytes)
  if (span === 'none') {
    void reply.header('content-range', `bytes */${file.sizeBytes}`)
    throw new HttpError(416, 'InvalidRange', 'invalid range provided')
  }
  const { from, to } = span ?? { from: 0, to: file.sizeBytes - 1 }
  void reply.code(span ? 206 : 200).header('content-length', String(to - from + 1))
  if (span) void reply.header('content-range', `bytes ${from}-${to}/${file.sizeBytes}`)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(await bytesOf(deps, userId, file, { from, to }), { objectMode: false }))
}

/** The bytes of a file, a chunk at a time. */
export async function bytesOf(
  { db, keys }: DownloadDeps,
  userId: string,
  file: StoredFile,
  span?: ByteRange,
): Promise<AsyncGenerator<Buffer>> {
  const contentKey = await keys.contentKeyOf(db, userId)
  const read = (n: number) => readChunk(db, userId, file.version, n)
  return openChunks(contentKey, userId, file, span ?? { from: 0, to: file.sizeBytes - 1 }, read)
}

/** A picture that we made may be shown; all else is saved. */
export function headersOf(file: Pick<StoredFile, 'bucket' | 'path' | 'mediaType' | 'cacheControl'>, download: string | undefined) {
  const isShown = file.bucket === 'avatars' && download === undefined
  const name = download || (file.path.split('/').at(-1) ?? '')
  return {
    'content-type': file.mediaType,
    'content-disposition': isShown ? 'inline' : `attachment; filename*=UTF-8''${rfc5987(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': `private, ${file.cacheControl}`,
    'x-robots-tag': 'none',
  }
}

const rfc5987 = (name: string): string =>
  encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)

/** One range of bytes (RFC 9110 §14.1.2); null for all of it, as several at once are not served; `none` where it lies outside. */
export function rangeIn(range: string | undefined, sizeBytes: number): ByteRange | 'none' | null {
  const requested = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '')
  const [, first = '', last = ''] = requested ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (first !== '' && last !== '' && Number(last) < from) return null
  return from > to ? 'none' : { from, to }
}
