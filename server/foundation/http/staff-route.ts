// Declares the routes of the admin console: staff with one of the given roles and a second factor, never an API key.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Shape } from '../../../core/api/shape.ts'
import { isStaffRole, type StaffRole } from '../../../core/session/staff.ts'
import { systemClock } from '../clock.ts'
import { requestWords } from '../words.ts'
import { type AuthenticatedCaller, openAuthentication, readBearer, refuseOverLimit } from './authentication.ts'
import { type CsvFile, csvType, toCsv } from './csv.ts'
import { HttpError } from './errors.ts'
import { ndjsonType, sendNdjson } from './ndjson.ts'
import {
  type AuthenticatedRequest,
  mountUserRoute,
  type Route,
  type RouteDeps,
  type StreamHandler,
  staffSchema,
  toRouteRequest,
  toSchema,
  toSecurity,
} from './route.ts'

type Roles = readonly StaffRole[]

export interface StaffRouteBuilder {
  /** `perMinute` limits each member of staff; set it on routes that call other machines. */
  staff<S extends Shape>(roles: Roles, ...route: Route<S>): void
  /** Responds with a CSV file; `shape.query` filters it as it filters the list. */
  staffCsv<S extends Shape>(roles: Roles, url: string, shape: S, handle: (request: AuthenticatedRequest<S>) => Promise<CsvFile>): void
  /** Responds with NDJSON line by line; `shape.answer` is one line. */
  staffStream<S extends Shape>(roles: Roles, url: string, shape: S, handle: StreamHandler<S>): void
}

export interface StaffRouteDeps extends RouteDeps {
  /** All roles of a user, those of staff among them. */
  rolesOf(userId: string): Promise<string[]>
  /** How often an open stream asks again whether its reader may go on. */
  recheckMs?: number
}

const words = requestWords()
const t = words.of('admin')
/** Each reads many rows. */
const filesPerMinute = 10
const streamsPerMinute = 60
const defaultRecheckMs = 15_000

export function openStaffRoutes(app: FastifyInstance, deps: StaffRouteDeps): StaffRouteBuilder {
  const authenticate = openAuthentication(deps)
  const authorize = (caller: AuthenticatedCaller, roles: Roles) => authorizeStaff(deps, caller, roles)
  const staffOf = async (request: FastifyRequest, reply: Parameters<typeof authenticate>[1], roles: Roles) => {
    const caller = await authenticate(request, reply, null)
    await authorize(caller, roles)
    return caller
  }
  return {
    staff: (roles, ...route) =>
      mountUserRoute(app, { ...deps, authenticate }, route, null, { roles, authorize: caller => authorize(caller, roles) }),
    staffCsv(roles, url, shape, handle) {
      const limiter = new RateLimiterMemory({ points: filesPerMinute, duration: 60 })
      app.route({
        method: 'GET',
        url,
        schema: { ...toSchema(shape), ...bodyOf(shape, csvType, 'A table.'), security: toSecurity(null), ...staffSchema(roles) },
        onRequest: async (request, reply) => void (await staffOf(request, reply, roles)),
        handler: async (request, reply) => {
          const caller = await authenticate(request, reply, null)
          await limiter.consume(caller.userId).catch(limiterResult => refuseOverLimit(limiterResult, reply))
          const file = await handle({ ...toRouteRequest<typeof shape>(request), ...caller })
          void reply.type(csvType).header('cache-control', 'private, no-store')
          void reply.header('content-disposition', `attachment; filename="${file.name}.csv"`)
          return reply.send(Readable.from(toCsv(file), { objectMode: false }))
        },
      })
    },
    staffStream(roles, url, shape, handle) {
      const limiter = new RateLimiterMemory({ points: streamsPerMinute, duration: 60 })
      app.route({
        method: 'GET',
        url,
        schema: {
          ...toSchema(shape),
          ...bodyOf(shape, ndjsonType, 'One JSON value per line.'),
          ...{ security: toSecurity(null), ...staffSchema(roles) },
        },
        // Compression would hold lines back until it has enough of them.
        compress: false,
        onRequest: async (request, reply) => void (await staffOf(request, reply, roles)),
        handler: async (request, reply) => {
          const caller = await authenticate(request, reply, null)
          await limiter.consume(caller.userId).catch(limiterResult => refuseOverLimit(limiterResult, reply))
          const routeRequest = { ...toRouteRequest<typeof shape>(request), ...caller }
          return sendNdjson(request, reply, shape.answer, (send, closed) =>
            whileAllowed({ closed, everyMs: deps.recheckMs ?? defaultRecheckMs, check: () => recheckStaff(deps, request, roles) }, over =>
              handle(routeRequest, send, over),
            ),
          )
        },
      })
    },
  }
}

async function authorizeStaff({ rolesOf }: StaffRouteDeps, caller: AuthenticatedCaller, roles: Roles): Promise<void> {
  const own = (await rolesOf(caller.userId)).filter(isStaffRole)
  if (own.length === 0) throw new HttpError(403, 'admins_only', words.of('http')('adminsOnly'))
  if (!own.some(role => roles.includes(role))) throw new HttpError(403, 'role_missing', t('role.missing', { roles: roles.join(', ') }))
  if (!caller.hasSecondStep) throw new HttpError(403, 'insufficient_aal', t('factor.missing'))
}

/** A stream may last for half an hour: a role or a session that ends meanwhile ends it too. */
async function recheckStaff(deps: StaffRouteDeps, request: FastifyRequest, roles: Roles): Promise<void> {
  const session = await deps.verifySession(readBearer(request) ?? '')
  if (!session || session.isSecondStepDue) throw new HttpError(401, 'not_signed_in', words.of('http')('signIn'))
  await authorizeStaff(deps, session, roles)
}

interface Allowance {
  closed: AbortSignal
  everyMs: number
  /** Throws once the reader may not go on. */
  check(): Promise<void>
}

async function whileAllowed({ closed, everyMs, check }: Allowance, run: (over: AbortSignal) => Promise<void>): Promise<void> {
  const refused = new AbortController()
  const checking = systemClock.every(everyMs, () => check().catch(() => refused.abort()))
  try {
    await run(AbortSignal.any([closed, refused.signal]))
  } finally {
    await checking.stop()
  }
}

const bodyOf = ({ status, answer }: Shape, type: string, description: string) => ({
  response: { [status]: { description, content: { [type]: { schema: answer } } } },
})
