// What an auth endpoint receives: the request, and the user or operator behind it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Row } from '../foundation/db/tables.ts'
import type { Method } from '../foundation/http/route.ts'
import { operatorOf, type ServiceOperator } from './administration/operator.ts'
import { bearerOf } from './bearer.ts'
import type { AuthDeps } from './deps.ts'
import { refuse } from './errors.ts'
import { readSession, readUser, type UserRecord } from './store.ts'
import { isBeforeBan, refuseBanned } from './users.ts'

export interface AuthRequest {
  body: unknown
  query: unknown
  params: unknown
  ip: string
  userAgent: string | null
  referer: string | null
  /** Who asks, where an endpoint for anybody has to know it; throws 401 or 403 without a session. */
  asUser: () => Promise<UserRequest>
}

export interface UserRequest extends AuthRequest {
  who: UserRecord
  /** Null for a token of a trusted key of others, which names no session of ours. */
  session: Row<'sessions'> | null
}

export interface OperatorRequest extends AuthRequest {
  by: ServiceOperator
  /** Adds headers to the answer. */
  setHeaders: (headers: Headers) => void
}

export type Endpoint<A extends z.ZodMiniType> = (deps: AuthDeps, request: AuthRequest) => Promise<z.input<A>>
export type UserEndpoint<A extends z.ZodMiniType> = (deps: AuthDeps, request: UserRequest) => Promise<z.input<A>>

export type OperatorEndpoint<A extends z.ZodMiniType> = (deps: AuthDeps, request: OperatorRequest) => Promise<z.input<A>>

type Headers = Record<string, string>

export interface AuthRoutes {
  anyone: <A extends z.ZodMiniType>(method: Method, url: string, answer: A, endpoint: Endpoint<A>, headers?: Headers) => void
  /** Answers a browser with where it goes next. */
  redirect: (url: string, endpoint: (deps: AuthDeps, request: AuthRequest) => Promise<string>) => void
  user: <A extends z.ZodMiniType>(method: Method, url: string, answer: A, endpoint: UserEndpoint<A>) => void
  /** For who administers people: 403 not_admin for everybody else. */
  operator: <A extends z.ZodMiniType>(method: Method, url: string, answer: A, endpoint: OperatorEndpoint<A>) => void
}

/** The answer of an endpoint that says nothing but 204. */
export const Empty = z.undefined()

/** `anyone` ignores the bearer, which may be an API key; `user` answers 401 or 403 without a session. */
export function openAuthRoutes(app: FastifyInstance, deps: AuthDeps): AuthRoutes {
  const route = <A extends z.ZodMiniType>(
    method: Method,
    url: string,
    answer: A,
    run: (request: FastifyRequest, reply: FastifyReply) => Promise<z.input<A>>,
    headers: Headers = {},
  ) => {
    const status = answer instanceof z.ZodMiniUndefined ? 204 : 200
    app.route({
      method,
      url,
      schema: { hide: true, ...(status === 200 && { response: { 200: answer } }) },
      // Counted by address as every request is, beside the limits of this wire; but a refresh that is refused signs a person out.
      config: url === '/token' ? { rateLimit: false } : {},
      handler: async (request, reply) =>
        reply
          .code(status)
          .headers(headers)
          .send(await run(request, reply)),
    })
  }
  return {
    anyone: (method, url, answer, endpoint, headers) =>
      route(method, url, answer, request => endpoint(deps, readRequest(deps, request)), headers),
    redirect: (url, endpoint) =>
      app.route({
        method: 'GET',
        url,
        // A link works once: asking whether it is there must not use it up.
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { rateLimit: false },
        handler: async (request, reply) => reply.redirect(await endpoint(deps, readRequest(deps, request)), 303),
      }),
    user: (method, url, answer, endpoint) =>
      route(method, url, answer, async request => endpoint(deps, await readRequest(deps, request).asUser())),
    operator: (method, url, answer, endpoint) =>
      route(method, url, answer, async (request, reply) =>
        endpoint(deps, {
          ...readRequest(deps, request),
          by: await operatorOf(deps, request),
          setHeaders: headers => void reply.headers(headers),
        }),
      ),
  }
}

/** Reads what came in by its shape; throws 400 validation_failed. The wire sends null where it means nothing. */
export function read<T extends z.ZodMiniType>(shape: T, value: unknown): z.output<T> {
  const parsed = shape.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refuse('validation_failed', { message: issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'The request is not valid' })
}

export function readRequest(deps: AuthDeps, request: FastifyRequest): AuthRequest {
  const { body, query, params, ip } = request
  const { referer = null, 'user-agent': userAgent = null } = request.headers
  const fields = { body, query, params, ip, userAgent: userAgent && userAgent.slice(0, 500), referer }
  const asUser = async (): Promise<UserRequest> => ({ ...fields, asUser, ...(await userOf(deps, request)) })
  return { ...fields, asUser }
}

async function userOf(deps: AuthDeps, request: FastifyRequest): Promise<{ who: UserRecord; session: Row<'sessions'> | null }> {
  const { claims } = await deps.keys.verify(bearerOf(request), deps.now())
  if (!claims.sub) throw refuse('bad_jwt', { message: 'invalid claim: missing sub claim' })
  const sub = z.uuid().safeParse(claims.sub)
  if (!sub.success) throw refuse('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' })
  // A token that a trusted key made for another service is none for this one (RFC 7519 §4.1.3).
  if (claims['aud'] !== undefined && claims['aud'] !== 'authenticated')
    throw refuse('validation_failed', { message: "Token audience doesn't match request audience" })
  await deps.counters.take('account', sub.data)
  const who = await readUser(deps.db, sub.data)
  if (!who || who.user.deleted_at) throw refuse('user_not_found')
  refuseBanned(who.user, deps.now())
  if (!claims.session_id) return { who, session: null }
  const id = z.uuid().safeParse(claims.session_id)
  const session = id.success ? await readSession(deps.db, sub.data, id.data) : null
  if (!session || isBeforeBan(who.user, session)) throw refuse('session_not_found')
  return { who, session }
}
