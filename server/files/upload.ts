// Reads an upload: raw bytes with headers, or a form with fields and one file.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { invalidRequest, tooLarge } from './errors.ts'
import type { FileAttributes, Received } from './receive.ts'

/** A file that comes in. */
export interface UploadedFile {
  /** As it was sent, with its parameters. */
  mediaType: string
  bytes: AsyncIterable<Uint8Array>
  /** What it may be at most, as far as the request says. */
  sizeBytes: number | null
}

/** Gives the one file of a request to `receive`, and shows it when all else that belongs to it is known. */
export async function takeUpload(
  request: FastifyRequest,
  mostBytes: number,
  until: (notes: FileAttributes['notes']) => Date | null,
  receive: (file: UploadedFile) => Promise<Received>,
): Promise<{ id: string }> {
  const sizeBytes = Number(request.headers['content-length'] ?? Number.NaN)
  const size = Number.isNaN(sizeBytes) ? null : sizeBytes
  if (size !== null && size > mostBytes + formBytes) throw tooLarge()
  if (request.isMultipart()) return takeForm(request, mostBytes, until, receive, size)
  const { 'x-metadata': metadata, 'cache-control': cacheControl, 'content-type': mediaType = '' } = request.headers
  const notes = notesIn(metadata === undefined ? undefined : Buffer.from(String(metadata), 'base64').toString())
  const attributes = { notes, cacheControl: cacheFor(cacheControl), expiresAt: until(notes) }
  const stream = request.body instanceof Readable ? request.body : Readable.from([])
  const received = await flowing(stream, bytes => receive({ mediaType, bytes, sizeBytes: size }))
  return received.finish(attributes)
}

/** What a form may add around its file. */
const formBytes = 64 * 1024
const notesBytes = 8 * 1024

async function takeForm(
  request: FastifyRequest,
  mostBytes: number,
  until: (notes: FileAttributes['notes']) => Date | null,
  receive: (file: UploadedFile) => Promise<Received>,
  sizeBytes: number | null,
): Promise<{ id: string }> {
  const fields = new Map<string, string>()
  let received: Received | null = null
  try {
    const limits = { files: 1, fields: 10, parts: 12, fieldSize: notesBytes, fieldNameSize: 100, fileSize: mostBytes + 1 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') received = await flowing(part.file, bytes => receive({ mediaType: part.mimetype, bytes, sizeBytes }))
      else fields.set(part.fieldname, String(part.value))
    }
    if (!received) throw invalidRequest('No content provided')
    const notes = notesIn(fields.get('metadata'))
    return await received.finish({ notes, cacheControl: cacheFor(fields.get('cacheControl')), expiresAt: until(notes) })
  } catch (error) {
    await received?.drop()
    throw isBrokenForm(error) ? invalidRequest('The form cannot be read. Send it as multipart/form-data with one file.') : error
  }
}

// The parser throws plain errors.
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && /multipart|boundary|part (terminated|header)/i.test(error.message)

/** Lets a stream flow off when nobody wants the rest: else its sender would never hear why, and hold the connection. */
async function flowing<T>(stream: Readable, work: (bytes: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
  try {
    return await work(stream.iterator({ destroyOnReturn: false }))
  } catch (error) {
    stream.on('error', () => undefined).resume()
    throw error
  }
}

const Notes = z.record(z.string(), z.unknown())

function notesIn(text: string | undefined): FileAttributes['notes'] {
  if (text === undefined || text === '') return null
  if (text.length > notesBytes) throw invalidRequest(`metadata is too long: keep it below ${notesBytes} bytes.`)
  try {
    return Notes.parse(JSON.parse(text))
  } catch {
    throw invalidRequest('metadata is no JSON object. Send it as one.')
  }
}

const longestSeconds = 31_536_000

/** `max-age=60` in a header, `60` in a form. */
export function cacheFor(given: string | undefined): string {
  const seconds = Number(/^(?:max-age=)?(\d{1,9})$/.exec(given?.trim() ?? '')?.[1] ?? Number.NaN)
  return Number.isNaN(seconds) ? 'no-cache' : `max-age=${Math.min(seconds, longestSeconds)}`
}
