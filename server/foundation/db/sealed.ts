// Stores JSON in a column compressed and sealed, and validates it when read.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { z } from 'zod/mini'
import { type SealContext, type SealKey, seal, unseal } from '../seal.ts'

// Limits decompressed text, so that a row from an older or broken host cannot fill the memory.
const maxTextBytes = 8 * 1024 * 1024
/** Most values are smaller; zlib's default buffer is allocated per value, which takes longer than filling it. */
const chunkBytes = 8 * 1024

export const sealJson = (key: SealKey, value: unknown, context: SealContext): Buffer =>
  seal(key, deflateRawSync(JSON.stringify(value)), context)

export function openJson<S extends z.ZodMiniType>(schema: S, key: SealKey, sealed: Buffer, context: SealContext): z.output<S> {
  return schema.parse(
    JSON.parse(inflateRawSync(unseal(key, sealed, context), { maxOutputLength: maxTextBytes, chunkSize: chunkBytes }).toString()),
  )
}
