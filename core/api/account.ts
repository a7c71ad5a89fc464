// The API for a user's own account: list where they are signed in, and delete the account.
import { z } from 'zod/mini'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const SessionLine = z.object({
  id: Id,
  /** The session that sent the request. */
  isCurrent: z.boolean(),
  /** Null if it is not a known browser. */
  device: z.nullable(z.object({ browser: z.string(), system: z.string() })),
  ip: z.nullable(z.string()),
  signedInAt: Time,
  lastSeenAt: Time,
})
export type SessionLine = z.infer<typeof SessionLine>

/** Newest first. */
export const listSessionsApi = shape({ status: 200, answer: pageOf(SessionLine) })
export const endSessionApi = shape({ params: ById, status: 200, answer: Nothing })

/** Erases the account and all its data. `code` is the one sent by `GET /auth/v1/reauthenticate`; null for users without an address. */
export const eraseAccountApi = shape({
  body: z.object({ code: z.nullable(z.string().check(z.trim(), z.maxLength(20))) }),
  status: 201,
  answer: Nothing,
})
