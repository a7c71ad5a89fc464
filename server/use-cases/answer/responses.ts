// Sends responses to phones, and sends them again when it is unknown whether they arrived.
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

/** The response to one inbound message; without text and page, the message is only marked as read. */
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
  /** A text will follow soon, so we show "typing". */
  isToCome: z.boolean(),
})
export type OutboundResponse = z.infer<typeof OutboundResponse>

export interface ResponseDeps {
  db: Db
  clock: Clock
  log: Log
  /** Marks the message as read and, with `typing`, shows that an answer is coming. */
  read(wamid: string, typing: boolean): Promise<unknown>
  /** Null when we may send nothing now. */
  say(to: Sender, text: string, around?: MessageOptions): Promise<Outcome | null>
  /** Lists the emails of a digest after its first page. */
  list(to: Sender, page: DigestPage): Promise<Outcome | null>
}

export const hasContent = ({ text, page }: OutboundResponse): boolean => text !== null || page !== undefined

/** `wamid`: the message being answered. A response that could not be sent is sent again later. */
export async function sendResponse(deps: ResponseDeps, wamid: string, response: OutboundResponse): Promise<void> {
  const { text, around, page, isToCome } = response
  try {
    await deps.read(wamid, hasContent(response) || isToCome)
    if (text !== null && !isFinished(await deps.say(response, text, around))) return
    if (page && !isFinished(await deps.list(response, page))) return
    if (hasContent(response)) await endResponse(deps.db, wamid)
  } catch (error) {
    deps.log.warn({ err: error }, 'a response to a phone could not be sent')
  }
}

/** True when it was sent, or sending again would change nothing. A response with an unknown outcome is sent again. */
const isFinished = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'sent' || outcome?.kind === 'failed' || (outcome?.kind === 'held' && outcome.reason === 'window_closed')

/** Sends every overdue response whose process died or was stopped. */
export async function sendOverdue(deps: ResponseDeps): Promise<void> {
  for (;;) {
    const claimed = await claimResponse(deps.db, deps.clock.now())
    if (!claimed) return
    const response = OutboundResponse.safeParse(claimed.response)
    if (response.success) await sendResponse(deps, claimed.wamid, response.data)
    else await endResponse(deps.db, claimed.wamid)
  }
}
