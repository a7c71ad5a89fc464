// Rotates the session each hour by a token refresh.
import { openDoor } from './client.ts'
import { logActivity } from './log.ts'

/** False when the session could not be refreshed, and so must end. */
export async function rotateSession(): Promise<boolean> {
  try {
    const { client } = await openDoor()
    const { error } = await client.auth.refreshSession()
    // Another tab was faster: its tokens are the session's now.
    if (error && error.name !== 'AuthRefreshDiscardedError') throw error
    if (!error) void logActivity({ action: 'auth.session_rotated', status: 'success', details: {} }).catch(console.error)
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}
