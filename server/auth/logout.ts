// POST /logout: ends this session, all others, or all.
import { z } from 'zod/mini'
import { type PersonAsk, read } from './endpoint.ts'
import { note } from './events.ts'
import type { AuthParts } from './parts.ts'
import { endSessions } from './store.ts'

const Query = z.object({ scope: z._default(z.enum(['global', 'local', 'others']), 'global') })

export async function signOut(parts: AuthParts, ask: PersonAsk): Promise<undefined> {
  const { query, who, session } = ask
  const { scope } = read(Query, query)
  // Without a session of ours there is none to spare or to end alone.
  if (session) await endSessions(parts.db, who.user.id, scope, session.id)
  else if (scope !== 'local') await endSessions(parts.db, who.user.id, 'global', '')
  parts.check.forget()
  if (scope !== 'local') await parts.onOthersSignedOut(parts.db, who.user.id)
  const subject = { userId: ask.who.user.id, email: ask.who.user.email }
  await note(parts, parts.db, ask, subject, { name: 'auth.logout', status: 'success', details: { scope } })
}
