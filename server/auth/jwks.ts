// GET /.well-known/jwks.json: the public keys that access tokens are checked with.
import type { Ask } from './endpoint.ts'
import type { AuthParts } from './parts.ts'

export async function listKeys(parts: AuthParts, _ask: Ask) {
  return { keys: parts.keys.published() }
}
