// POST /functions/v1/log-activity: a browser reports what its user did, or that a sign-in or sign-up failed.
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod/mini'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { personOf, type ReadBearer } from './bearer.ts'
import { originOf, record } from './log.ts'

export interface FunctionDeps {
  db: Db
  now: () => Date
  readBearer: ReadBearer
}

const detailLetters = 12_000
const Given = z.object({
  action: z.string().check(z.minLength(1), z.maxLength(100)),
  resourceType: z.nullish(z.string().check(z.maxLength(100))),
  resourceId: z.nullish(z.string().check(z.maxLength(200))),
  status: z.enum(['success', 'error', 'info', 'warning']),
  details: z.nullish(
    z
      .record(z.string(), z.unknown())
      .check(z.refine(details => JSON.stringify(details).length <= detailLetters, 'Send less than 12,000 letters of details.')),
  ),
})
type Given = z.infer<typeof Given>

export function functionRoutes(app: FastifyInstance, deps: FunctionDeps): void {
  const strangers = new RateLimiterMemory({ keyPrefix: 'log-activity', points: 10, duration: 60 })
  app.post('/log-activity', { schema: { hide: true } }, async request => {
    const given = readGiven(request.body)
    const userId = await personOf(deps.readBearer, request)
    if (!userId) await admitStranger(strangers, request.ip, given)
    await record(deps.db, {
      name: given.action,
      status: given.status,
      userId,
      email: null,
      ...originOf(request, deps.now()),
      details: given.details ?? {},
      resourceType: given.resourceType ?? null,
      resourceId: given.resourceId ?? null,
    }).catch((error: unknown) => {
      throw asRefusal(error)
    })
    return { success: true }
  })
  app.setNotFoundHandler(async () => {
    throw new HttpError(404, 'not_found', 'There is no such function. The one that is here is log-activity.')
  })
}

function readGiven(body: unknown): Given {
  const given = Given.safeParse(body)
  if (given.success) return given.data
  const [issue] = given.error.issues
  throw new HttpError(400, 'invalid', `Check ${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'it is not valid'}`)
}

// A NUL character, or numbers too long to be written out: what PostgreSQL does not keep is the caller's to change.
function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^22...$|^23514$/.test(code)) return error
  return new HttpError(400, 'invalid', 'The details cannot be kept. Send shorter ones, without zero letters.')
}

/** What nobody in particular may report: that they could not become somebody. */
const ofAnybody = new Set(['auth.login', 'auth.register'])

async function admitStranger(strangers: RateLimiterMemory, ip: string, { action, status }: Given): Promise<void> {
  if (!ofAnybody.has(action) || status !== 'error')
    throw new HttpError(401, 'not_signed_in', 'Sign in first: without a session only failed sign-ins and sign-ups are logged.')
  try {
    await strangers.consume(ip)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new HttpError(429, 'over_request_rate_limit', 'Too many reports from this address. Wait a minute.')
  }
}
