// The wire of a person's own account: where they are signed in, and leaving.
import { z } from 'zod'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const SessionLine = z.object({
  id: Id,
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Null for what is not a browser that people use. */
  device: z.object({ browser: z.string(), system: z.string() }).nullable(),
  ip: z.string().nullable(),
  signedInAt: Time,
  lastSeenAt: Time,
})
export type SessionLine = z.infer<typeof SessionLine>

/** The newest first. */
export const listSessions = shape({ status: 200, answer: pageOf(SessionLine) })
export const endSession = shape({ params: ById, status: 200, answer: Nothing })

/** Erases the account and all that is kept of it. `code` is the one that `GET /auth/v1/reauthenticate` mailed; without an address, null. */
export const eraseAccount = shape({ body: z.object({ code: z.string().trim().max(20).nullable() }), status: 201, answer: Nothing })
