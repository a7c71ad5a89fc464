// GET /health: that the wire answers.
import type { Ask } from './endpoint.ts'
import type { AuthParts } from './parts.ts'

// GoTrue's name, which monitors of this wire look for.
export async function getHealth(_parts: AuthParts, _ask: Ask) {
  return { version: '1', name: 'GoTrue', description: 'The sign-in service of Mailferry, on the GoTrue wire' }
}
