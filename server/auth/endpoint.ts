// Defines what an auth endpoint receives: the request, and the user or operator behind it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Row } from '../foundation/db/tables.ts'
import type { Method } from '../foundation/http/route.ts'
import { authenticateOperator, type ServiceOperator } from './administration/operator.ts'
import { readBearerToken } from './bearer.ts'
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
  /** The signed-in user, for public endpoints that need one in some cases; throws 401 or 403 without a session. */
  asUser: () => Promise<UserRequest>
}

export interface UserRequest extends AuthRequest {
  record: UserRecord
  /** Null for a token signed by a trusted foreign key, which has no session here. */
  session: Row<'sessions'> | null
}

export interface OperatorRequest extends AuthRequest {
  operator: ServiceOperator
  /** Adds headers to the response. */
  setHeaders: (headers: Headers) => void
}

export type Endpoint<A extends z.ZodMiniType> = (deps: AuthDeps, request: AuthRequest) => Promise<z.input<A>>
export type UserEndpoint<A extends z.ZodMiniType> = (deps: AuthDeps, request: UserRequest) => Promise<z.input<A>>

export type OperatorEndpoint<A extends z.ZodMiniType> = (deps: AuthDeps, request: OperatorRequest) => Promise<z.input<A>>

type Headers = Record<string, string>

export interface AuthRoutes {
  public: <A extends z.ZodMiniType>(method: Method, url: string, response: A, endpoint: Endpoint<A>, headers?: Headers) => void
  /** Redirects a browser to the URL that the endpoint returns. */
  redirect: (url: string, endpoint: (deps: AuthDeps, request: AuthRequest) => Promise<string>) => void
  user: <A extends z.ZodMiniType>(method: Method, url: string, response: A, endpoint: UserEndpoint<A>) => void
  /** For operators who administer users: 403 not_admin for everybody else. */
  operator: <A extends z.ZodMiniType>(method: Method, url: string, response: A, endpoint: OperatorEndpoint<A>) => void
}

/** The response of an endpoint that returns 204 without a body. */
export const Empty = z.undefined()

/** An id token is the longest that anybody sends. */
const bodyBytes = 64 * 1024

const isRefresh = ({ query }: FastifyRequest): boolean => RefreshQuery.safeParse(query).success
const RefreshQuery = z.object({ grant_type: z.literal('refresh_token') })

/** `public` ignores the bearer, which may be an API key; `user` responds 401 or 403 without a session. */
export function openAuthRoutes(app: FastifyInstance, deps: AuthDeps): AuthRoutes {
  const route = <A extends z.ZodMiniType>(
    method: Method,
    url: string,
    response: A,
    run: (request: FastifyRequest, reply: FastifyReply) => Promise<z.input<A>>,
    headers: Headers = {},
  ) => {
    const status = response instanceof z.ZodMiniUndefined ? 204 : 200
    app.route({
      method,
      url,
      schema: { hide: true, ...(status === 200 && { response: { 200: response } }) },
      // Exempt from the general limit per address: refusing a refresh would sign the user out. The limits of this wire still apply.
      config: url === '/token' ? { rateLimit: { allowList: isRefresh } } : {},
      bodyLimit: bodyBytes,
      handler: async (request, reply) => {
        await deps.keys.ready()
        return reply
          .code(status)
          .headers(headers)
          .send(await run(request, reply))
      },
    })
  }
  return {
    public: (method, url, response, endpoint, headers) =>
      route(method, url, response, request => endpoint(deps, readRequest(deps, request)), headers),
    redirect: (url, endpoint) =>
      app.route({
        method: 'GET',
        url,
        // A link works once: a HEAD request must not use it up.
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { rateLimit: false },
        handler: async (request, reply) => {
          await deps.keys.ready()
          return reply.redirect(await endpoint(deps, readRequest(deps, request)), 303)
        },
      }),
    user: (method, url, response, endpoint) =>
      route(method, url, response, async request => endpoint(deps, await readRequest(deps, request).asUser())),
    operator: (method, url, response, endpoint) =>
      route(method, url, response, async (request, reply) =>
        endpoint(deps, {
          ...readRequest(deps, request),
          operator: await authenticateOperator(deps, request),
          setHeaders: headers => void reply.headers(headers),
        }),
      ),
  }
}

/** Parses input by its schema; throws 400 validation_failed. The wire sends null for missing input. */
export function parseInput<T extends z.ZodMiniType>(shape: T, value: unknown): z.output<T> {
  const parsed = shape.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw refuse('validation_failed', { message: issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : 'The request is not valid' })
}

export function readRequest(deps: AuthDeps, request: FastifyRequest): AuthRequest {
  const { body, query, params, ip } = request
  const { referer = null, 'user-agent': userAgent = null } = request.headers
  const fields = { body, query, params, ip, userAgent: userAgent && userAgent.slice(0, 500), referer }
  const asUser = async (): Promise<UserRequest> => ({ ...fields, asUser, ...(await authenticateUser(deps, request)) })
  return { ...fields, asUser }
}

async function authenticateUser(deps: AuthDeps, request: FastifyRequest): Promise<{ record: UserRecord; session: Row<'sessions'> | null }> {
  const { claims } = await deps.keys.verify(readBearerToken(request), deps.now())
  if (!claims.sub) throw refuse('bad_jwt', { message: 'invalid claim: missing sub claim' })
  const sub = z.uuid().safeParse(claims.sub)
  if (!sub.success) throw refuse('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' })
  // A token that a trusted key signed for another service is not valid here (RFC 7519 §4.1.3).
  if (claims['aud'] !== undefined && claims['aud'] !== 'authenticated')
    throw refuse('validation_failed', { message: "Token audience doesn't match request audience" })
  await deps.counters.consume('account', sub.data)
  const record = await readUser(deps.db, sub.data)
  if (!record || record.user.deleted_at) throw refuse('user_not_found')
  refuseBanned(record.user, deps.now())
  if (!claims.session_id) return { record, session: null }
  const id = z.uuid().safeParse(claims.session_id)
  const session = id.success ? await readSession(deps.db, sub.data, id.data) : null
  if (!session || isBeforeBan(record.user, session)) throw refuse('session_not_found')
  return { record, session }
}
