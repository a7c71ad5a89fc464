// What this wire knows and we do not offer: each answers with the refusal that clients expect.
import type { Ask, PersonAsk } from './endpoint.ts'
import { type AuthCode, refuse } from './errors.ts'
import { note } from './events.ts'
import type { AuthParts } from './parts.ts'

/** An endpoint that is there to say no. */
export const refused = (code: AuthCode, message?: string) => async (_parts: AuthParts, _ask: Ask) => {
  throw refuse(code, message ? { message } : {})
}

/** Nobody administers over this wire; who tries is remembered. */
export async function refuseAdmin(parts: AuthParts, ask: PersonAsk): Promise<never> {
  const subject = { userId: ask.who.user.id, email: ask.who.user.email }
  await note(parts, parts.db, ask, subject, { name: 'unauthorized_access', status: 'warning', details: { route: ask.route } })
  throw refuse('not_admin')
}
