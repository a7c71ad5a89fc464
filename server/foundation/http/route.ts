// Declares a route: method, URL, schema and handler.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { z } from 'zod/mini'
import type { KeyScope } from '../../../core/api/keys.ts'
import type { Shape } from '../../../core/api/shape.ts'
import { spokenWords } from '../words.ts'
import { type Authenticated, type AuthenticationDeps, type NeededScope, openAuthentication, refuseOverLimit } from './authentication.ts'
import { type Download, sendDownload } from './download.ts'
import { HttpError } from './errors.ts'
import { type IdempotencyDeps, once } from './idempotency.ts'
import { ndjsonType, sendNdjson } from './ndjson.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Read<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Answer<S extends Shape> = z.input<S['answer']>

export interface RouteRequest<S extends Shape> {
  params: Read<S['params']>
  query: Read<S['query']>
  body: Read<S['body']>
  request: FastifyRequest
  /** For a header of the answer; what is answered is what the handler returns. */
  reply?: FastifyReply
}

/** A call by somebody who is signed in, or by a key of theirs. */
export interface PersonRequest<S extends Shape> extends RouteRequest<S>, Authenticated {}

export type Handler<S extends Shape> = (ask: RouteRequest<S>) => Promise<Answer<S>>
export type PersonHandler<S extends Shape> = (ask: PersonRequest<S>) => Promise<Answer<S>>

/** Answers line by line; `closed` aborts when nobody listens any more. What it throws is the last line. */
export type LinesHandler<S extends Shape> = (ask: PersonRequest<S>, send: (line: Answer<S>) => void, closed: AbortSignal) => Promise<void>

type Route<S extends Shape> = [method: Method, url: string, shape: S, answer: PersonHandler<S>, perMinute?: number, large?: LargeBody]

export interface RouteBuilder {
  /** `bytes` is the largest body that is read. */
  anyone<S extends Shape>(method: Method, url: string, shape: S, answer: Handler<S>, bytes?: number): void
  /** `perMinute` bounds how often one person may ask; what asks other machines in their name should have it. */
  person<S extends Shape>(...route: Route<S>): void
  /** The same, and any API key of the person may ask too. */
  reader<S extends Shape>(...route: Route<S>): void
  /** The same, and an API key of the person that writes may ask too. */
  writer<S extends Shape>(...route: Route<S>): void
  /** For those who run the service, themselves. */
  admin<S extends Shape>(...route: Route<S>): void
  /** For who is signed in, themselves: a file. */
  download<S extends Shape>(url: string, shape: S, answer: (ask: PersonRequest<S>) => Promise<Download>): void
  /** As `reader`, with an answer of lines; the answer of `shape` is one of them. */
  readerOfLines<S extends Shape>(method: Method, url: string, shape: S, answer: LinesHandler<S>, perMinute: number, large?: LargeBody): void
}

/** A body that may be larger than others, or costly to check against its shape: only who is signed in may send it. */
export interface LargeBody {
  bytes?: number
  /** Refuses what would cost too much, before the shape is checked. */
  look?(body: unknown): void
}

export interface RouteDeps extends IdempotencyDeps, AuthenticationDeps {
  isAdmin(userId: string): Promise<boolean>
  /** Notes the device of who is signed in. */
  markDevice?: ((userId: string, request: FastifyRequest, reply: FastifyReply) => void) | undefined
}

