// The API of a user's own account: list where they are signed in, and delete the account.
import { z } from 'zod/mini'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const SessionLine = z.object({
  id: Id,
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Null for what is not a browser that people use. */
  device: z.nullable(z.object({ browser: z.string(), system: z.string() })),
  ip: z.nullable(z.string()),
  signedInAt: Time,
  lastSeenAt: Time,
})
export type SessionLine = z.infer<typeof SessionLine>

/** The newest first. */
export const listSessionsApi = shape({ status: 200, answer: pageOf(SessionLine) })
export const endSessionApi = shape({ params: ById, status: 200, answer: Nothing })

/** Erases the account and all that is kept of it. `code` is the one that `GET /auth/v1/reauthenticate` mailed; without an address, null. */
export const eraseAccountApi = shape({
  body: z.object({ code: z.nullable(z.string().check(z.trim(), z.maxLength(20))) }),
  status: 201,
  answer: Nothing,
})
