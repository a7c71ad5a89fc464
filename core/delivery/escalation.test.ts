// Tests escalation from phone to phone: each is notified once, in order, when due, and none after somebody has the email.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChainDelivery, type ChainPhone, type Escalation, type EscalationUpdate, escalate } from './escalation.ts'

const [anna, ben, cleo] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
]
const ids = [anna ?? '', ben ?? '', cleo ?? '']
const start = new Date('2026-11-22T20:00:00Z')
const minutes = (n: number) => new Date(start.getTime() + n * 60_000)

const fresh = (afterMinutes = 10, thenEmail = true): Escalation => ({
  ...{ state: 'open', afterMinutes, thenEmail },
  steps: ids.map(destinationId => ({ destinationId, askedAt: null, end: null, endedAt: null })),
})

/** Simulates phones and the deliveries to them; asking a phone sends the email to it. */
function world(escalation = fresh()) {
  const seen = new Map<string, ChainPhone>(ids.map(id => [id, { destinationId: id, phone: 'linked', delivery: null }]))
  const asked: { id: string; at: Date }[] = []
  const cancelled: string[] = []
  let [state, mails, nextAt] = [escalation, 0, start as Date | null]
  const deliver = (id: string, change: Partial<ChainDelivery>) => {
    const before = seen.get(id)?.delivery ?? { state: 'sent', reason: null, waitUntil: null, readAt: null, acknowledgedAt: null }
    seen.set(id, { destinationId: id, phone: seen.get(id)?.phone ?? 'linked', delivery: { ...before, ...change } })
  }
  const look = (now: Date): EscalationUpdate => {
    for (;;) {
      const looked = escalate(state, [...seen.values()], now)
      state = looked.next
      nextAt = looked.nextAt
      for (const effect of looked.effects) {
        if (effect.kind === 'ask') {
          asked.push({ id: effect.destinationId, at: now })
          deliver(effect.destinationId, {})
        }
        if (effect.kind === 'cancel') cancelled.push(...effect.destinationIds)
        if (effect.kind === 'email') mails += 1
      }
      if (!looked.effects.some(effect => effect.kind === 'ask')) return looked
    }
  }
  return {
    ...{ asked, cancelled, deliver, look },
    phone: (id: string, phone: ChainPhone['phone']) => seen.set(id, { destinationId: id, phone, delivery: seen.get(id)?.delivery ?? null }),
    state: () => state,
    ends: () => state.steps.map(step => step.end),
    mails: () => mails,
    nextAt: () => nextAt,
  }
}

