// Renders errors of the data API: PostgREST's body, and its status for each PostgreSQL error code.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RestRefusal } from '../../../core/rest/refusal.ts'
import { isServerError, toHttpRefusal } from '../../foundation/http/errors.ts'

export function renderRestError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message, details, hint } = toRefusal(error, request)
  if (isServerError(error, status)) request.log.error({ err: error }, 'a request on the data wire failed')
  if (status === 401) void reply.header('www-authenticate', buildChallenge(code, message))
  void reply.code(status).type('application/json; charset=utf-8').send({ code, details, hint, message })
}

const buildChallenge = (code: string, message: string): string =>
  code === 'PGRST301' || code === 'PGRST303' ? `Bearer error="invalid_token", error_description=${JSON.stringify(message)}` : 'Bearer'

function toRefusal(error: unknown, request: FastifyRequest): RestRefusal {
  if (error instanceof RestRefusal) return error
  const databaseError = readDatabaseError(error)
  // Anonymous callers get 401 instead of 403, because signing in may help.
  if (databaseError) return fromDatabaseError(databaseError, chooseStatus(databaseError.code, request.caller?.userId == null))
  if (isConnectionLost(error)) return new RestRefusal(503, 'PGRST001', 'Database client error. Retrying the connection.')
  const { status, code, message } = toHttpRefusal(error, request.id)
  if (status === 413 || code === 'bad_json' || status === 415)
    return new RestRefusal(status === 413 ? 413 : 400, 'PGRST102', bodyMessage(message, code))
  return new RestRefusal(status, code, message)
}

const bodyMessage = (message: string, code: string): string => (code === 'bad_json' ? 'Empty or invalid json' : message)

/** Hides internal PostgreSQL errors from clients. */
function fromDatabaseError({ code, message, details, hint }: DatabaseErrorFields, status: number): RestRefusal {
  if (status < 500 || code === '57014') return new RestRefusal(status, code, message, details, hint)
  return new RestRefusal(status, code, 'Something went wrong on our side. Try again.')
}

// By code, then by class (the first two characters); everything else is the client's mistake.
const statuses: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
}
const classes: Record<string, number> = {
  '08': 503,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

function chooseStatus(code: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  return statuses[code] ?? classes[code.slice(0, 2)] ?? 400
}

interface DatabaseErrorFields {
  code: string
  message: string
  details: string | null
  hint: string | null
}

function readDatabaseError(error: unknown): DatabaseErrorFields | null {
  if (!(error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string')) return null
  const text = (name: string): string | null => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : null
  }
  return { code: error.code, message: error.message, details: text('detail'), hint: text('hint') }
}

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONN|EPIPE|ETIMEDOUT|terminated|timeout exceeded/.test(`${'code' in error ? String(error.code) : ''} ${error.message}`)
