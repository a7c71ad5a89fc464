// Collects what the judge compares: the ledger of the stand-in, which is never killed, and what the database says of ends and attempts.
import { z } from 'zod/mini'
import { ask } from '../api.ts'
import type { OutageWorld } from './hosts/world.ts'
import type { OutageBubble } from './judge.ts'

const Messages = z.object({
  messages: z.array(
    z.object({
      to: z.string(),
      text: z.nullable(z.string()),
      content: z.unknown(),
      biz_opaque_callback_data: z.nullable(z.string()),
      failsWith: z.nullable(z.number()),
    }),
  ),
})

export interface StandInLedger {
  bubbles: OutageBubble[]
  /** Reads what was accepted since. */
  read(): Promise<void>
  has(token: string): boolean
}

export function openLedger(sandbox: string): StandInLedger {
  const bubbles: OutageBubble[] = []
  const tokens = new Set<string>()
  let read = 0
  return {
    bubbles,
    has: token => tokens.has(token),
    async read() {
      const { messages } = Messages.parse(await ask(sandbox, 'GET', `/_sim/messages?all=true&after=${read}`))
      read += messages.length
      for (const { to, text, content, biz_opaque_callback_data: data, failsWith } of messages) {
        if (failsWith !== null) continue
        for (const token of new Set(`${text ?? ''} ${JSON.stringify(content)}`.match(/t\d+n\d+x/g))) {
          tokens.add(token)
          bubbles.push({ token, phone: to, deliveryId: data?.split(':')[1] ?? null })
        }
      }
    },
  }
}

/** What ended without arriving, by delivery; what really expired is not among it. */
export async function readFailed({ cluster }: OutageWorld): Promise<Map<string, string>> {
  const rows = await cluster.ask<{ id: string; why: string }>(
    "select id, concat_ws(' ', kind, state, reason) as why from deliveries where state in ('failed', 'cancelled')",
  )
  return new Map(rows.map(({ id, why }) => [id, why]))
}

export async function readUnknown({ cluster }: OutageWorld): Promise<Map<string, number>> {
  const rows = await cluster.ask<{ id: string; unknown: number }>(
    "select delivery_id as id, count(*)::int as unknown from attempts where outcome = 'unknown' group by delivery_id",
  )
  return new Map(rows.map(({ id, unknown }) => [id, unknown]))
}

/** Empty when nothing is under way. */
export async function describePending({ cluster }: OutageWorld): Promise<string> {
  const rows = await cluster.ask<{ what: string }>(
    `select concat_ws(' ', count(*), kind, state, reason) as what from deliveries
     where state in ('held', 'queued', 'sending', 'unknown') group by kind, state, reason`,
  )
  return rows.map(({ what }) => what).join(', ')
}
