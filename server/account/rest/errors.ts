// Every refusal of the data wire in PostgREST's words, and how it is rendered.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalOf } from '../../http/errors.ts'

export class RestError extends Error {
  readonly status: number
  readonly code: string
  readonly details: string | null
  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

// What PostgreSQL refuses for what was sent; anything else is not the caller's doing.
const byState: Record<string, number> = {
  '22P02': 400,
  '22007': 400,
  '22023': 400,
  '23502': 400,
  '23514': 400,
  '23503': 409,
  '23505': 409,
  '42501': 403,
  '42883': 400,
}

export function renderRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message, details } = asRestError(error, request)
  if (status >= 500) request.log.error({ err: error }, 'a request on the data wire failed')
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  void reply.code(status).send({ code, details, hint: null, message })
}

function asRestError(error: unknown, request: FastifyRequest): RestError {
  if (error instanceof RestError) return error
  const state = stateOf(error)
  const status = state ? byState[state] : undefined
  // Somebody who may become somebody by signing in is asked to.
  if (state && status)
    return new RestError(state === '42501' && !request.restUserId ? 401 : status, state, error instanceof Error ? error.message : '')
  const refusal = refusalOf(error, request.id)
  if (refusal.code === 'bad_json') return new RestError(400, 'PGRST102', 'Empty or invalid json')
  if (refusal.status < 500) return new RestError(refusal.status, 'PGRST102', refusal.message)
  return new RestError(503, 'PGRST001', 'Database client error. Retrying the connection.')
}

function stateOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null
}
