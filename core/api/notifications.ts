// The API for notifications: everything that needs the user's attention now.
import { z } from 'zod/mini'
import { needKinds } from '../notifications/needs.ts'
import { Money } from '../plans/money.ts'
import { Id, Nothing, PageQuery, pageOf, shape, Time } from './shape.ts'

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(needKinds),
  /** The mailbox or phone it is about. */
  subject: z.nullable(z.object({ id: Id, name: z.string() })),
  /** How many emails it is about, or the percentage of the allowance that is used. */
  count: z.nullable(z.number()),
  /** What is to be paid. */
  amount: z.nullable(Money),
  /** When it changes or is due. */
  until: z.nullable(Time),
  /** Since when, or when it last happened. */
  at: Time,
  isNew: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** Newest first; resolved ones are not included. `unseen`: how many of all are new. */
export const listNotificationsApi = shape({
  query: PageQuery,
  status: 200,
  answer: z.extend(pageOf(Notification), { unseen: z.number() }),
})
/** Marks the listed notifications as seen, with their times: others stay new, as do those that happened again since. */
export const seeNotificationsApi = shape({
  body: z.object({ seen: z.array(z.object({ id: z.string().check(z.maxLength(100)), at: Time })).check(z.maxLength(100)) }),
  status: 200,
  answer: Nothing,
})
