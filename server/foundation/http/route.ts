// Declares routes: method, URL, schema and handler.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { z } from 'zod/mini'
import type { KeyScope } from '../../../core/api/keys.ts'
import type { Shape } from '../../../core/api/shape.ts'
import type { StaffRole } from '../../../core/session/staff.ts'
import {
  type Authenticated,
  type AuthenticatedCaller,
  type AuthenticationDeps,
  openAuthentication,
  type RequiredScope,
  refuseOverLimit,
} from './authentication.ts'
import { type Download, sendDownload } from './download.ts'
import { type IdempotencyDeps, runOnce } from './idempotency.ts'
import { ndjsonType, sendNdjson } from './ndjson.ts'
import { describeOperation } from './operations.ts'
import { openReadLimit } from './read-limit.ts'
import { defaultReadTimes, type ReadTimes, runRead } from './run-read.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Read<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Answer<S extends Shape> = z.input<S['answer']>

export interface RouteRequest<S extends Shape> {
  params: Read<S['params']>
  query: Read<S['query']>
  body: Read<S['body']>
  request: FastifyRequest
  /** For setting headers; the body is what the handler returns. */
  reply?: FastifyReply
}

/** A request by a signed-in user, or by one of their API keys. */
export interface AuthenticatedRequest<S extends Shape> extends RouteRequest<S>, Authenticated {}

export type Handler<S extends Shape> = (request: RouteRequest<S>) => Promise<Answer<S>>
export type UserHandler<S extends Shape> = (request: AuthenticatedRequest<S>) => Promise<Answer<S>>

/** Responds line by line; `closed` aborts when the client disconnects. A thrown error becomes the last line. */
export type StreamHandler<S extends Shape> = (
  request: AuthenticatedRequest<S>,
  send: (line: Answer<S>) => void,
  closed: AbortSignal,
) => Promise<void>

export type Route<S extends Shape> = [method: Method, url: string, shape: S, handle: UserHandler<S>, perMinute?: number, large?: LargeBody]

export interface RouteBuilder {
  /** No authentication. `maxBytes` limits the body. */
  public<S extends Shape>(method: Method, url: string, shape: S, handle: Handler<S>, maxBytes?: number): void
  /** A signed-in user. `perMinute` limits each user; set it on routes that call other machines. */
  user<S extends Shape>(...route: Route<S>): void
  /** A signed-in user who has proven in the last minutes who they are: for what decides where mail goes. */
  proven<S extends Shape>(...route: Route<S>): void
  /** The same as `user`, and any API key of the user. */
  reader<S extends Shape>(...route: Route<S>): void
  /** The same, and the user's API keys with write scope. */
  writer<S extends Shape>(...route: Route<S>): void
  /** A file for a signed-in user; no API keys. `perMinute` as for `user`. */
  download<S extends Shape>(
    url: string,
    shape: S,
    handle: (request: AuthenticatedRequest<S>) => Promise<Download>,
    perMinute?: number,
  ): void
  /** Like `reader`, with an NDJSON response; `shape.answer` is one line. */
  readerStream<S extends Shape>(method: Method, url: string, shape: S, handle: StreamHandler<S>, perMinute: number, large?: LargeBody): void
}

/** A body that is larger than usual, or costly to validate: only authenticated callers may send it. */
export interface LargeBody {
  bytes?: number
  /** Refuses a body that would cost too much, before it is validated. */
  precheck?(body: unknown): void
}

/** Who may call a route besides being signed in. */
export interface RouteGuard {
  /** The roles of staff, for routes of the console. */
  roles?: readonly StaffRole[]
  /** Throws an HttpError when the caller may not. */
  authorize(caller: AuthenticatedCaller): Promise<void>
}

export interface RouteDeps extends IdempotencyDeps, AuthenticationDeps {
  readTimes?: ReadTimes
  /** Records the signed-in user's device. */
  markDevice?: ((userId: string, request: FastifyRequest, reply: FastifyReply) => void) | undefined
  /** After a write has succeeded, once however often it is repeated. */
  onChange?: ((change: RouteChange, request: FastifyRequest) => Promise<void>) | undefined
}

/** A write that succeeded, by its route. */
export interface RouteChange extends Authenticated {
  method: Method
  url: string
  answer: unknown
}

export interface UserRouteBuilderDeps extends RouteDeps {
  /** Throws 403 reauthentication_needed unless the caller has proven in the last minutes who they are. */
  requireProof(caller: Authenticated): Promise<void>
}

