// Merges a change into a user's metadata, key by key.
import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { GivenMetadata } from './shapes.ts'

/** A shallow merge; null removes a key. Throws 400 when it becomes too large. */
export function merged(kept: unknown, change: Record<string, unknown>): Record<string, unknown> {
  const before = z.catch(z.record(z.string(), z.unknown()), {}).parse(kept)
  return read(GivenMetadata, Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null)))
}