describe('one after another', () => {
  test('the next is asked when nobody has read it in time, and if the last does not, an email is sent', () => {
    const { look, asked, ends, mails, state } = world()
    look(start)
    look(minutes(9))
    expect(asked.map(one => one.id)).toEqual([anna])
    look(minutes(10))
    look(minutes(25))
    expect(asked).toEqual([anna, ben, cleo].map((id, i) => ({ id, at: minutes([0, 10, 25][i] ?? 0) })))
    look(minutes(34))
    expect(mails()).toBe(0)
    look(minutes(35))
    look(minutes(36))
    expect([ends(), mails(), state().state]).toEqual([['unread', 'unread', 'unread'], 1, 'unanswered'])
  })

  test('reading or acknowledging it ends the escalation: what was not sent to the others yet is cancelled', () => {
    for (const [change, how] of [
      [{ state: 'read', readAt: minutes(12) }, 'read'],
      [{ acknowledgedAt: minutes(12) }, 'acknowledged'],
    ] as const) {
      const { look, asked, deliver, ends, cancelled, state } = world()
      look(start)
      look(minutes(10))
      deliver(ids[1] ?? '', change)
      look(minutes(12))
      look(minutes(60))
      expect(asked).toHaveLength(2)
      expect([ends(), state().state]).toEqual([['unread', how, 'taken'], 'taken'])
      expect(cancelled).toEqual([anna, cleo])
    }
  })

  test('it also ends if the first reads it late, after the second was asked', () => {
    const { look, deliver, ends } = world()
    look(start)
    look(minutes(10))
    deliver(ids[0] ?? '', { state: 'read', readAt: minutes(11) })
    look(minutes(11))
    expect(ends()).toEqual(['read', 'taken', 'taken'])
  })

  test('no time is lost on a phone that cannot receive it', () => {
    for (const change of [{ state: 'failed' }, { state: 'expired' }, { state: 'cancelled', reason: 'replaced' }] as const) {
      const { look, asked, deliver, ends } = world()
      look(start)
      deliver(ids[0] ?? '', change)
      look(minutes(1))
      expect([asked.map(one => one.id), ends()[0]]).toEqual([[anna, ben], 'undelivered'])
    }
    const { look, asked, ends, phone, deliver } = world()
    phone(ids[0] ?? '', 'pending')
    phone(ids[1] ?? '', 'resting')
    deliver(ids[1] ?? '', { state: 'held', reason: 'paused' })
    look(start)
    expect([asked.map(one => one.id), ends()]).toEqual([
      [ben, cleo],
      ['not_linked', 'resting', null],
    ])
  })

  test('the waiting time of a scheduled email starts when it is due', () => {
    const { look, deliver, asked, nextAt } = world()
    look(start)
    deliver(ids[0] ?? '', { state: 'held', reason: 'quiet', waitUntil: minutes(600) })
    look(minutes(1))
    expect(nextAt()).toEqual(minutes(610))
    look(minutes(609))
    expect(asked).toHaveLength(1)
    look(minutes(610))
    expect(asked).toHaveLength(2)
  })

  test('an erased email is sent to nobody else', () => {
    const { look, deliver, asked, state, mails } = world()
    look(start)
    deliver(ids[0] ?? '', { state: 'cancelled', reason: 'mail_erased' })
    look(minutes(20))
    expect([asked.length, state().state, mails()]).toEqual([1, 'erased', 0])
  })
})

const happening = fc.record({
  after: fc.integer({ min: 0, max: 30 }),
  who: fc.integer({ min: 0, max: 2 }),
  what: fc.constantFrom('nothing', 'read', 'acknowledged', 'failed', 'delivered', 'stopped', 'removed', 'resting'),
})

test('whatever happens, each phone is asked once, in order, not before it is due, and none after the escalation ends', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 240 }), fc.array(happening, { maxLength: 20 }), (afterMinutes, happenings) => {
      const { look, asked, deliver, phone, state, mails, nextAt } = world(fresh(afterMinutes))
      let at = 0
      let over: number | null = null
      for (const { after, who, what } of [...happenings, ...ids.map(() => ({ after: 240, who: 0, what: 'nothing' as const }))]) {
        look(minutes(at))
        at += after
        const id = ids[who] ?? ''
        const isAsked = asked.some(one => one.id === id)
        if (what === 'read' && isAsked) deliver(id, { state: 'read', readAt: minutes(at) })
        if (what === 'acknowledged' && isAsked) deliver(id, { acknowledgedAt: minutes(at) })
        if ((what === 'failed' || what === 'delivered') && isAsked) deliver(id, { state: what })
        if (what === 'stopped' || what === 'removed' || what === 'resting') phone(id, what)
        const again = [look(minutes(at)), look(minutes(at))][1]
        expect(again?.effects).toEqual([])
        if (over !== null) expect(asked).toHaveLength(over)
        else if (state().state !== 'open') over = asked.length
        expect(state().state === 'open').toBe(nextAt() !== null)
      }
      const places = asked.map(one => ids.indexOf(one.id))
      expect(places).toEqual([...new Set(places)].toSorted())
      for (const [i, { at: askedAt }] of asked.entries()) {
        const before = state().steps[ids.indexOf(asked[i - 1]?.id ?? '')]
        if (before?.end === 'unread' && before.askedAt)
          expect(askedAt.getTime() - Date.parse(before.askedAt)).toBeGreaterThanOrEqual(afterMinutes * 60_000)
      }
      expect(state().state).not.toBe('open')
      expect(mails()).toBe(state().state === 'unanswered' ? 1 : 0)
    }),
    { numRuns: 150 },
  )
})
