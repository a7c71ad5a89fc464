// Parses the statuses of our messages, and errors that are not about a message.
import { z } from 'zod/mini'
import { parseCallbackData } from '../echo.ts'
import { Id, Timestamp } from './fields.ts'

/** Meta's pricing category, such as utility or service, and whether the message is billed (…/webhooks/reference/messages/status). */
export interface MessagePrice {
  category: string
  isBilled: boolean
}

/** A status of one of our messages. `error` is set if it failed and Meta says why; `failureOf` interprets its `code`. */
export interface StatusEvent {
  wamid: string
  userId: string | null
  deliveryId: string | null
  status: 'sent' | 'delivered' | 'read' | 'failed'
  at: Date
  error: { code: number; detail: string | null } | null
  /** Null if not reported. */
  price: MessagePrice | null
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

/** Null when it cannot be parsed, or is none of those that we know. */
export function parseStatus(item: unknown): StatusEvent | null {
  const parsed = Status.safeParse(item)
  if (!parsed.success) return null
  const status = parsed.data
  const echo = parseCallbackData(status.biz_opaque_callback_data)
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

/** An error that is not about a message, in Meta's words. */
export function errorText(error: unknown): string {
  const parsed = ErrorItem.safeParse(error)
  if (!parsed.success) return 'unreadable'
  const { code, title, error_data } = parsed.data
  return `${code ?? ''} ${error_data?.details ?? title ?? ''}`.trim().slice(0, 300)
}
