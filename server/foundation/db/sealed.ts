// Stores JSON compressed and sealed in a column, and checks it when read.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { z } from 'zod/mini'
import { type SealContext, type SealKey, seal, unseal } from '../seal.ts'

// Opened text is bounded, so that a row written by an older or broken host cannot fill the memory.
const openedBytes = 8 * 1024 * 1024
/** Most of what is kept is smaller; the usual step is made anew for each value, which takes longer than to fill it. */
const stepBytes = 8 * 1024

export const sealJson = (key: SealKey, value: unknown, place: SealContext): Buffer =>
  seal(key, deflateRawSync(JSON.stringify(value)), place)

export function openJson<S extends z.ZodMiniType>(schema: S, key: SealKey, sealed: Buffer, place: SealContext): z.output<S> {
  return schema.parse(
    JSON.parse(inflateRawSync(unseal(key, sealed, place), { maxOutputLength: openedBytes, chunkSize: stepBytes }).toString()),
  )
}
