// POST /functions/v1/log-activity: a browser says what its person did; without a session only that signing in or up failed.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { z } from 'zod'
import type { Db } from '../db/pool.ts'
import { HttpError } from '../http/errors.ts'
import type { VerifySession } from '../http/route.ts'
import { record } from './log.ts'

export interface FunctionParts {
  db: Db
  now: () => Date
  verifySession: VerifySession
  publishableKey: string
}

const detailBytes = 16_384
const Given = z.object({
  action: z.string().min(1).max(100),
  resourceType: z.string().max(100).nullish(),
  resourceId: z.string().max(200).nullish(),
  status: z.enum(['success', 'error', 'info', 'warning']),
  details: z
    .record(z.string(), z.unknown())
    .refine(details => JSON.stringify(details).length <= detailBytes, 'too long')
    .nullish(),
})

/** What nobody in particular may report. */
const ofAnybody = new Set(['auth.login', 'auth.register'])

export function functionRoutes(app: FastifyInstance, parts: FunctionParts): void {
  const strangers = new RateLimiterMemory({ keyPrefix: 'log-activity', points: 10, duration: 60 })
  app.post('/log-activity', { schema: { hide: true } }, async request => {
    const given = Given.safeParse(request.body)
    if (!given.success) throw new HttpError(400, 'invalid', 'Send action, status and, if you like, resourceType, resourceId and details.')
    const userId = await whoReports(parts, request)
    const { action, status, resourceType, resourceId, details } = given.data
    if (!userId && !(ofAnybody.has(action) && status === 'error'))
      throw new HttpError(401, 'not_signed_in', 'Sign in first: without a session only failed sign-ins and sign-ups are logged.')
    if (!userId) await countStranger(strangers, request.ip)
    await record(parts.db, {
      name: action,
      status,
      userId,
      email: null,
      ip: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
      at: parts.now(),
      details: details ?? {},
      resourceType: resourceType ?? null,
      resourceId: resourceId ?? null,
    })
    return { success: true }
  })
  app.setNotFoundHandler(async () => {
    throw new HttpError(404, 'NOT_FOUND', 'Requested function was not found')
  })
}

async function whoReports(parts: FunctionParts, request: FastifyRequest): Promise<string | null> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!bearer || bearer === parts.publishableKey) return null
  const who = await parts.verifySession(bearer)
  if (!who) throw new HttpError(401, 'not_signed_in', 'The session has ended. Sign in again.')
  return who.userId
}

async function countStranger(strangers: RateLimiterMemory, ip: string): Promise<void> {
  try {
    await strangers.consume(ip)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new HttpError(429, 'over_request_rate_limit', 'Too many reports from this address. Wait a minute.')
  }
}
