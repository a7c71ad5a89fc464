// Carries out a requested fault: what the caller gets over HTTP instead of the normal response.
import type { FastifyReply } from 'fastify'
import { errorBody, graphError } from './errors.ts'
import type { RequestAction } from './faults.ts'

type RefusingFault =
  | Extract<RequestAction, { kind: 'http' | 'html' | 'reset' }>
  | (Extract<RequestAction, { kind: 'error' }> & { mode: 'sync' })
  | (Extract<RequestAction, { kind: 'hang' }> & { accept: false })

/** Whether the message is refused before anything was accepted. */
export function isRefusal(action: RequestAction | null): action is RefusingFault {
  if (action === null) return false
  if (action.kind === 'error') return action.mode === 'sync'
  if (action.kind === 'hang') return !action.accept
  return action.kind === 'http' || action.kind === 'html' || action.kind === 'reset'
}

export function sendFault(reply: FastifyReply, action: RefusingFault): FastifyReply {
  if (action.kind === 'error') return sendError(reply, graphError(action.code, errorOverrides(action)))
  if (action.kind === 'html') return sendPage(reply, action.status)
  if (action.kind === 'http')
    return action.json
      ? sendError(reply, graphError(2, { httpStatus: action.status }))
      : reply.code(action.status).type('text/plain').send('')
  reply.hijack()
  if (action.kind === 'reset') reply.raw.socket?.resetAndDestroy()
  return reply
}

/** Responds for an accepted message: normally, or with the requested fault. */
export function sendAccepted(reply: FastifyReply, action: RequestAction | null, body: Record<string, unknown>): FastifyReply {
  if (action?.kind === 'accept-then-reset') {
    reply.hijack()
    reply.raw.socket?.resetAndDestroy()
    return reply
  }
  if (action?.kind === 'hang') {
    reply.hijack()
    return reply
  }
  if (action?.kind === 'truncated-json') {
    const json = JSON.stringify(body)
    return reply.type('application/json').send(json.slice(0, Math.floor(json.length / 2)))
  }
  return reply.send(body)
}

export function sendError(reply: FastifyReply, error: ReturnType<typeof graphError>): FastifyReply {
  return reply.code(error.httpStatus).header('www-authenticate', 'OAuth "Facebook Platform"').send(errorBody(error))
}

function sendPage(reply: FastifyReply, status: number): FastifyReply {
  const page = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Sorry, something went wrong.</h1></body></html>'
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

function errorOverrides(action: Extract<RequestAction, { kind: 'error' }>): { httpStatus?: number; details?: string } {
  return {
    ...(action.httpStatus === undefined ? {} : { httpStatus: action.httpStatus }),
    ...(action.details === undefined ? {} : { details: action.details }),
  }
}
