// Parses the statuses of our messages, and errors that belong to no message.
import { z } from 'zod/mini'
import { echoIn } from '../echo.ts'
import { Id, Timestamp } from './fields.ts'

/** What Meta puts a message under, such as utility or service, and whether it is paid for (…/webhooks/reference/messages/status). */
export interface Price {
  category: string
  isBilled: boolean
}

/** A status of a message of ours. `error` is set when it failed and Meta says why; `failureOf` reads its `code`. */
export interface StatusEvent {
  wamid: string
  userId: string | null
  deliveryId: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  error: { code: number; detail: string | null } | null
  /** Null where it does not say. */
  price: Price | null
}

const Status = z.looseObject({
  id: Id,
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: Timestamp,
  biz_opaque_callback_data: z.optional(z.string()),
  pricing: z.catch(
    z.optional(
      z.pipe(
        z.looseObject({ category: z.string().check(z.maxLength(40)), billable: z.boolean() }),
        z.transform(({ category, billable }) => ({ category, isBilled: billable })),
      ),
    ),
    undefined,
  ),
  errors: z.optional(
    z.array(
      z.looseObject({
        code: z.number(),
        title: z.optional(z.string()),
        error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
      }),
    ),
  ),
})

/** Null when it cannot be read, or is none of those that we know. */
export function parseStatus(item: unknown): StatusEvent | null {
  const read = Status.safeParse(item)
  if (!read.success) return null
  const status = read.data
  const echo = echoIn(status.biz_opaque_callback_data)
  const [error] = status.errors ?? []
  return {
    wamid: status.id,
    userId: echo?.userId ?? null,
    deliveryId: echo?.deliveryId ?? null,
    status: status.status,
    at: status.timestamp,
    error: error && status.status === 'failed' ? { code: error.code, detail: error.error_data?.details ?? error.title ?? null } : null,
    price: status.pricing ?? null,
  }
}

const ErrorItem = z.looseObject({
  code: z.optional(z.number()),
  title: z.optional(z.string()),
  error_data: z.optional(z.looseObject({ details: z.optional(z.string()) })),
})

/** An error that belongs to no message, in Meta's words. */
export function errorText(error: unknown): string {
  const read = ErrorItem.safeParse(error)
  if (!read.success) return 'unreadable'
  const { code, title, error_data } = read.data
  return `${code ?? ''} ${error_data?.details ?? title ?? ''}`.trim().slice(0, 300)
}
