// Merges changes into a user's metadata key by key.
import { z } from 'zod/mini'
import { parseInput } from './endpoint.ts'
import { MetadataInput } from './shapes.ts'

/** A shallow merge; null removes a key. Throws 400 when the result is too large. */
export function mergeMetadata(stored: unknown, change: Record<string, unknown>): Record<string, unknown> {
  const current = z.catch(z.record(z.string(), z.unknown()), {}).parse(stored)
  return parseInput(MetadataInput, Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null)))
}
