// What this wire knows and we do not offer: each answers with the refusal that clients expect.
import type { Ask } from './endpoint.ts'
import { type AuthCode, refuse } from './errors.ts'
import type { AuthParts } from './parts.ts'

/** An endpoint that is there to say no. */
export const refused = (code: AuthCode, message?: string) => async (_parts: AuthParts, _ask: Ask) => {
  throw refuse(code, message ? { message } : {})
}
