// Serves GET /admin/users and /admin/users/:id: users in the auth API's format.

import type { AuthDeps } from '../deps.ts'
import type { OperatorRequest } from '../endpoint.ts'
import type { User } from '../shapes.ts'
import { userView } from '../view.ts'
import { readUsersPage } from './owners.ts'
import { pageHeaders, readPageNumbers } from './paging.ts'
import { readTarget } from './target.ts'

export async function listUsers({ db }: AuthDeps, { query, setHeaders }: OperatorRequest): Promise<{ users: User[]; aud: string }> {
  const page = readPageNumbers(query)
  const { total, records } = await readUsersPage(db, page.offset, page.perPage)
  setHeaders(pageHeaders('/admin/users', page, total))
  return { users: records.map(userView), aud: 'authenticated' }
}

export const getUserById = async ({ db }: AuthDeps, request: OperatorRequest): Promise<User> => userView(await readTarget(db, request))
