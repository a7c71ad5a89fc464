// Collects what the judge compares: the ledger of the stand-in, which is never killed, and what the database says of ends and attempts.
import { z } from 'zod/mini'
import { ask } from '../api.ts'
import { pause } from './hosts/traffic.ts'
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

/** What was accepted, and of which Meta has not told how it ended. */
export async function readUnreported({ cluster }: OutageWorld): Promise<Set<string>> {
  const rows = await cluster.ask<{ id: string }>("select id from deliveries where state in ('accepted', 'sent')")
  return new Set(rows.map(({ id }) => id))
}

/** Collects, until it is stopped, which attempts were unknown at some time: an answer that comes late makes them known again. */
export function watchUnknown(world: OutageWorld, before: ReadonlyMap<string, number>): UnknownWatch {
  const seen = new Map<string, number>()
  const look = async () => {
    for (const [id, count] of await readUnknown(world)) {
      const added = count - (before.get(id) ?? 0)
      if (added > (seen.get(id) ?? 0)) seen.set(id, added)
    }
  }
  let isOver = false
  const run = async () => {
    // The database may be what is in trouble.
    for (; !isOver; await pause(unknownEveryMs)) await look().catch(() => undefined)
  }
  const running = run()
  const end = () => {
    isOver = true
    return running
  }
  return {
    [Symbol.asyncDispose]: end,
    async stop() {
      await end()
      await look()
      return seen
    },
  }
}

interface UnknownWatch extends AsyncDisposable {
  /** By delivery. */
  stop(): Promise<Map<string, number>>
}

const unknownEveryMs = 1000

/** Empty when nothing is under way. `unreportedBefore` is null where reports of Meta are not waited for. */
export async function describePending(world: OutageWorld, unreportedBefore: ReadonlySet<string> | null): Promise<string> {
  const rows = await world.cluster.ask<{ what: string }>(
    `select concat_ws(' ', count(*), kind, state, reason) as what from deliveries
     where state in ('held', 'queued', 'sending', 'unknown') group by kind, state, reason`,
  )
  const unreported = unreportedBefore ? (await readUnreported(world)).difference(unreportedBefore).size : 0
  return [...rows.map(({ what }) => what), ...(unreported > 0 ? [`${unreported} accepted without a report of their end`] : [])].join(', ')
}
