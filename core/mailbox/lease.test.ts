// One host at a time, and a token that only grows.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimLease, holdsLease, isRenewalDue, type Lease, releaseLease, renewLease } from './lease.ts'

const at = (ms: number) => new Date(ms)
const free: Lease = { host: null, token: 4, until: null }
const held: Lease = { host: 'a', token: 5, until: at(30_000) }

test('a free mailbox is claimed for thirty seconds with a higher token', () => {
  expect(claimLease(free, 'a', at(0))).toEqual({ kind: 'acquired', lease: held })
})

test.each<[string, Lease, string, number, unknown]>([
  ['another host, while it lasts', held, 'b', 29_999, { kind: 'taken', until: at(30_000) }],
  ['another host, once it ran out', held, 'b', 30_000, { kind: 'acquired', lease: { host: 'b', token: 6, until: at(60_000) } }],
  ['the same host, started anew', held, 'a', 1_000, { kind: 'acquired', lease: { host: 'a', token: 6, until: at(31_000) } }],
])('a held mailbox is claimed by %s', (_, lease, host, ms, claimed) => {
  expect(claimLease(lease, host, at(ms))).toEqual(claimed)
})

test.each<[string, string, number, number, unknown]>([
  ['its holder in time', 'a', 5, 10_000, { kind: 'renewed', lease: { host: 'a', token: 5, until: at(40_000) } }],
  ['its holder too late', 'a', 5, 30_000, { kind: 'lost' }],
  ['a former self', 'a', 4, 10_000, { kind: 'lost' }],
  ['another host', 'b', 5, 10_000, { kind: 'lost' }],
])('renewed by %s', (_, host, token, ms, renewed) => {
  expect(renewLease(held, host, token, at(ms))).toEqual(renewed)
})

test('a lease given back is claimed at once, and only its holder gives it back', () => {
  const back = releaseLease(held, 'a', 5)
  expect(claimLease(back, 'b', at(1))).toEqual({ kind: 'acquired', lease: { host: 'b', token: 6, until: at(30_001) } })
  expect(releaseLease(held, 'b', 5)).toBe(held)
  expect(releaseLease(held, 'a', 4)).toBe(held)
})

test('renewal is due ten seconds after the last', () => {
  expect(isRenewalDue(at(0), at(9_999))).toBe(false)
  expect(isRenewalDue(at(0), at(10_000))).toBe(true)
})

test('whatever hosts do and however long they sleep, one may write at a time and tokens only grow', () => {
  const act = fc.record({
    host: fc.constantFrom('a', 'b', 'c'),
    does: fc.constantFrom('claim', 'renew', 'release'),
    afterMs: fc.nat(20_000),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 50 }), acts => {
      let stored: Lease = { host: null, token: 0, until: null }
      let ms = 0
      const tokens = new Map<string, number>()
      for (const { host, does, afterMs } of acts) {
        ms += afterMs
        const before = stored
        const token = tokens.get(host) ?? -1
        if (does === 'release') stored = releaseLease(stored, host, token)
        const asked =
          does === 'claim' ? claimLease(stored, host, at(ms)) : does === 'renew' ? renewLease(stored, host, token, at(ms)) : null
        if (asked && 'lease' in asked) stored = asked.lease
        if (asked?.kind === 'acquired') tokens.set(host, asked.lease.token)
        expect(stored.token).toBeGreaterThanOrEqual(before.token)
        if (stored.host !== before.host && stored.host !== null) expect(stored.token).toBeGreaterThan(before.token)
        expect([...tokens].filter(([name, mine]) => holdsLease(stored, name, mine, at(ms))).length).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 500 },
  )
})
