// POST /logout: ends this session, all others, or all of them.
import { z } from 'zod/mini'
import type { AuthDeps } from './deps.ts'
import { read, type UserRequest } from './endpoint.ts'
import { note } from './events.ts'
import { endSessions } from './store.ts'

const Query = z.object({ scope: z._default(z.enum(['global', 'local', 'others']), 'global') })

export async function signOut(deps: AuthDeps, request: UserRequest): Promise<undefined> {
  const { query, who, session } = request
  const { scope } = read(Query, query)
  // Without a session of ours there is none to spare or to end alone.
  if (session) await endSessions(deps.db, who.user.id, scope, session.id)
  else if (scope !== 'local') await endSessions(deps.db, who.user.id, 'global', '')
  deps.check.forget()
  if (scope !== 'local') await deps.hooks.onOthersSignedOut(deps.db, who.user.id)
  const subject = { userId: request.who.user.id, email: request.who.user.email }
  await note(deps, deps.db, request, subject, { name: 'auth.logout', status: 'success', details: { scope } })
}
