// Defines the shapes of times and ids in webhooks, and names unknown items for counting.
import { z } from 'zod/mini'

const seconds = (text: string): Date => new Date(Number(text) * 1000)

/** Unix seconds as a string. */
export const Timestamp = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(seconds))

/** Unix seconds as a number or a string. */
export const UnixTime = z.pipe(
  z.union([z.pipe(z.int().check(z.nonnegative(), z.maximum(1e12)), z.transform(String)), z.string().check(z.regex(/^\d{1,12}$/))]),
  z.transform(seconds),
)

export const Id = z.string().check(z.minLength(1), z.maxLength(512))

/** The name of an ignored item, to count it by kind. */
export function kindForCount(item: unknown, field: 'status' | 'type'): string {
  const parsed = z.looseObject({ [field]: z.string().check(z.maxLength(40)) }).safeParse(item)
  return parsed.success ? String(parsed.data[field]) : 'unreadable'
}
