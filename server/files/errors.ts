// Defines the errors of the storage API in storage-api's terms, and renders them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError, isServerError, toHttpRefusal } from '../foundation/http/errors.ts'

export const noSuchBucket = (): HttpError => new HttpError(404, 'NoSuchBucket', 'Bucket not found')
/** Also for other users' files, so that nobody learns that they exist. */
export const noSuchFile = (): HttpError => new HttpError(404, 'NoSuchKey', 'Object not found')
export const notAllowed = (): HttpError => new HttpError(403, 'AccessDenied', 'new row violates row-level security policy')
export const invalidKey = (path: string): HttpError => new HttpError(400, 'InvalidKey', `Invalid key: ${path.slice(0, 200)}`)
export const alreadyExists = (): HttpError => new HttpError(409, 'KeyAlreadyExists', 'The resource already exists')
export const tooLarge = (): HttpError => new HttpError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size')
export const wrongType = (mediaType: string): HttpError =>
  new HttpError(415, 'InvalidMimeType', `mime type ${mediaType.slice(0, 100)} is not supported`)
export const invalidRequest = (message: string): HttpError => new HttpError(400, 'InvalidRequest', message)
export const invalidToken = (message: string): HttpError => new HttpError(400, 'InvalidJWT', message)
export const notEnabled = (feature: string): HttpError =>
  new HttpError(409, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`)

/** Parses input by its schema; throws 400 with the problem. */
export function parseStorageInput<S extends z.ZodMiniType>(shape: S, value: unknown): z.output<S> {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new HttpError(400, 'InvalidParameter', `${issue?.path.join('/') || 'body'}: ${issue?.message}`)
}

/** Values that older servers sent in `error` instead of the code. */
const legacyErrors: Record<string, string> = {
  NoSuchBucket: 'Bucket not found',
  NoSuchKey: 'not_found',
  AccessDenied: 'Unauthorized',
  KeyAlreadyExists: 'Duplicate',
  EntityTooLarge: 'Payload too large',
  InvalidMimeType: 'invalid_mime_type',
  InvalidRange: 'invalid_range',
}

const passedStatuses = [416, 429]

/** storage-api responds 400 to nearly everything, with the actual status in the body, where clients read it. */
export function renderStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message } = toHttpRefusal(error, request.id)
  // A client that disconnected during an upload is not our error.
  if (isServerError(error, status) && !request.socket.destroyed) request.log.error({ err: error }, 'a request on the storage wire failed')
  // A blocked address gets the same status on every wire.
  const isPassed = status >= 500 || passedStatuses.includes(status) || code === 'address_blocked'
  const httpStatus = isPassed ? status : 400
  // Headers already set for the file do not apply to the error.
  for (const name of ['etag', 'last-modified', 'content-length', 'accept-ranges', 'content-disposition']) void reply.removeHeader(name)
  void reply
    .code(httpStatus)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({ statusCode: String(status), error: legacyErrors[code] ?? code, message, code })
}
