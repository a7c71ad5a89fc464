// Reads a person's mailbox and messages over the API, and measures how long changes take to appear.
import { z } from 'zod/mini'
import { ask, type Person } from '../api.ts'
import type { World } from '../world.ts'

const Count = z.object({ held: z.number(), kept: z.number() })
const Mailboxes = z.object({
  items: z.array(z.object({ kind: z.string(), state: z.string(), lastAliveAt: z.nullable(z.string()), count: z.nullable(Count) })),
})
const Subjects = z.object({ items: z.array(z.object({ subject: z.nullable(z.string()) })) })

const pollMs = 100

interface Box {
  state: string
  lastAliveAt: Date | null
  /** What the mail server holds, and how much of it is kept, as the mailbox's card says. */
  count: { held: number; kept: number } | null
}

/** The state of the person's IMAP mailbox; null while the server does not say. */
export async function readMailbox(world: World, person: Person): Promise<Box | null> {
  try {
    const { items } = Mailboxes.parse(await ask(world.base, 'GET', '/api/mailboxes', { token: person.token }))
    const box = items.find(item => item.kind === 'imap')
    return box ? { ...box, lastAliveAt: box.lastAliveAt === null ? null : new Date(box.lastAliveAt) } : null
  } catch {
    return null
  }
}

/** Milliseconds until the person's IMAP mailbox is live, or is not; null when it takes too long. */
export function untilLive(world: World, person: Person, isLive: boolean, mostMs: number): Promise<number | null> {
  return until(mostMs, async () => {
    const box = await readMailbox(world, person)
    return box !== null && (box.state === 'live') === isLive
  })
}

/** A sentence when the card says that the mail server holds more than is kept. */
export async function judgeCounts(world: World, person: Person): Promise<string[]> {
  const count = (await readMailbox(world, person))?.count
  return count && count.kept < count.held
    ? [`${person.name}: ${count.kept} mails are kept of ${count.held} that the mail server holds`]
    : []
}

/** Milliseconds until a mail stands in its person's ledger; null when it takes too long. */
export function untilKept(world: World, person: Person, token: string, mostMs: number): Promise<number | null> {
  return until(mostMs, async () => {
    try {
      const { items } = Subjects.parse(await ask(world.base, 'GET', '/api/messages?limit=100', { token: person.token }))
      return items.some(item => item.subject?.includes(token))
    } catch {
      return false
    }
  })
}

async function until(mostMs: number, holds: () => Promise<boolean>): Promise<number | null> {
  const began = performance.now()
  while (performance.now() - began < mostMs) {
    if (await holds()) return performance.now() - began
    await pause(pollMs)
  }
  return null
}

export const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
