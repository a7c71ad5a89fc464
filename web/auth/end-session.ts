// Ends a session: logs why, signs out here and on the server, and always removes it from this device.
import { type EndReason, type SessionClock } from '../../core/session/clock.ts'
import { requestTimeoutMs } from '../api.ts'
import { openAuthClient } from './client.ts'
import { logActivity } from './log.ts'
import { readRecord, saveClock } from './session-record.ts'
import { removeStoredSession } from './stored-session.ts'

/** `token` is the last known one, for the log entry if the client no longer has a session. Never throws, and takes at most 10 s. */
export async function endSession(reason: EndReason, token: string | null): Promise<void> {
  const timeout = new Promise<void>(resolve => setTimeout(resolve, requestTimeoutMs))
  await Promise.race([timeout, logAndSignOut(reason, token)]).catch(console.error)
  removeStoredSession()
}

async function logAndSignOut(reason: EndReason, token: string | null): Promise<void> {
  if (!(await isFirstTab())) return
  const { client } = await openAuthClient()
  await logActivity({ action: 'auth.auto_logout', status: 'info', details: { reason } }, token)
  const { error } = await client.auth.signOut({ scope: 'local' })
  if (error) console.error(error)
}

/**
 * Local storage reaches other processes late, so two tabs may find the session over at the same moment. Only one of them gets
 * the lock, and holds it until its page is closed. Pages without https have no locks.
 */
function isFirstTab(): Promise<boolean> {
  const name = `mailferry-end ${readRecord()?.sessionId}`
  return new Promise(resolve => {
    if (!('locks' in navigator)) return resolve(true)
    const onLock = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock ? new Promise(() => {}) : undefined
    }
    navigator.locks.request(name, { ifAvailable: true }, onLock).catch(() => resolve(true))
  })
}

/** Marks the session as ended for all tabs; false if it was marked before. */
export function markEnded(reason: NonNullable<SessionClock['endedFor']>): boolean {
  const record = readRecord()
  if (!record || record.endedFor) return false
  saveClock(record.sessionId, { ...record, endedFor: reason })
  return true
}
