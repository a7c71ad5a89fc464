// What is known of a person beside their addresses, changed a key at a time.
import { z } from 'zod/mini'
import { read } from './endpoint.ts'
import { GivenMetadata } from './shapes.ts'

/** A shallow merge; null removes a key. Throws 400 when it becomes too large. */
export function merged(kept: unknown, change: Record<string, unknown>): Record<string, unknown> {
  const before = z.catch(z.record(z.string(), z.unknown()), {}).parse(kept)
  return read(GivenMetadata, Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null)))
}
