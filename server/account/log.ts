// Writes the activity log: what a user did, what happened to their account, and where the request came from.

import type { FastifyRequest } from 'fastify'
import type { Activity } from '../../core/session/activity.ts'
import type { Db } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import { insertLog } from './store.ts'

export interface ActivityEntry extends Activity {
  resourceType?: string | null
  resourceId?: string | null
}

// What somebody typed may be longer than any address is (RFC 5321 §4.5.3.1).
const mostEmail = 320

/** Adds to the log, in the caller's transaction where there is one. */
export async function record(db: Db, activity: ActivityEntry): Promise<void> {
  const { name, status, userId, email, ip, userAgent, at, details } = activity
  const isSecurity = isSecurityEvent(name)
  await insertLog(db, userId, {
    id: newId(at),
    action: name,
    resource_type: activity.resourceType ?? (isSecurity ? 'security' : 'auth'),
    resource_id: activity.resourceId ?? null,
    status,
    details: JSON.stringify(isSecurity ? securityDetails(details, activity) : details),
    email: email?.slice(0, mostEmail) ?? null,
    ip_address: ip,
    user_agent: userAgent,
    created_at: at,
  })
}

export interface RequestOrigin {
  ip: string
  userAgent: string | null
  at: Date
}

export const originOf = (request: FastifyRequest, now: Date): RequestOrigin => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  at: now,
})

const securityEvents = new Set(['suspicious_activity', 'unauthorized_access', 'password_change', 'login_success', 'failed_login_attempt'])

/** The kinds of specification §9. */
export const isSecurityEvent = (action: unknown): boolean => typeof action === 'string' && securityEvents.has(action)

/** The details of a security event, specification §3: what was sent under event_data, the rest as we saw it. */
export function securityDetails(details: Record<string, unknown>, { ip, userAgent, at }: RequestOrigin): Record<string, unknown> {
  const { event_data, ip_address: _ip, user_agent: _agent, timestamp: _time, ...others } = details
  return { event_data: event_data ?? others, ip_address: ip, user_agent: userAgent, timestamp: at.toISOString() }
}
