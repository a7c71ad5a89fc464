// Reports session events to the server for the person's activity log.
import { z } from 'zod/mini'
import { shape } from '../../core/api/shape.ts'
import { call } from '../api.ts'
import { readBearer } from './client.ts'

interface Activity {
  action: 'auth.auto_logout' | 'auth.session_rotated'
  status: 'success' | 'info'
  details: Record<string, unknown>
}

const logActivityApi = shape({
  status: 200,
  body: z.object({
    action: z.string(),
    resourceType: z.literal('session'),
    status: z.enum(['success', 'info']),
    details: z.record(z.string(), z.unknown()),
  }),
  answer: z.unknown(),
})

/** A failure is only logged to the console, since the event itself has already happened. */
export async function logActivity({ action, status, details }: Activity, token: string | null = null): Promise<void> {
  const body = { action, resourceType: 'session', status, details } as const
  await call(logActivityApi, 'POST', '/functions/v1/log-activity', { body }, (await readBearer()) ?? token).catch(console.error)
}
