// Registers Graph API routes: with or without a version, and with or without the number's id, as at 360dialog.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { phoneNumberId } from '../credentials.ts'
import { refuseCall, type TokenScope, unknownObject } from '../guard.ts'
import { sendError } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'

export type Call = {
  id: string
  query: Record<string, unknown>
  body: unknown
  request: FastifyRequest
  /** The base URL including the version. */
  base: string
}
type Method = 'GET' | 'POST' | 'DELETE'
type CallHandler = (call: Call, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
type NodeRule = { scope: TokenScope; owns: (id: string) => boolean }

const version = '/:version(^v\\d+\\.\\d+$)'

export function graphPaths(app: FastifyInstance, standIn: StandIn) {
  const addRoutes = (method: Method, urls: string[], { scope, owns }: NodeRule, handleCall: CallHandler) => {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const call = parseCall(request)
      const error = refuseCall(standIn, request, scope) ?? (owns(call.id) ? null : unknownObject(method, call.id))
      return error ? sendError(reply, error) : handleCall(call, reply)
    }
    for (const url of urls) app.route({ method, url, handler })
  }
  return {
    /** `path` begins with /:id; `owns` says for which ids it is valid. */
    node: (method: Method, path: string, rule: NodeRule, handleCall: CallHandler) =>
      addRoutes(method, [version + path, path], rule, handleCall),
    /** An edge of the business number. */
    number: (method: Method, path: string, scope: TokenScope, handleCall: CallHandler) =>
      addRoutes(method, [`${version}/:id${path}`, `/:id${path}`, path], { scope, owns: id => id === phoneNumberId }, handleCall),
  }
}

function parseCall(request: FastifyRequest): Call {
  const { id = phoneNumberId, version: apiVersion } = Object(request.params)
  const query = Object(request.query)
  return {
    id,
    query,
    body: request.body ?? {},
    request,
    base: `${request.protocol}://${request.host}${apiVersion ? `/${apiVersion}` : ''}`,
  }
}
