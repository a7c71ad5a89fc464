// What the server saw of a request, and how it is written into the log.
import type { FastifyRequest } from 'fastify'

export interface Seen {
  ip: string
  userAgent: string | null
  at: Date
}

export const seenIn = (request: FastifyRequest, now: Date): Seen => ({
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  at: now,
})

const securityEvents = new Set(['suspicious_activity', 'unauthorized_access', 'password_change', 'login_success', 'failed_login_attempt'])

/** The kinds of specification §9. */
export const isSecurityEvent = (action: unknown): boolean => typeof action === 'string' && securityEvents.has(action)

/** The details of a security event, specification §3: what was sent under event_data, the rest as we saw it. */
export function securityDetails(details: Record<string, unknown>, { ip, userAgent, at }: Seen): Record<string, unknown> {
  const { event_data, ip_address: _ip, user_agent: _agent, timestamp: _time, ...others } = details
  return { event_data: event_data ?? others, ip_address: ip, user_agent: userAgent, timestamp: at.toISOString() }
}
