// Says what was decided, and says it again where nobody knows that it reached the messenger.
import { z } from 'zod/mini'
import type { Outcome } from '../../core/delivery/outcome.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { Log } from '../log.ts'
import { claimSaying, endSaying } from '../whatsapp/sayings/queue.ts'
import type { InboundMessage } from '../whatsapp/webhook.ts'
import type { Around } from './around.ts'
import type { Page } from './decided.ts'

type Sender = Pick<InboundMessage, 'waId' | 'waUserId'>

const Button = z.object({ id: z.string(), title: z.string() })
const Row = z.extend(Button, { description: z.string() })

/** What a phone is to hear about what it wrote; without text and page only that it was read. */
const Saying = z.object({
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
      z.transform(({ list, ...rest }): Around => ({ ...rest, ...(list && { list }) })),
    ),
  ),
  page: z.optional(z.object({ userId: z.string(), digestId: z.string(), deliveryIds: z.array(z.string()), from: z.number() })),
  /** More is to be said soon, though nothing is yet. */
  isToCome: z.boolean(),
})
export type Saying = z.infer<typeof Saying>

export interface SayingParts {
  db: Db
  clock: Clock
  log: Log
  /** Shows who wrote that it was read and, with `typing`, that an answer is to come. */
  read(wamid: string, typing: boolean): Promise<unknown>
  /** Null where we may say nothing now. */
  say(to: Sender, text: string, around?: Around): Promise<Outcome | null>
  /** Names the mails of a digest that come after its first. */
  list(to: Sender, page: Page): Promise<Outcome | null>
}

export const isKept = ({ text, page }: Saying): boolean => text !== null || page !== undefined

/** `wamid`: what it is about. What stays unsaid is said again later. */
export async function sayOnce(parts: SayingParts, wamid: string, saying: Saying): Promise<void> {
  const { text, around, page, isToCome } = saying
  try {
    await parts.read(wamid, isKept(saying) || isToCome)
    if (text !== null && !isOver(await parts.say(saying, text, around))) return
    if (page && !isOver(await parts.list(saying, page))) return
    if (isKept(saying)) await endSaying(parts.db, wamid)
  } catch (error) {
    parts.log.warn({ err: error }, 'an answer to a phone could not be sent')
  }
}

/** It was said, or saying it again would change nothing. What may have been said and may not is said again. */
const isOver = (outcome: Outcome | null): boolean =>
  outcome?.kind === 'sent' || outcome?.kind === 'failed' || (outcome?.kind === 'held' && outcome.reason === 'window_closed')

/** Says all that is overdue: whoever was to say it is dead, or was not let. */
export async function sayOverdue(parts: SayingParts): Promise<void> {
  for (;;) {
    const claimed = await claimSaying(parts.db, parts.clock.now())
    if (!claimed) return
    const saying = Saying.safeParse(claimed.saying)
    if (saying.success) await sayOnce(parts, claimed.wamid, saying.data)
    else await endSaying(parts.db, claimed.wamid)
  }
}
