// What a person sees of their mailbox and mail from outside, and how long it takes until they see it.
import { z } from 'zod'
import { ask, type Person } from '../api.ts'
import type { World } from '../world.ts'

const Mailboxes = z.object({ items: z.array(z.object({ kind: z.string(), state: z.string(), lastAliveAt: z.string().nullable() })) })
const Subjects = z.object({ items: z.array(z.object({ subject: z.string().nullable() })) })

const pollMs = 100

/** The state of the person's IMAP mailbox; null while the server does not say. */
export async function boxOf(world: World, person: Person): Promise<{ state: string; lastAliveAt: Date | null } | null> {
  try {
    const { items } = Mailboxes.parse(await ask(world.base, 'GET', '/api/mailboxes', { token: person.token }))
    const box = items.find(item => item.kind === 'imap')
    return box ? { state: box.state, lastAliveAt: box.lastAliveAt === null ? null : new Date(box.lastAliveAt) } : null
  } catch {
    return null
  }
}

/** Milliseconds until the person's IMAP mailbox is live, or is not; null when it takes too long. */
export function untilLive(world: World, person: Person, isLive: boolean, mostMs: number): Promise<number | null> {
  return until(mostMs, async () => {
    const box = await boxOf(world, person)
    return box !== null && (box.state === 'live') === isLive
  })
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
