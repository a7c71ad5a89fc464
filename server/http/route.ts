// One way to declare a route: method, URL, shape, and the function that answers.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { z } from 'zod'
import type { Shape } from '../../core/api/shape.ts'
import { HttpError } from './errors.ts'
import { type OnceParts, once } from './idempotency.ts'
import { linesType, sendLines } from './lines.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Read<T> = T extends z.ZodType ? z.output<T> : undefined
type Answer<S extends Shape> = z.input<S['answer']>

export interface Ask<S extends Shape> {
  params: Read<S['params']>
  query: Read<S['query']>
  body: Read<S['body']>
  request: FastifyRequest
  /** For a header of the answer; what is answered is what the handler returns. */
  reply?: FastifyReply
}

/** A call by somebody who is signed in. */
export interface PersonAsk<S extends Shape> extends Ask<S> {
  userId: string
  sessionId: string
}

export type Handler<S extends Shape> = (ask: Ask<S>) => Promise<Answer<S>>
export type PersonHandler<S extends Shape> = (ask: PersonAsk<S>) => Promise<Answer<S>>

/** Answers line by line; `closed` aborts when nobody listens any more. What it throws is the last line. */
export type LinesHandler<S extends Shape> = (ask: PersonAsk<S>, send: (line: Answer<S>) => void, closed: AbortSignal) => Promise<void>

/** Who a bearer token speaks for, or null when it is not valid. */
export type VerifySession = (bearer: string) => Promise<{ userId: string; sessionId: string; isSecondStepDue: boolean } | null>

type Route<S extends Shape> = [method: Method, url: string, shape: S, answer: PersonHandler<S>, perMinute?: number, large?: LargeBody]

export interface Doors {
  /** `bytes` is the largest body that is read. */
  anyone<S extends Shape>(method: Method, url: string, shape: S, answer: Handler<S>, bytes?: number): void
  /** `perMinute` bounds how often one person may ask; what asks other machines in their name should have it. */
  person<S extends Shape>(...route: Route<S>): void
  /** The same for those who run the service. */
  admin<S extends Shape>(...route: Route<S>): void
  /** For who is signed in, an answer of lines; the answer of `shape` is one of them. */
  lines<S extends Shape>(method: Method, url: string, shape: S, answer: LinesHandler<S>, perMinute: number, large?: LargeBody): void
}

/** A body that may be larger than others, or costly to check against its shape: only who is signed in may send it. */
export interface LargeBody {
  bytes?: number
  /** Refuses what would cost too much, before the shape is checked. */
  look?(body: unknown): void
}

export interface DoorParts extends OnceParts {
  verifySession: VerifySession
  isAdmin(userId: string): Promise<boolean>
  /** Notes the device of who is signed in. */
  markDevice?: ((userId: string, request: FastifyRequest, reply: FastifyReply) => void) | undefined
}

/** `anyone` answers all; `person` answers who is signed in and makes repeated writes count once; `admin` so, but administrators alone. */
export function openDoors(app: FastifyInstance, parts: DoorParts): Doors {
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
    person: (...route) => mountPerson(app, parts, route),
    admin: (...route) => mountPerson(app, parts, route, parts.isAdmin),
    lines(method, url, shape, answer, perMinute, large) {
      const pace = new RateLimiterMemory({ points: perMinute, duration: 60 })
      const response = { [shape.status]: { description: 'One JSON value a line.', content: { [linesType]: { schema: shape.answer } } } }
      app.route({
        method,
        url,
        schema: { ...schemaOf(shape), response, security: [{ bearer: [] }] },
        // A compressor would hold lines back until it has enough of them.
        compress: false,
        ...(large && { onRequest: async request => void (await personOf(request, parts.verifySession)), ...readings(large) }),
        handler: async (request, reply) => {
          const who = await personOf(request, parts.verifySession)
          await pace.consume(who.userId).catch(refuseHurry)
          const ask = { ...askOf<typeof shape>(request), ...who }
          return sendLines(request, reply, shape.answer, (send, closed) => answer(ask, send, closed))
        },
      })
    },
  }
}

/** `isAllowed` is asked before the request is read any further. */
function mountPerson<S extends Shape>(
  app: FastifyInstance,
  parts: DoorParts,
  [method, url, shape, answer, perMinute, large]: Route<S>,
  isAllowed?: DoorParts['isAdmin'],
): void {
  const pace = perMinute ? new RateLimiterMemory({ points: perMinute, duration: 60 }) : null
  const first = async (request: FastifyRequest) => {
    const who = await personOf(request, parts.verifySession)
    if (isAllowed && !(await isAllowed(who.userId)))
      throw new HttpError(403, 'admins_only', 'Only administrators may do this. Ask one of them.')
  }
  app.route({
    method,
    url,
    schema: { ...schemaOf(shape), security: [{ bearer: [] }], ...(isAllowed && { tags: ['admin'] }) },
    ...((large || isAllowed) && { onRequest: first }),
    ...(large && readings(large)),
    handler: async (request, reply) => {
      const who = await personOf(request, parts.verifySession)
      await pace?.consume(who.userId).catch(refuseHurry)
      parts.markDevice?.(who.userId, request, reply)
      const run = () => answer({ ...askOf<S>(request), reply, ...who })
      if (method === 'GET') return reply.code(shape.status).send(await run())
      return reply.code(shape.status).send(await once(parts, who.userId, request, run))
    },
  })
}

const readings = ({ bytes, look }: LargeBody): Partial<RouteOptions> => ({
  ...(bytes && { bodyLimit: bytes }),
  preValidation: async request => look?.(request.body),
})

function refuseHurry(spent: unknown): never {
  const waitMs = spent instanceof RateLimiterRes ? spent.msBeforeNext : 60_000
  throw new HttpError(429, 'over_request_rate_limit', `Too many requests. Wait ${Math.ceil(waitMs / 1000)} s and try again.`)
}

function schemaOf(shape: Shape) {
  return {
    ...(shape.params && { params: shape.params }),
    ...(shape.query && { querystring: shape.query }),
    ...(shape.body && { body: shape.body }),
    response: { [shape.status]: shape.answer },
  }
}

// Fastify has parsed and checked the three parts against the same shape, which its own types cannot tell.
function askOf<S extends Shape>(request: FastifyRequest): Ask<S> {
  return {
    params: request.params as Read<S['params']>,
    query: request.query as Read<S['query']>,
    body: request.body as Read<S['body']>,
    request,
  }
}

async function personOf(request: FastifyRequest, verifySession: VerifySession) {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const who = bearer ? await verifySession(bearer) : null
  if (!who) throw new HttpError(401, 'not_signed_in', 'Sign in first, then try again.')
  if (who.isSecondStepDue) throw new HttpError(403, 'insufficient_aal', 'Enter the code of your second factor first, then try again.')
  return who
}
