// Times, ids and kinds as webhooks write them.
import { z } from 'zod'

const seconds = (text: string): Date => new Date(Number(text) * 1000)

/** Unix seconds as text. */
export const Timestamp = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(seconds)

/** Unix seconds as a number or as text. */
export const Moment = z
  .union([z.number().int().nonnegative().max(1e12).transform(String), z.string().regex(/^\d{1,12}$/)])
  .transform(seconds)

export const Id = z.string().min(1).max(512)

/** What an item calls itself, to count what was passed over. */
export function kindOf(item: unknown, field: 'status' | 'type'): string {
  const named = z.looseObject({ [field]: z.string().max(40) }).safeParse(item)
  return named.success ? String(named.data[field]) : 'unreadable'
}
