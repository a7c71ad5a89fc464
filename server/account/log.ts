// Writes the activity log: a user's actions, changes to their account, and where each request came from.

import type { FastifyRequest } from 'fastify'
import type { Activity } from '../../core/session/activity.ts'
import type { Db } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import { insertLog } from './store.ts'

export interface ActivityEntry extends Activity {
  resourceType?: string | null
  resourceId?: string | null
  /** Who saw it happen; the server where this is left out. */
  source?: 'browser'
}

// User input may be longer than any valid address (RFC 5321 §4.5.3.1).
const maxEmailLength = 320

/** Adds an entry, in the caller's transaction if there is one. */
export async function recordActivity(db: Db, activity: ActivityEntry): Promise<void> {
  const { name, status, userId, email, ip, userAgent, at, details } = activity
  const isSecurity = isSecurityEvent(name)
  await insertLog(db, userId, {
    id: newId(at),
    action: name,
    resource_type: activity.resourceType ?? (isSecurity ? 'security' : 'auth'),
    resource_id: activity.resourceId ?? null,
    status,
    details: JSON.stringify(isSecurity ? securityDetails(details, activity) : details),
    email: email?.slice(0, maxEmailLength) ?? null,
    ip_address: ip || null,
    user_agent: userAgent,
    created_at: at,
    source: activity.source ?? 'server',
  })
}

export interface RequestOrigin {
  ip: string
  userAgent: string | null
  at: Date
}

export const readOrigin = (request: FastifyRequest, now: Date): RequestOrigin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  at: now,
})

const securityEvents = new Set(['suspicious_activity', 'unauthorized_access', 'password_change', 'login_success', 'failed_login_attempt'])

/** The event kinds of specification §9. */
export const isSecurityEvent = (action: unknown): boolean => typeof action === 'string' && securityEvents.has(action)

/** The details of a security event (specification §3): the caller's data under event_data, the origin as observed by the server. */
export function securityDetails(details: Record<string, unknown>, { ip, userAgent, at }: RequestOrigin): Record<string, unknown> {
  const { event_data, ip_address: _ip, user_agent: _agent, timestamp: _time, ...others } = details
  return { event_data: event_data ?? others, ip_address: ip, user_agent: userAgent, timestamp: at.toISOString() }
}
