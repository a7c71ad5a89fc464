// HTTP errors, and how they are rendered on our own API.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnstorable } from '../db/connection-errors.ts'
import { requestWords } from '../words.ts'
import { isOpenedInBrowser, sendRefusalPage } from './page-requests.ts'

const t = requestWords().of('http')

/** An error meant for the client; `message` says what to do. Any other thrown error is a bug and becomes 500. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

export interface HttpRefusal {
  status: number
  code: string
  message: string
  details?: unknown
}

/** Turns any thrown value into what the client gets. */
export function toHttpRefusal(error: unknown, requestId: string): HttpRefusal {
  if (error instanceof HttpError)
    return {
      status: error.status,
      code: error.code,
      message: error.message,
      ...(error.details !== undefined && { details: error.details }),
    }
  const fastifyError = asFastifyError(error)
  if (fastifyError?.validation)
    return { status: 400, code: 'invalid', message: t('invalid', { what: fastifyError.message.replace(/\.$/, '') }) }
  if (fastifyError && fastifyError.statusCode >= 400 && fastifyError.statusCode < 500)
    return {
      status: fastifyError.statusCode,
      code: fastifyError.code.toLowerCase().replace(/^fst_(err_)?/, ''),
      message: fastifyError.message,
    }
  if (isUnstorable(error))
    return { status: 400, code: 'invalid', message: t('invalid', { what: 'a text or a time is outside of what can be stored' }) }
  return {
    status: 500,
    code: 'internal',
    message: t('internal', { id: requestId }),
  }
}

export const maintenanceCode = 'maintenance'

/** Whether an answer belongs in the log of errors. What is refused because of maintenance works as announced. */
export const isServerError = (error: unknown, status: number): boolean =>
  status >= 500 && !(error instanceof HttpError && error.code === maintenanceCode)

/** Renders errors on our own API and of pages; the auth wire has its own renderer. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, ...body } = toHttpRefusal(error, request.id)
  if (isServerError(error, status)) {
    // What another service refuses us is no fault of ours.
    if (error instanceof HttpError) request.log.warn({ code: body.code }, 'a request was refused')
    else request.log.error({ err: error }, 'a request failed')
  }
  if (isOpenedInBrowser(request)) sendRefusalPage(request, reply, status, body.message)
  else void reply.code(status).send(body)
}

interface FastifyErrorLike {
  statusCode: number
  code: string
  message: string
  validation: boolean
}

function asFastifyError(error: unknown): FastifyErrorLike | undefined {
  if (!(error instanceof Error)) return undefined
  const statusCode = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 0
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (statusCode === 0 && !('validation' in error)) return undefined
  return { statusCode, code, message: error.message, validation: 'validation' in error && Boolean(error.validation) }
}
