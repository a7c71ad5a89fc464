// Serves POST /functions/v1/log-activity: a browser reports an activity, or a failed sign-in or sign-up.
import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod/mini'
import type { Db } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { networkOf } from '../foundation/networks.ts'
import { findUserId, type ReadBearer } from './bearer.ts'
import { readOrigin, recordActivity } from './log.ts'

export interface FunctionDeps {
  db: Db
  now: () => Date
  readBearer: ReadBearer
}

const maxDetailsLength = 12_000
const ActivityReport = z.object({
  action: z.string().check(z.minLength(1), z.maxLength(100)),
  resourceType: z.nullish(z.string().check(z.maxLength(100))),
  resourceId: z.nullish(z.string().check(z.maxLength(200))),
  status: z.enum(['success', 'error', 'info', 'warning']),
  details: z.nullish(
    z
      .record(z.string(), z.unknown())
      .check(z.refine(details => JSON.stringify(details).length <= maxDetailsLength, 'Send less than 12,000 characters of details.')),
  ),
})
type ActivityReport = z.infer<typeof ActivityReport>

export function functionRoutes(app: FastifyInstance, deps: FunctionDeps): void {
  const anonymousLimiter = new RateLimiterMemory({ keyPrefix: 'log-activity', points: 10, duration: 60 })
  app.post('/log-activity', { schema: { hide: true } }, async request => {
    const report = parseReport(request.body)
    const userId = await findUserId(deps.readBearer, request)
    if (!userId) await checkAnonymousReport(anonymousLimiter, request.ip, report)
    await recordActivity(deps.db, {
      name: report.action,
      status: report.status,
      userId,
      email: null,
      ...readOrigin(request, deps.now()),
      details: report.details ?? {},
      resourceType: report.resourceType ?? null,
      resourceId: report.resourceId ?? null,
      source: 'browser',
    }).catch((error: unknown) => {
      throw toHttpError(error)
    })
    return { success: true }
  })
  app.setNotFoundHandler(async () => {
    throw new HttpError(404, 'not_found', 'There is no such function. The only one is log-activity.')
  })
}

function parseReport(body: unknown): ActivityReport {
  const report = ActivityReport.safeParse(body)
  if (report.success) return report.data
  const [issue] = report.error.issues
  throw new HttpError(400, 'invalid', `Check ${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'it is not valid'}`)
}

// A NUL character or a number out of range: the caller must fix what PostgreSQL cannot store.
function toHttpError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!/^22...$|^23514$/.test(code)) return error
  return new HttpError(400, 'invalid', 'We can’t store these details. Send shorter ones, without NUL characters.')
}

/** Actions that may be reported without a session: failed sign-ins and sign-ups. */
const anonymousActions = new Set(['auth.login', 'auth.register'])

/** A stranger's report is kept, too. */
const anonymousLetters = 500

async function checkAnonymousReport(
  anonymousLimiter: RateLimiterMemory,
  ip: string,
  { action, status, details, resourceType, resourceId }: ActivityReport,
): Promise<void> {
  if (JSON.stringify([details, resourceType, resourceId]).length > anonymousLetters)
    throw new HttpError(413, 'too_large', 'Without a session a report may have 500 characters. Send shorter details.')
  if (!anonymousActions.has(action) || status !== 'error')
    throw new HttpError(401, 'not_signed_in', 'Sign in first: without a session only failed sign-ins and sign-ups are logged.')
  try {
    await anonymousLimiter.consume(networkOf(ip))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new HttpError(429, 'over_request_rate_limit', 'Too many reports from this address. Wait a minute.')
  }
}
