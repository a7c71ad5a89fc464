// What an endpoint is asked and by whom, and how a body is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Row } from '../db/tables.ts'
import type { Method } from '../http/route.ts'
import { type Operator, operatorOf } from './administration/operator.ts'
import { bearerOf } from './bearer.ts'
import { refuse } from './errors.ts'
import type { AuthParts } from './parts.ts'
import { isBeforeBan, refuseBanned } from './people.ts'
import { readSession, readUser, type UserRecord } from './store.ts'

export interface Ask {
  body: unknown
  query: unknown
  params: unknown
  ip: string
  userAgent: string | null
  referer: string | null
  /** Who asks, where an endpoint for anybody has to know it; throws 401 or 403 without a session. */
  asPerson: () => Promise<PersonAsk>
}

export interface PersonAsk extends Ask {
  who: UserRecord
  /** Null for a token of a trusted key of others, which names no session of ours. */
  session: Row<'sessions'> | null
}

export interface OperatorAsk extends Ask {
  by: Operator
  /** Adds headers to the answer. */
  say: (headers: Headers) => void
}

export type Endpoint<A extends z.ZodMiniType> = (parts: AuthParts, ask: Ask) => Promise<z.input<A>>
export type PersonEndpoint<A extends z.ZodMiniType> = (parts: AuthParts, ask: PersonAsk) => Promise<z.input<A>>

export type OperatorEndpoint<A extends z.ZodMiniType> = (parts: AuthParts, ask: OperatorAsk) => Promise<z.input<A>>

type Headers = Record<string, string>

export interface AuthDoors {
  anyone: <A extends z.ZodMiniType>(method: Method, url: string, answer: A, endpoint: Endpoint<A>, headers?: Headers) => void
  /** Answers a browser with where it goes next. */
  leads: (url: string, endpoint: (parts: AuthParts, ask: Ask) => Promise<string>) => void
  person: <A extends z.ZodMiniType>(method: Method, url: string, answer: A, endpoint: PersonEndpoint<A>) => void
  /** For who administers people: 403 not_admin for everybody else. */
  operator: <A extends z.ZodMiniType>(method: Method, url: string, answer: A, endpoint: OperatorEndpoint<A>) => void
}

/** The answer of an endpoint that says nothing but 204. */
export const Empty = z.undefined()

/** `anyone` ignores the bearer, which may be an API key; `person` answers 401 or 403 without a session. */
export function openAuthDoors(app: FastifyInstance, parts: AuthParts): AuthDoors {
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
      route(method, url, answer, request => endpoint(parts, askOf(parts, request)), headers),
    leads: (url, endpoint) =>
      app.route({
        method: 'GET',
        url,
        // A link works once: asking whether it is there must not use it up.
        exposeHeadRoute: false,
        schema: { hide: true },
        config: { rateLimit: false },
        handler: async (request, reply) => reply.redirect(await endpoint(parts, askOf(parts, request)), 303),
      }),
    person: (method, url, answer, endpoint) =>
      route(method, url, answer, async request => endpoint(parts, await askOf(parts, request).asPerson())),
    operator: (method, url, answer, endpoint) =>
      route(method, url, answer, async (request, reply) =>
        endpoint(parts, { ...askOf(parts, request), by: await operatorOf(parts, request), say: headers => void reply.headers(headers) }),
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

export function askOf(parts: AuthParts, request: FastifyRequest): Ask {
  const { body, query, params, ip } = request
  const { referer = null, 'user-agent': userAgent = null } = request.headers
  const ask = { body, query, params, ip, userAgent: userAgent && userAgent.slice(0, 500), referer }
  const asPerson = async (): Promise<PersonAsk> => ({ ...ask, asPerson, ...(await personOf(parts, request)) })
  return { ...ask, asPerson }
}

async function personOf(parts: AuthParts, request: FastifyRequest): Promise<{ who: UserRecord; session: Row<'sessions'> | null }> {
  const { claims } = await parts.keys.verify(bearerOf(request), parts.now())
  if (!claims.sub) throw refuse('bad_jwt', { message: 'invalid claim: missing sub claim' })
  const sub = z.uuid().safeParse(claims.sub)
  if (!sub.success) throw refuse('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' })
  // A token that a trusted key made for another service is none for this one (RFC 7519 §4.1.3).
  if (claims['aud'] !== undefined && claims['aud'] !== 'authenticated')
    throw refuse('validation_failed', { message: "Token audience doesn't match request audience" })
  await parts.counters.take('account', sub.data)
  const who = await readUser(parts.db, sub.data)
  if (!who || who.user.deleted_at) throw refuse('user_not_found')
  refuseBanned(who.user, parts.now())
  if (!claims.session_id) return { who, session: null }
  const id = z.uuid().safeParse(claims.session_id)
  const session = id.success ? await readSession(parts.db, sub.data, id.data) : null
  if (!session || isBeforeBan(who.user, session)) throw refuse('session_not_found')
  return { who, session }
}
