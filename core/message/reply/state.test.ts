// An answer under hosts that die at any moment: it arrives once at most, and its state never says otherwise.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mayReply, mostAnHour } from './rate.ts'
import { afterReply, newReply, type ReplyProgress } from './state.ts'

/** What happens to a claim: the host dies at a step, the server refuses, or the connection breaks. */
const fates = ['dies_before', 'dies_after_left', 'dies_after_taken', 'busy', 'never', 'lost_taken', 'lost_untaken', 'taken'] as const
type Fate = (typeof fates)[number]

/** Runs until nothing is due; `files`: the server puts into Sent what it takes. */
function run(fate: Fate[], files: boolean, after: typeof afterReply) {
  let now = new Date(0)
  let reply = newReply(false, now)
  let arrived = 0
  const say = (event: Parameters<typeof afterReply>[1]) => {
    const next = after(reply, event, now)
    reply = next.reply
    return next.effects
  }
  const send = (one: Fate) => {
    if (one === 'dies_before') return
    if (one === 'busy') return say({ kind: 'refused', reason: 'server_busy', isFinal: false })
    say({ kind: 'left' })
    if (one === 'never') return say({ kind: 'refused', reason: 'mail_refused', isFinal: true })
    if (one === 'taken' || one === 'dies_after_taken' || one === 'lost_taken') arrived++
    if (one === 'taken') return say({ kind: 'accepted' })
    if (one === 'lost_taken' || one === 'lost_untaken') return say({ kind: 'lost' })
    return undefined
  }
  for (let i = 0; i < 100 && reply.dueAt !== null; i++) {
    now = reply.dueAt
    const [effect] = say({ kind: 'claimed', leaseMs: 300_000 })
    if (effect === 'send') send(fate.shift() ?? 'taken')
    if (effect === 'look') say({ kind: 'looked', isFound: files && arrived > 0 })
    if (effect === 'file') say({ kind: 'filed', how: 'done', reason: null })
  }
  return { reply, arrived }
}

const isTrue = ({ reply, arrived }: ReturnType<typeof run>): boolean =>
  arrived <= 1 &&
  reply.dueAt === null &&
  (reply.state === 'sent'
    ? arrived === 1 && reply.filing === 'done'
    : reply.state === 'failed'
      ? arrived === 0
      : reply.state === 'unconfirmed')

const schedule = fc.tuple(fc.array(fc.constantFrom(...fates), { maxLength: 10 }), fc.boolean())

test('whatever dies or breaks, it arrives once at most, comes to an end, and says the truth', () => {
  fc.assert(
    fc.property(schedule, ([fate, files]) => isTrue(run([...fate], files, afterReply))),
    { numRuns: 2000 },
  )
})

test('one that is sent again after it may have left is caught', () => {
  const careless: typeof afterReply = (reply, event, now) =>
    afterReply(event.kind === 'claimed' ? { ...reply, leftAt: reply.state === 'sending' ? null : reply.leftAt } : reply, event, now)
  const found = fc.check(
    fc.property(schedule, ([fate, files]) => isTrue(run([...fate], files, careless))),
    { numRuns: 2000 },
  )
  expect(found.failed).toBe(true)
})

test('what comes twice, or too late, changes nothing', () => {
  const now = new Date(0)
  const waiting = newReply(false, now)
  const cancelled = afterReply(waiting, { kind: 'cancelled' }, now).reply
  expect(cancelled).toMatchObject({ state: 'cancelled', dueAt: null })
  for (const kind of ['cancelled', 'confirmed', 'again', 'left', 'accepted'] as const)
    expect(afterReply(cancelled, { kind }, now).reply).toEqual(cancelled)
  const sending: ReplyProgress = afterReply(waiting, { kind: 'claimed', leaseMs: 1 }, now).reply
  expect(afterReply(sending, { kind: 'cancelled' }, now).reply).toEqual(sending)
})

test('thirty an hour', () => {
  const now = new Date(3_600_000)
  const written = Array.from({ length: mostAnHour }, () => new Date(1))
  expect([mayReply(written, now), mayReply(written.slice(1), now), mayReply(written, new Date(3_600_001))]).toEqual([false, true, true])
})
