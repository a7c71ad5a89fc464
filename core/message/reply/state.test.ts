// Tests that a reply arrives at most once and its state is always true, while hosts crash at any moment.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canReply, maxRepliesPerHour } from './rate.ts'
import { afterReply, newReply, type ReplyProgress } from './state.ts'

/** What happens after a claim: the host crashes, the server refuses, or the connection breaks. */
const fates = ['dies_before', 'dies_after_left', 'dies_after_taken', 'busy', 'never', 'lost_taken', 'lost_untaken', 'taken'] as const
type Fate = (typeof fates)[number]

/** Runs until nothing is due; `files`: the server files accepted emails in Sent. */
function run(fate: Fate[], files: boolean, after: typeof afterReply) {
  let now = new Date(0)
  let reply = newReply(false, now)
  let arrived = 0
  const apply = (event: Parameters<typeof afterReply>[1]) => {
    const next = after(reply, event, now)
    reply = next.reply
    return next.effects
  }
  const send = (one: Fate) => {
    if (one === 'dies_before') return
    if (one === 'busy') return apply({ kind: 'refused', reason: 'server_busy', isFinal: false })
    apply({ kind: 'dispatched' })
    if (one === 'never') return apply({ kind: 'refused', reason: 'mail_refused', isFinal: true })
    if (one === 'taken' || one === 'dies_after_taken' || one === 'lost_taken') arrived++
    if (one === 'taken') return apply({ kind: 'accepted' })
    if (one === 'lost_taken' || one === 'lost_untaken') return apply({ kind: 'connection_lost' })
    return undefined
  }
  for (let i = 0; i < 100 && reply.dueAt !== null; i++) {
    now = reply.dueAt
    const [effect] = apply({ kind: 'claimed', leaseMs: 300_000 })
    if (effect === 'send') send(fate.shift() ?? 'taken')
    if (effect === 'check_sent') apply({ kind: 'sent_checked', isFound: files && arrived > 0 })
    if (effect === 'file') apply({ kind: 'filed', outcome: 'done', reason: null })
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

test('whatever crashes or breaks, a reply arrives at most once, reaches a final state, and reports the truth', () => {
  fc.assert(
    fc.property(schedule, ([fate, files]) => isTrue(run([...fate], files, afterReply))),
    { numRuns: 2000 },
  )
})

test('resending a reply that may have been dispatched is caught', () => {
  const careless: typeof afterReply = (reply, event, now) =>
    afterReply(
      event.kind === 'claimed' ? { ...reply, dispatchedAt: reply.state === 'sending' ? null : reply.dispatchedAt } : reply,
      event,
      now,
    )
  const found = fc.check(
    fc.property(schedule, ([fate, files]) => isTrue(run([...fate], files, careless))),
    { numRuns: 2000 },
  )
  expect(found.failed).toBe(true)
})

test('duplicate and late events change nothing', () => {
  const now = new Date(0)
  const waiting = newReply(false, now)
  const cancelled = afterReply(waiting, { kind: 'cancelled' }, now).reply
  expect(cancelled).toMatchObject({ state: 'cancelled', dueAt: null })
  for (const kind of ['cancelled', 'confirmed', 'retried', 'dispatched', 'accepted'] as const)
    expect(afterReply(cancelled, { kind }, now).reply).toEqual(cancelled)
  const sending: ReplyProgress = afterReply(waiting, { kind: 'claimed', leaseMs: 1 }, now).reply
  expect(afterReply(sending, { kind: 'cancelled' }, now).reply).toEqual(sending)
})

test('at most thirty replies per hour', () => {
  const now = new Date(3_600_000)
  const written = Array.from({ length: maxRepliesPerHour }, () => new Date(1))
  expect([canReply(written, now), canReply(written.slice(1), now), canReply(written, new Date(3_600_001))]).toEqual([false, true, true])
})
