// GET /user: the person that the bearer token stands for.
import type { PersonAsk } from './endpoint.ts'
import type { AuthParts } from './parts.ts'
import type { User } from './shapes.ts'
import { userView } from './view.ts'

export async function getUser(_parts: AuthParts, { who }: PersonAsk): Promise<User> {
  return userView(who)
}