/** `public` serves everybody; the others serve a user, and run a repeated write once. `user` accepts no API key. */
export function openRoutes(app: FastifyInstance, deps: UserRouteBuilderDeps): RouteBuilder {
  const authenticate = openAuthentication(deps)
  const userDeps = { ...deps, authenticate }
  return {
    public(method, url, shape, handle, maxBytes) {
      app.route({
        method,
        url,
        schema: toSchema(shape),
        ...(maxBytes && { bodyLimit: maxBytes }),
        handler: async (request, reply) => reply.code(shape.status).send(await handle({ ...toRouteRequest<typeof shape>(request), reply })),
      })
    },
    user: (...route) => mountUserRoute(app, userDeps, route, null),
    proven: (...route) => mountUserRoute(app, userDeps, route, null, { authorize: deps.requireProof }),
    reader: (...route) => mountUserRoute(app, userDeps, route, 'read'),
    writer: (...route) => mountUserRoute(app, userDeps, route, 'write'),
    download(url, shape, handle, perMinute) {
      const limiter = perMinute ? new RateLimiterMemory({ points: perMinute, duration: 60 }) : null
      const response = { [shape.status]: { description: 'A file.', content: { 'application/zip': { schema: shape.answer } } } }
      app.route({
        method: 'GET',
        url,
        schema: { ...toSchema(shape), response, security: toSecurity(null) },
        compress: false,
        onRequest: async (request, reply) => void (await authenticate(request, reply, null)),
        handler: async (request, reply) => {
          const caller = await authenticate(request, reply, null)
          await limiter?.consume(caller.userId).catch(limiterResult => refuseOverLimit(limiterResult, reply))
          return sendDownload(reply, await handle({ ...toRouteRequest<typeof shape>(request), ...caller }))
        },
      })
    },
    readerStream(method, url, shape, handle, perMinute, large) {
      const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
      const response = { [shape.status]: { description: 'One JSON value per line.', content: { [ndjsonType]: { schema: shape.answer } } } }
      app.route({
        method,
        url,
        schema: { ...toSchema(shape), response, security: toSecurity('read') },
        // Compression would hold lines back until it has enough of them.
        compress: false,
        onRequest: async (request, reply) => void (await authenticate(request, reply, 'read')),
        ...(large && largeBodyOptions(large)),
        handler: async (request, reply) => {
          const caller = await authenticate(request, reply, 'read')
          await limiter.consume(caller.userId).catch(limiterResult => refuseOverLimit(limiterResult, reply))
          const routeRequest = { ...toRouteRequest<typeof shape>(request), ...caller }
          return sendNdjson(request, reply, shape.answer, (send, closed) => handle(routeRequest, send, closed))
        },
      })
    },
  }
}

/** Of this host, over all routes. */
const reads = openReadLimit()

type UserRouteDeps = RouteDeps & { authenticate: ReturnType<typeof openAuthentication> }

/** Authenticates a request, and authorizes it, before its body is read. */
export function mountUserRoute<S extends Shape>(
  app: FastifyInstance,
  deps: UserRouteDeps,
  [method, url, shape, handle, perMinute, large]: Route<S>,
  scope: RequiredScope,
  guard?: RouteGuard,
): void {
  const limiter = perMinute ? new RateLimiterMemory({ points: perMinute, duration: 60 }) : null
  const times = deps.readTimes ?? defaultReadTimes
  app.route({
    method,
    url,
    schema: { ...toSchema(shape), security: toSecurity(scope), ...(guard?.roles && staffSchema(guard.roles)) },
    onRequest: async (request, reply) => {
      const caller = await deps.authenticate(request, reply, scope)
      await guard?.authorize(caller)
    },
    ...(large && largeBodyOptions(large)),
    handler: async (request, reply) => {
      const caller = await deps.authenticate(request, reply, scope)
      await limiter?.consume(caller.userId).catch(limiterResult => refuseOverLimit(limiterResult, reply))
      if (caller.sessionId !== null) deps.markDevice?.(caller.userId, request, reply)
      const run = () => handle({ ...toRouteRequest<S>(request), reply, ...caller })
      if (method === 'GET') return reply.code(shape.status).send(await runRead({ reads, times, userId: caller.userId }, reply, run))
      const write = async () => {
        const answer = await run()
        await deps.onChange?.({ ...caller, method, url, answer }, request)
        return answer
      }
      return reply.code(shape.status).send(await (shape.isSecret ? write() : runOnce(deps, caller.userId, request, write)))
    },
  })
}

/** What OpenAPI says of a route of the console. */
export const staffSchema = (roles: readonly StaffRole[]) => ({ 'x-roles': roles })

/** Any one of them is sufficient (OpenAPI 3.0, Security Requirement Object). */
export const toSecurity = (scope: KeyScope | null): Record<string, string[]>[] => [
  { bearer: [] },
  ...(scope === 'read' ? [{ readKey: [] }] : []),
  ...(scope === null ? [] : [{ writeKey: [] }]),
]

const largeBodyOptions = ({ bytes, precheck: look }: LargeBody): Partial<RouteOptions> => ({
  ...(bytes && { bodyLimit: bytes }),
  preValidation: async request => look?.(request.body),
})

export function toSchema(shape: Shape) {
  return {
    ...describeOperation(shape),
    ...(shape.params && { params: shape.params }),
    ...(shape.query && { querystring: shape.query }),
    ...(shape.body && { body: shape.body }),
    response: { [shape.status]: shape.answer },
  }
}

// Fastify has validated the three parts against the same shape, which its types cannot express.
export function toRouteRequest<S extends Shape>(request: FastifyRequest): RouteRequest<S> {
  return {
    params: request.params as Read<S['params']>,
    query: request.query as Read<S['query']>,
    body: request.body as Read<S['body']>,
    request,
  }
}

declare module 'fastify' {
  interface FastifySchema {
    'x-roles'?: readonly StaffRole[]
  }
}
