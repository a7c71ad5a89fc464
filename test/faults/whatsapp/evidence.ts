// Collects what the WhatsApp judge compares: the database, people's messages, and what was sent.
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { ask } from '../api.ts'
import type { DeliveryRow, SendingEvidence } from './judge.ts'
import type { SendingWorld } from './world.ts'

/** Empty when everything has left. */
export async function describePending({ db }: SendingWorld): Promise<string> {
  const { rows } = await sql<{ what: string }>`
    select concat_ws(' ', count(*), kind, state, reason) as what from deliveries
    where state in ('held', 'queued', 'sending', 'unknown') group by kind, state, reason`.execute(db)
  return rows.map(row => row.what).join(', ')
}

export async function readRows({ db }: SendingWorld): Promise<Map<string, DeliveryRow>> {
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.kind, d.message_id as "messageId", d.state, d.reason, d.digest_id as "digestId", d.incident,
      count(a.*) filter (where a.outcome = 'unknown')::int as unknown
    from deliveries d left join attempts a on a.user_id = d.user_id and a.delivery_id = d.id group by d.user_id, d.id`.execute(db)
  return new Map(rows.map(row => [row.id, row]))
}

const Page = z.object({
  items: z.array(z.object({ id: z.string(), subject: z.nullable(z.string()), state: z.string() })),
  next: z.nullable(z.string()),
})

export async function readMessages(world: SendingWorld): Promise<SendingEvidence['messages']> {
  const messages: SendingEvidence['messages'] = new Map()
  for (const { name, token } of world.people) {
    let cursor: string | null = null
    do {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const page = Page.parse(await ask(world.base, 'GET', `/api/messages?limit=100${query}`, { token }))
      for (const { id, subject, state } of page.items) messages.set(/t\d+n\d+x/.exec(subject ?? '')?.[0] ?? '', { id, state, person: name })
      cursor = page.next
    } while (cursor)
  }
  return messages
}

/** What left, by kind, so that a run in which nothing was announced or folded does not pass for one in which that went well. */
export function kindsOf({ rows, bubbles }: SendingEvidence): Record<string, number> {
  const kinds = Map.groupBy(
    bubbles.filter(bubble => bubble.reached),
    bubble => rows.get(bubble.deliveryId ?? '')?.kind ?? 'answer',
  )
  const inDoubt = [...rows.values()].filter(row => row.kind === 'mail' && row.state === 'failed' && row.reason === 'outcome_unknown').length
  return { ...Object.fromEntries([...kinds].map(([kind, those]) => [kind, those.length])), ended_in_doubt: inDoubt }
}
