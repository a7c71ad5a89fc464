// Times and ids as webhooks write them.
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
