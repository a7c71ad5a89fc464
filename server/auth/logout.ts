// Serves POST /logout: ends this session, all others, or all of them.
import { z } from 'zod/mini'
import type { AuthDeps } from './deps.ts'
import { parseInput, type UserRequest } from './endpoint.ts'
import { noteSecurityEvent } from './events.ts'
import { endSessions } from './store.ts'

const Query = z.object({ scope: z._default(z.enum(['global', 'local', 'others']), 'global') })

export async function signOut(deps: AuthDeps, request: UserRequest): Promise<undefined> {
  const { query, record, session } = request
  const { scope } = parseInput(Query, query)
  // A token without a session here can only end all sessions.
  if (session) await endSessions(deps.db, record.user.id, scope, session.id)
  else if (scope !== 'local') await endSessions(deps.db, record.user.id, 'global', '')
  deps.check.clearCache()
  if (scope !== 'local') await deps.hooks.onOthersSignedOut(deps.db, record.user.id)
  const subject = { userId: request.record.user.id, email: request.record.user.email }
  await noteSecurityEvent(deps, deps.db, request, subject, { name: 'auth.logout', status: 'success', details: { scope } })
}
