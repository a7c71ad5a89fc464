// Reads an upload: raw bytes with headers, or a form with fields and one file.
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { invalidRequest, tooLarge } from './errors.ts'
import type { FileAttributes, ReceivedFile } from './receive.ts'

/** An incoming file. */
export interface UploadedFile {
  /** As sent, with parameters. */
  mediaType: string
  bytes: AsyncIterable<Uint8Array>
  /** The maximum size according to the request; null when unknown. */
  sizeBytes: number | null
}

/** Passes the request's file to `receive`, and finishes it once its attributes are known. */
export async function receiveUpload(
  request: FastifyRequest,
  maxBytes: number,
  computeExpiry: (notes: FileAttributes['notes']) => Date | null,
  receive: (file: UploadedFile) => Promise<ReceivedFile>,
): Promise<{ id: string }> {
  const sizeBytes = Number(request.headers['content-length'] ?? Number.NaN)
  const size = Number.isNaN(sizeBytes) ? null : sizeBytes
  if (size !== null && size > maxBytes + formBytes) throw tooLarge()
  if (request.isMultipart()) return receiveForm(request, maxBytes, computeExpiry, receive, size)
  const { 'x-metadata': metadata, 'cache-control': cacheControl, 'content-type': mediaType = '' } = request.headers
  const notes = parseNotes(metadata === undefined ? undefined : Buffer.from(String(metadata), 'base64').toString())
  const attributes = { notes, cacheControl: toCacheControl(cacheControl), expiresAt: computeExpiry(notes) }
  const stream = request.body instanceof Readable ? request.body : Readable.from([])
  const received = await drainOnError(stream, bytes => receive({ mediaType, bytes, sizeBytes: size }))
  return received.finish(attributes)
}

/** The size that a form may add around its file. */
const formBytes = 64 * 1024
const notesBytes = 8 * 1024

async function receiveForm(
  request: FastifyRequest,
  maxBytes: number,
  computeExpiry: (notes: FileAttributes['notes']) => Date | null,
  receive: (file: UploadedFile) => Promise<ReceivedFile>,
  sizeBytes: number | null,
): Promise<{ id: string }> {
  const fields = new Map<string, string>()
  let received: ReceivedFile | null = null
  try {
    const limits = { files: 1, fields: 10, parts: 12, fieldSize: notesBytes, fieldNameSize: 100, fileSize: maxBytes + 1 }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') received = await drainOnError(part.file, bytes => receive({ mediaType: part.mimetype, bytes, sizeBytes }))
      else fields.set(part.fieldname, String(part.value))
    }
    if (!received) throw invalidRequest('No content provided')
    const notes = parseNotes(fields.get('metadata'))
    return await received.finish({ notes, cacheControl: toCacheControl(fields.get('cacheControl')), expiresAt: computeExpiry(notes) })
  } catch (error) {
    await received?.drop()
    throw isBrokenForm(error) ? invalidRequest('The form cannot be read. Send it as multipart/form-data with one file.') : error
  }
}

// The parser throws plain errors without a code.
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && !('code' in error) && /multipart|boundary|part (terminated|header)/i.test(error.message)

/** Drains the stream after an error: otherwise the client would keep the connection open and never see the response. */
async function drainOnError<T>(stream: Readable, work: (bytes: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
  try {
    return await work(stream.iterator({ destroyOnReturn: false }))
  } catch (error) {
    stream.on('error', () => undefined).resume()
    throw error
  }
}

const Notes = z.record(z.string(), z.unknown())

function parseNotes(text: string | undefined): FileAttributes['notes'] {
  if (text === undefined || text === '') return null
  if (text.length > notesBytes) throw invalidRequest(`metadata is too long: keep it below ${notesBytes} bytes.`)
  try {
    return Notes.parse(JSON.parse(text))
  } catch {
    throw invalidRequest('metadata is not a JSON object. Send it as one.')
  }
}

const maxAgeSeconds = 31_536_000

/** `max-age=60` in a header, `60` in a form. */
export function toCacheControl(input: string | undefined): string {
  const seconds = Number(/^(?:max-age=)?(\d{1,9})$/.exec(input?.trim() ?? '')?.[1] ?? Number.NaN)
  return Number.isNaN(seconds) ? 'no-cache' : `max-age=${Math.min(seconds, maxAgeSeconds)}`
}
