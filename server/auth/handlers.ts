// Lists and ends a user's sessions for the settings screen.
import type * as api from '../../core/api/account.ts'
import { detectDevice } from '../../core/session/device.ts'
import type { Row } from '../foundation/db/tables.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { UserHandler } from '../foundation/http/route.ts'
import { requestWords } from '../foundation/words.ts'
import type { AuthDeps } from './deps.ts'
import { dropPendingChanges, endSessions, listSessions, readSession, readUser } from './store.ts'

export interface SessionHandlers {
  list: UserHandler<typeof api.listSessionsApi>
  end: UserHandler<typeof api.endSessionApi>
}

export function sessionHandlers(deps: AuthDeps): SessionHandlers {
  const { db, now, switches } = deps
  return {
    list: async ({ userId, sessionId }) => {
      const rows = await listSessions(db, userId, new Date(now().getTime() - switches.timeboxMs))
      return { items: rows.map(row => toSessionLine(row, sessionId)), next: null }
    },
    end: async ({ userId, params, request }) => {
      if (!(await readSession(db, userId, params.id)))
        throw new HttpError(404, 'session_unknown', requestWords().of('auth')('sessionUnknown'))
      await endSessions(db, userId, 'local', params.id)
      await dropPendingChanges(db, userId)
      deps.check.clearCache()
      const email = (await readUser(db, userId))?.user.email ?? null
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
      await deps.hooks.record(db, { name: 'auth.logout', status: 'success', userId, email, ...from, at: now(), details: { scope: 'one' } })
      return {}
    },
  }
}

const toSessionLine = (row: Row<'sessions'>, currentId: string | null): api.SessionLine => ({
  id: row.id,
  isCurrent: row.id === currentId,
  device: detectDevice(row.user_agent),
  ip: row.ip,
  signedInAt: row.created_at.toISOString(),
  lastSeenAt: row.refreshed_at.toISOString(),
})