/** `anyone` answers all; the others answer a person and make repeated writes count once. `person` and `admin` take no API key. */
export function openRoutes(app: FastifyInstance, parts: RouteDeps): RouteBuilder {
  const whoAsks = openAuthentication(parts)
  const personal = { ...parts, whoAsks }
  return {
    anyone(method, url, shape, answer, bytes) {
      app.route({
        method,
        url,
        schema: schemaOf(shape),
        ...(bytes && { bodyLimit: bytes }),
        handler: async (request, reply) => reply.code(shape.status).send(await answer({ ...askOf<typeof shape>(request), reply })),
      })
    },
    person: (...route) => mountPerson(app, personal, route, null),
    reader: (...route) => mountPerson(app, personal, route, 'read'),
    writer: (...route) => mountPerson(app, personal, route, 'write'),
    admin: (...route) => mountPerson(app, personal, route, null, parts.isAdmin),
    download(url, shape, answer) {
      const response = { [shape.status]: { description: 'A file.', content: { 'application/zip': { schema: shape.answer } } } }
      app.route({
        method: 'GET',
        url,
        schema: { ...schemaOf(shape), response, security: securityOf(null) },
        compress: false,
        onRequest: async (request, reply) => void (await whoAsks(request, reply, null)),
        handler: async (request, reply) => {
          const who = await whoAsks(request, reply, null)
          return sendDownload(reply, await answer({ ...askOf<typeof shape>(request), ...who }))
        },
      })
    },
    readerOfLines(method, url, shape, answer, perMinute, large) {
      const pace = new RateLimiterMemory({ points: perMinute, duration: 60 })
      const response = { [shape.status]: { description: 'One JSON value a line.', content: { [ndjsonType]: { schema: shape.answer } } } }
      app.route({
        method,
        url,
        schema: { ...schemaOf(shape), response, security: securityOf('read') },
        // A compressor would hold lines back until it has enough of them.
        compress: false,
        onRequest: async (request, reply) => void (await whoAsks(request, reply, 'read')),
        ...(large && readings(large)),
        handler: async (request, reply) => {
          const who = await whoAsks(request, reply, 'read')
          await pace.consume(who.userId).catch(spent => refuseOverLimit(spent, reply))
          const ask = { ...askOf<typeof shape>(request), ...who }
          return sendNdjson(request, reply, shape.answer, (send, closed) => answer(ask, send, closed))
        },
      })
    },
  }
}

type PersonalParts = RouteDeps & { whoAsks: ReturnType<typeof openAuthentication> }

/** Who asks, and whether they may, is settled before the request is read any further. */
function mountPerson<S extends Shape>(
  app: FastifyInstance,
  parts: PersonalParts,
  [method, url, shape, answer, perMinute, large]: Route<S>,
  scope: NeededScope,
  isAllowed?: RouteDeps['isAdmin'],
): void {
  const pace = perMinute ? new RateLimiterMemory({ points: perMinute, duration: 60 }) : null
  app.route({
    method,
    url,
    schema: { ...schemaOf(shape), security: securityOf(scope), ...(isAllowed && { tags: ['admin'] }) },
    onRequest: async (request, reply) => {
      const who = await parts.whoAsks(request, reply, scope)
      if (isAllowed && !(await isAllowed(who.userId))) throw new HttpError(403, 'admins_only', spokenWords().of('http')('adminsOnly'))
    },
    ...(large && readings(large)),
    handler: async (request, reply) => {
      const who = await parts.whoAsks(request, reply, scope)
      await pace?.consume(who.userId).catch(spent => refuseOverLimit(spent, reply))
      if (who.sessionId !== null) parts.markDevice?.(who.userId, request, reply)
      const run = () => answer({ ...askOf<S>(request), reply, ...who })
      if (method === 'GET' || shape.isSecret) return reply.code(shape.status).send(await run())
      return reply.code(shape.status).send(await once(parts, who.userId, request, run))
    },
  })
}

/** Either of them is enough (OpenAPI 3.0, Security Requirement Object). */
const securityOf = (scope: KeyScope | null): Record<string, string[]>[] => [
  { bearer: [] },
  ...(scope === 'read' ? [{ readKey: [] }] : []),
  ...(scope === null ? [] : [{ writeKey: [] }]),
]

const readings = ({ bytes, look }: LargeBody): Partial<RouteOptions> => ({
  ...(bytes && { bodyLimit: bytes }),
  preValidation: async request => look?.(request.body),
})

function schemaOf(shape: Shape) {
  return {
    ...(shape.params && { params: shape.params }),
    ...(shape.query && { querystring: shape.query }),
    ...(shape.body && { body: shape.body }),
    response: { [shape.status]: shape.answer },
  }
}

// Fastify has parsed and checked the three parts against the same shape, which its own types cannot tell.
function askOf<S extends Shape>(request: FastifyRequest): RouteRequest<S> {
  return {
    params: request.params as Read<S['params']>,
    query: request.query as Read<S['query']>,
    body: request.body as Read<S['body']>,
    request,
  }
}
