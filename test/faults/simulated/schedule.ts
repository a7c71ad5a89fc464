// Runs a seeded schedule of email and faults through the real fetching and forwarding in memory, and judges the result.
import { type Findings, judge, judgeSilences, type LedgerLine } from '../checker.ts'
import { lookUntilDone, oneEvent, sendAll, sendAllMail } from './events.ts'
import type { BugHooks } from './hooks.ts'
import type { Rows } from './memory.ts'
import { type Belief, fallSilent } from './silence.ts'
import { openWorld, type SimulatedWorld } from './world.ts'

export interface Bug {
  hooks?: Partial<BugHooks>
  belief?: Partial<Belief>
}

/** Everything that is wrong at the end of a schedule of about `events` events; an honest server leaves nothing. */
export async function simulate(seed: number, { hooks, belief }: Bug = {}, events = 40): Promise<Findings> {
  const world = await openWorld(seed, hooks)
  for (let i = 0; i < events; i++) {
    world.now = new Date(world.now.getTime() + world.chance() * 600_000)
    await oneEvent(world)
  }
  await settle(world)
  const found = judge(world.putIn, ledgerOf(world.memory.rows()), world.phones)
  const late = judgeSilences([fallSilent(world.chance, belief), fallSilent(world.chance, belief)])
  return { ...found, sentences: [...found.sentences, ...late] }
}

async function settle(world: SimulatedWorld): Promise<void> {
  await sendAllMail(world)
  for (const box of world.boxes) await lookUntilDone(world, box)
  await sendAll(world)
}

function ledgerOf({ messages, decisions, deliveries }: Rows): LedgerLine[] {
  return messages.flatMap(({ id, token, userId }) => {
    const theirs = decisions.filter(decision => decision.messageId === id)
    const sent = deliveries.filter(delivery => delivery.messageId === id)
    const unknownAttempts = sent.reduce((sum, delivery) => sum + delivery.unknown, 0)
    const state = sent.length === 0 ? 'not_matched' : sent.every(delivery => delivery.state === 'delivered') ? 'forwarded' : 'under_way'
    const line = { token, person: userId, state, unknownAttempts }
    return theirs.length === 0
      ? [{ ...line, state: 'without a decision' }]
      : theirs.map(({ result }) => (result === 'suppressed' ? { ...line, state: result } : line))
  })
}
