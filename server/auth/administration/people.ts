// GET /admin/users and /admin/users/:id: people as the wire shows them.
import type { OperatorAsk } from '../endpoint.ts'
import type { AuthParts } from '../parts.ts'
import type { User } from '../shapes.ts'
import { userView } from '../view.ts'
import { targetOf } from './acts.ts'
import { listUsers } from './owners.ts'
import { pageHeaders, pageOf } from './paging.ts'

export async function listPeople({ db }: AuthParts, { query, say }: OperatorAsk): Promise<{ users: User[]; aud: string }> {
  const page = pageOf(query)
  const { total, records } = await listUsers(db, page.offset, page.perPage)
  say(pageHeaders('/admin/users', page, total))
  return { users: records.map(userView), aud: 'authenticated' }
}

export const getPerson = async ({ db }: AuthParts, ask: OperatorAsk): Promise<User> => userView(await targetOf(db, ask))
