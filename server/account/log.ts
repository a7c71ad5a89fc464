// The activity log: what a person did, and what was done to their account, as the server saw it.
import type { Db } from '../db/pool.ts'
import { newId } from '../seal.ts'
import { insertLog } from './store.ts'

export interface Activity {
  /** An activity (auth.login …) or a kind of security event (login_success …), specification §9. */
  name: string
  status: 'success' | 'error' | 'info' | 'warning'
  userId: string | null
  email: string | null
  ip: string
  userAgent: string | null
  at: Date
  details: Record<string, unknown>
  resourceType?: string | null
  resourceId?: string | null
}

const securityEvents = new Set(['suspicious_activity', 'unauthorized_access', 'password_change', 'login_success', 'failed_login_attempt'])

/** Adds to the log, in the caller's transaction where there is one. */
export async function record(db: Db, activity: Activity): Promise<void> {
  const { name, status, userId, email, ip, userAgent, at, details } = activity
  const isSecurity = securityEvents.has(name)
  const seen = { event_data: details, ip_address: ip, user_agent: userAgent, timestamp: at.toISOString() }
  await insertLog(db, userId, {
    id: newId(at),
    action: name,
    resource_type: activity.resourceType ?? (isSecurity ? 'security' : 'auth'),
    resource_id: activity.resourceId ?? null,
    status,
    details: JSON.stringify(isSecurity ? seen : details),
    email,
    ip_address: ip,
    user_agent: userAgent,
    created_at: at,
  })
}
