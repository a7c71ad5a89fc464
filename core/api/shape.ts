// What a call on our own wire looks like: one object that server, web and OpenAPI share.
import { z } from 'zod'

export interface Shape {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The answer on success, by its one status. */
  status: number
  answer: z.ZodType
  /** The answer shows something once: it is not kept for a write that is repeated. */
  isSecret?: true
}

/** Keeps the exact types of a shape. */
export const shape = <S extends Shape>(s: S): S => s

export const Id = z.uuid()
export const ById = z.object({ id: Id })
export const Time = z.iso.datetime()

/** A refusal: `message` says what to do. */
export const Refusal = z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() })
export type Refusal = z.infer<typeof Refusal>

/** A page of a list; `next` is the cursor of the page after it, or null at the end. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })
export const PageQuery = z.object({ cursor: z.string().max(200).optional(), limit: z.coerce.number().int().min(1).max(100).default(50) })
export const Nothing = z.object({})
