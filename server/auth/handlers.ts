// Lists and ends a user's sessions, for the settings screen.
import type * as api from '../../core/api/account.ts'
import { deviceOf } from '../../core/session/device.ts'
import type { Row } from '../foundation/db/tables.ts'
import { HttpError } from '../foundation/http/errors.ts'
import type { PersonHandler } from '../foundation/http/route.ts'
import { spokenWords } from '../foundation/words.ts'
import type { AuthDeps } from './deps.ts'
import { dropBegunBySessions, endSessions, listSessions, readSession, readUser } from './store.ts'

export interface SessionHandlers {
  list: PersonHandler<typeof api.listSessionsApi>
  end: PersonHandler<typeof api.endSessionApi>
}

export function sessionHandlers(deps: AuthDeps): SessionHandlers {
  const { db, now, switches } = deps
  return {
    list: async ({ userId, sessionId }) => {
      const rows = await listSessions(db, userId, new Date(now().getTime() - switches.timeboxMs))
      return { items: rows.map(row => lineOf(row, sessionId)), next: null }
    },
    end: async ({ userId, params, request }) => {
      if (!(await readSession(db, userId, params.id)))
        throw new HttpError(404, 'session_unknown', spokenWords().of('auth')('sessionUnknown'))
      await endSessions(db, userId, 'local', params.id)
      await dropBegunBySessions(db, userId)
      deps.check.forget()
      const email = (await readUser(db, userId))?.user.email ?? null
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null }
      await deps.hooks.record(db, { name: 'auth.logout', status: 'success', userId, email, ...from, at: now(), details: { scope: 'one' } })
      return {}
    },
  }
}

const lineOf = (row: Row<'sessions'>, currentId: string | null): api.SessionLine => ({
  id: row.id,
  isCurrent: row.id === currentId,
  device: deviceOf(row.user_agent),
  ip: row.ip,
  signedInAt: row.created_at.toISOString(),
  lastSeenAt: row.refreshed_at.toISOString(),
})
