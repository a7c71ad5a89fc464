// Describes an API call in one object that the server, the web app and OpenAPI share.
import { z } from 'zod/mini'

export interface Shape {
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** The status of a successful response. */
  status: number
  answer: z.ZodMiniType
  /** The response contains a secret that is shown once, so it is not stored for repeated requests. */
  isSecret?: true
}

/** Preserves the exact type of a shape. */
export const shape = <S extends Shape>(s: S): S => s

export const Id = z.uuid()
export const ById = z.object({ id: Id })
export const Time = z.iso.datetime()

/** An error response; `message` says what to do. */
export const Refusal = z.object({ code: z.string(), message: z.string(), details: z.optional(z.unknown()) })
export type Refusal = z.infer<typeof Refusal>

/** A page of a list; `next` is the cursor of the next page, or null at the end. */
export const pageOf = <T extends z.ZodMiniType>(item: T) => z.object({ items: z.array(item), next: z.nullable(z.string()) })
export const PageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
})
export const Nothing = z.object({})
