// POST /logout: ends this session, all others, or all.
import { z } from 'zod'
import { type PersonAsk, read } from './endpoint.ts'
import type { AuthParts } from './parts.ts'
import { endSessions } from './store.ts'

const Query = z.object({ scope: z.enum(['global', 'local', 'others']).default('global') })

export async function signOut(parts: AuthParts, { query, who, session }: PersonAsk): Promise<undefined> {
  const { scope } = read(Query, query)
  // Without a session of ours there is none to spare or to end alone.
  if (session) await endSessions(parts.db, who.user.id, scope, session.id)
  else if (scope !== 'local') await endSessions(parts.db, who.user.id, 'global', '')
  parts.check.forget()
}
