// Sends responses to phones, and sends them again when nobody knows whether they arrived.
import { z } from 'zod/mini'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Log } from '../../foundation/log.ts'
import type { DigestPage } from '../../whatsapp/digest.ts'
import { claimResponse, endResponse } from '../../whatsapp/responses-queue.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import type { MessageOptions } from './message-options.ts'

type Sender = Pick<InboundMessage, 'waId' | 'waUserId'>

const Button = z.object({ id: z.string(), title: z.string() })
const Row = z.extend(Button, { description: z.string() })

/** What a phone is to hear about what it wrote; without text and page only that it was read. */
const OutboundResponse = z.object({
  waId: z.nullable(z.string()),
  waUserId: z.nullable(z.string()),
  text: z.nullable(z.string()),
  around: z.optional(
    z.pipe(
      z.object({
        buttons: z.array(Button),
        list: z.optional(z.object({ button: z.string(), rows: z.array(Row) })),
        quotes: z.string(),
      }),
      z.transform(({ list, ...rest }): MessageOptions => ({ ...rest, ...(list && { list }) })),
    ),
  ),
  page: z.optional(z.object({ userId: z.string(), digestId: z.string(), deliveryIds: z.array(z.string()), from: z.number() })),
  /** More is to be said soon, though nothing is yet. */
  isToCome: z.boolean(),
})
export type OutboundResponse = z.infer<typeof OutboundResponse>

export interface ResponseDeps {
  db: Db
  clock: Clock
  log: Log
  /** Shows who wrote that it was read and, with `typing`, that an answer is to come. */
  read(wamid: string, typing: boolean): Promise<unknown>
  /** Null where we may say nothing now. */
  say(to: Sender, text: string, around?: MessageOptions): Promise<Outcome | null>
  /** Names the mails of a digest that come after its first. */
  list(to: Sender, page: DigestPage): Promise<Outcome | null>
}

export const isKept = ({ text, page }: OutboundResponse): boolean => text !== null || page !== undefined

/** `wamid`: what it is about. What stays unsaid is said again later. */
export async function sendResponse(deps: ResponseDeps, wamid: string, response: OutboundResponse): Promise<void> {
  const { text, around, page, isToCome } = response
  try {
    await deps.read(wamid, isKept(response) || isToCome)
    if (text !== null && !isOver(await deps.say(response, text, around))) return
    if (page && !isOver(await deps.list(response, page))) return
    if (isKept(response)) await endResponse(deps.db, wamid)
  } catch (error) {
    deps.log.warn({ err: error }, 'an answer to a phone could not be sent')
  }
}

/** It was sent, or sending it again would change nothing. What may or may not have arrived is sent again. */
const isOver = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'sent' || outcome?.kind === 'failed' || (outcome?.kind === 'held' && outcome.reason === 'window_closed')

/** Sends every overdue response: the process that was to send it died or was stopped. */
export async function sendOverdue(deps: ResponseDeps): Promise<void> {
  for (;;) {
    const claimed = await claimResponse(deps.db, deps.clock.now())
    if (!claimed) return
    const response = OutboundResponse.safeParse(claimed.response)
    if (response.success) await sendResponse(deps, claimed.wamid, response.data)
    else await endResponse(deps.db, claimed.wamid)
  }
}
