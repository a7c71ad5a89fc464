// The errors of the storage wire, in storage-api's words, and how they are rendered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError, refusalOf } from '../foundation/http/errors.ts'

export const noSuchBucket = (): HttpError => new HttpError(404, 'NoSuchBucket', 'Bucket not found')
/** Also for what is another person's: nobody learns that it is there. */
export const noSuchFile = (): HttpError => new HttpError(404, 'NoSuchKey', 'Object not found')
export const notTheirs = (): HttpError => new HttpError(403, 'AccessDenied', 'new row violates row-level security policy')
export const invalidKey = (path: string): HttpError => new HttpError(400, 'InvalidKey', `Invalid key: ${path.slice(0, 200)}`)
export const alreadyThere = (): HttpError => new HttpError(409, 'KeyAlreadyExists', 'The resource already exists')
export const tooLarge = (): HttpError => new HttpError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size')
export const wrongType = (mediaType: string): HttpError =>
  new HttpError(415, 'InvalidMimeType', `mime type ${mediaType.slice(0, 100)} is not supported`)
export const invalidRequest = (message: string): HttpError => new HttpError(400, 'InvalidRequest', message)
export const invalidToken = (message: string): HttpError => new HttpError(400, 'InvalidJWT', message)
export const notEnabled = (feature: string): HttpError =>
  new HttpError(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`)

/** Reads what was sent by its shape, or refuses it with what is wrong. */
export function readAs<S extends z.ZodMiniType>(shape: S, value: unknown): z.output<S> {
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new HttpError(400, 'InvalidParameter', `${issue?.path.join('/') || 'body'}: ${issue?.message}`)
}

/** What older servers said in `error`, where it is not the code. */
const formerly: Record<string, string> = {
  NoSuchBucket: 'Bucket not found',
  NoSuchKey: 'not_found',
  AccessDenied: 'Unauthorized',
  KeyAlreadyExists: 'Duplicate',
  EntityTooLarge: 'Payload too large',
  InvalidMimeType: 'invalid_mime_type',
  InvalidRange: 'invalid_range',
}

const asTheyAre = [416, 429]

/** storage-api answers 400 to nearly everything and tells the rest in the body; so the clients read it. */
export function renderStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message } = refusalOf(error, request.id)
  // Who went away in the middle of an upload has failed nothing of ours.
  if (status >= 500 && !request.socket.destroyed) request.log.error({ err: error }, 'a request on the storage wire failed')
  const shown = status >= 500 || asTheyAre.includes(status) ? status : 400
  // What was already said of the file does not hold for the refusal.
  for (const name of ['etag', 'last-modified', 'content-length', 'accept-ranges', 'content-disposition']) void reply.removeHeader(name)
  void reply
    .code(shown)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ statusCode: String(status), error: formerly[code] ?? code, message, code })
}
