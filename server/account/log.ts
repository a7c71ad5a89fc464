// The activity log: what a person did, and what was done to their account, as the server saw it.
import type { Db } from '../db/pool.ts'
import { newId } from '../seal.ts'
import { isSecurityEvent, securityDetails } from './seen.ts'
import { insertLog } from './store.ts'

export interface Activity {
  /** An activity (auth.login …) or a kind of security event (login_success …), specification §9. */
  name: string
  status: 'success' | 'error' | 'info' | 'warning'
  /** Null when nobody is known to have done it. */
  userId: string | null
  email: string | null
  ip: string
  userAgent: string | null
  at: Date
  details: Record<string, unknown>
  resourceType?: string | null
  resourceId?: string | null
}

// What somebody typed may be longer than any address is (RFC 5321 §4.5.3.1).
const mostEmail = 320

/** Adds to the log, in the caller's transaction where there is one. */
export async function record(db: Db, activity: Activity): Promise<void> {
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
