// The Graph API's addresses: with any version or none, with the number's id or, as 360dialog has it, without.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { phoneNumberId } from '../credentials.ts'
import { refuseCall, type Scope, unknownObject } from '../guard.ts'
import { sendError } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'

export type Call = {
  id: string
  query: Record<string, unknown>
  body: unknown
  request: FastifyRequest
  /** The address up to and with the version. */
  base: string
}
type Method = 'GET' | 'POST' | 'DELETE'
type Handle = (call: Call, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
type Rule = { scope: Scope; owns: (id: string) => boolean }

const version = '/:version(^v\\d+\\.\\d+$)'

export function graphPaths(app: FastifyInstance, standIn: StandIn) {
  const add = (method: Method, urls: string[], { scope, owns }: Rule, handle: Handle) => {
    const handler = (request: FastifyRequest, reply: FastifyReply) => {
      const call = callOf(request)
      const refused = refuseCall(standIn, request, scope) ?? (owns(call.id) ? null : unknownObject(method, call.id))
      return refused ? sendError(reply, refused) : handle(call, reply)
    }
    for (const url of urls) app.route({ method, url, handler })
  }
  return {
    /** `path` begins with /:id; `owns` says which ids it serves. */
    node: (method: Method, path: string, rule: Rule, handle: Handle) => add(method, [version + path, path], rule, handle),
    /** An edge of the business number. */
    number: (method: Method, path: string, scope: Scope, handle: Handle) =>
      add(method, [`${version}/:id${path}`, `/:id${path}`, path], { scope, owns: id => id === phoneNumberId }, handle),
  }
}

function callOf(request: FastifyRequest): Call {
  const { id = phoneNumberId, version: asked } = Object(request.params)
  const query = Object(request.query)
  return { id, query, body: request.body ?? {}, request, base: `${request.protocol}://${request.host}${asked ? `/${asked}` : ''}` }
}
