// Ends a session: logs why, signs out here and on the server, and always removes it from this device.
import { type EndReason, type SessionClock } from '../../core/session/clock.ts'
import { requestTimeoutMs } from '../api.ts'
import { openAuthClient } from './client.ts'
import { logActivity } from './log.ts'
import { readRecord, saveClock } from './session-record.ts'
import { dropStoredSession } from './stored-session.ts'

/** `token` is the last one known, for the log where the client has no session any more. Never throws, and takes 10 s at most. */
export async function endSession(reason: EndReason, token: string | null): Promise<void> {
  const late = new Promise<void>(done => setTimeout(done, requestTimeoutMs))
  await Promise.race([late, logAndSignOut(reason, token)]).catch(console.error)
  dropStoredSession()
}

async function logAndSignOut(reason: EndReason, token: string | null): Promise<void> {
  if (!(await isFirstTab())) return
  const { client } = await openAuthClient()
  await logActivity({ action: 'auth.auto_logout', status: 'info', details: { reason } }, token)
  const { error } = await client.auth.signOut({ scope: 'local' })
  if (error) console.error(error)
}

/**
 * Local storage reaches another process late, so two tabs may both find the session over in the same moment; a lock is given
 * to one alone, which keeps it until its page is gone. Browsers lend no locks to pages without https.
 */
function isFirstTab(): Promise<boolean> {
  const name = `mailferry-end ${readRecord()?.sessionId}`
  return new Promise(resolve => {
    if (!('locks' in navigator)) return resolve(true)
    const hold = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock ? new Promise(() => {}) : undefined
    }
    navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true))
  })
}

/** Marks the session as ended for all tabs; false if it was marked before. */
export function markEnded(reason: NonNullable<SessionClock['endedFor']>): boolean {
  const record = readRecord()
  if (!record || record.endedFor) return false
  saveClock(record.sessionId, { ...record, endedFor: reason })
  return true
}
