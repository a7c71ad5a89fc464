// Collects the two lists that the judge compares with what was sent in: our ledger, and the messages on phones.
import { z } from 'zod/mini'
import { ask, type Person } from './api.ts'
import type { LedgerLine, Received } from './checker.ts'
import type { World } from './world.ts'

const Messages = z.object({
  items: z.array(
    z.object({ id: z.string(), subject: z.nullable(z.string()), state: z.string(), delivery: z.nullable(z.object({ id: z.string() })) }),
  ),
  next: z.nullable(z.string()),
})
const Attempts = z.object({ items: z.array(z.object({ outcome: z.nullable(z.string()) })) })
const Ledger = z.object({ sum: z.object({ arrived: z.number(), underWay: z.number(), held: z.number() }) })
const OnPhones = z.object({ messages: z.array(z.object({ to: z.string(), text: z.nullable(z.string()) })) })

const tokenIn = (text: string): string | undefined => /t\d+n\d+x/.exec(text)?.[0]

export async function readLedger(world: World): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  for (const person of world.people) lines.push(...(await linesOf(world.base, person)))
  return lines
}

async function linesOf(base: string, person: Person): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page = Messages.parse(await ask(base, 'GET', `/api/messages?limit=100${query}`, { token: person.token }))
    for (const item of page.items) {
      const token = tokenIn(item.subject ?? '') ?? `"${item.subject}"`
      const unknownAttempts = item.delivery ? await unknownOf(base, person, item.delivery.id) : 0
      lines.push({ token, person: person.name, state: item.state, unknownAttempts })
    }
    cursor = page.next
  } while (cursor)
  return lines
}

async function unknownOf(base: string, person: Person, deliveryId: string): Promise<number> {
  const { items } = Attempts.parse(await ask(base, 'GET', `/api/deliveries/${deliveryId}/attempts`, { token: person.token }))
  return items.filter(attempt => attempt.outcome === 'unknown').length
}

export async function readPhones(world: World): Promise<Received[]> {
  const { messages } = OnPhones.parse(await ask(world.sandbox, 'GET', '/_sim/messages'))
  return messages.flatMap(message => {
    const token = tokenIn(message.text ?? '')
    const person = world.people.find(p => p.phone === message.to)
    return token ? [{ token, person: person?.name ?? message.to }] : []
  })
}

/** Waits until as many mails have arrived as were put in and nothing is under way; says whether that came about. */
export async function untilQuiet(world: World, mails: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const sums = await Promise.all(
      world.people.map(async p => Ledger.parse(await ask(world.base, 'GET', '/api/ledger?days=30', { token: p.token })).sum),
    )
    const arrived = sums.reduce((n, sum) => n + sum.arrived, 0)
    if (arrived >= mails && sums.every(sum => sum.underWay === 0 && sum.held === 0)) return true
    await new Promise(done => setTimeout(done, 300))
  }
  return false
}
