// HTTP errors and how they are rendered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { spokenWords } from '../words.ts'

const say = spokenWords().of('http')

/** A refusal meant for the client; `message` says what to do. Anything else that is thrown is a bug and becomes 500. */
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

/** The refusal that stands for whatever was thrown. */
export function refusalOf(error: unknown, requestId: string): HttpRefusal {
  if (error instanceof HttpError)
    return {
      status: error.status,
      code: error.code,
      message: error.message,
      ...(error.details !== undefined && { details: error.details }),
    }
  const fastify = asFastifyError(error)
  if (fastify?.validation) return { status: 400, code: 'invalid', message: say('invalid', { what: fastify.message.replace(/\.$/, '') }) }
  if (fastify && fastify.statusCode >= 400 && fastify.statusCode < 500)
    return { status: fastify.statusCode, code: fastify.code.toLowerCase().replace(/^fst_(err_)?/, ''), message: fastify.message }
  return {
    status: 500,
    code: 'internal',
    message: say('internal', { id: requestId }),
  }
}

/** The renderer of our own API; the auth wire has one of its own. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, ...body } = refusalOf(error, request.id)
  if (status >= 500) request.log.error({ err: error }, 'a request failed')
  void reply.code(status).send(body)
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
