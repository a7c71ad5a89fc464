// Tells the server what happened to the session, for the person's activity log.
import { openDoor } from './client.ts'

interface Activity {
  action: 'auth.auto_logout' | 'auth.session_rotated'
  status: 'success' | 'info'
  details: Record<string, unknown>
}

/** A failure goes to the console: what happened has happened. */
export async function logActivity({ action, status, details }: Activity, token: string | null = null): Promise<void> {
  const { client } = await openDoor()
  const { data } = await client.auth.getSession()
  const headers = !data.session && token ? { Authorization: `Bearer ${token}` } : {}
  const { error } = await client.functions.invoke('log-activity', { headers, body: { action, resourceType: 'session', status, details } })
  if (error) console.error(error)
}
