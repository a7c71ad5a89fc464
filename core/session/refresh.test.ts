// Tests refresh decisions with a table of cases and random histories.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRefresh, type FamilyToken } from './refresh.ts'

const at = (ms: number) => new Date(ms)
const endsAt = at(1_000_000)
const token = (id: string, parentId: string | null, revokedMs?: number): FamilyToken => ({
  id,
  parentId,
  revokedAt: revokedMs === undefined ? null : at(revokedMs),
})

describe('one refresh', () => {
  const active = token('c', 'b')
  test.each([
    ['an unknown token', null, 5_000, 'not_found'],
    ['the active token', active, 5_000, 'rotate'],
    ['the active token after the end of the session', active, 1_000_000, 'expired'],
    ['the parent of the active token, an hour later', token('b', 'a', 1_000), 900_000, 'return_active_late'],
    ['the parent of the active token within the interval', token('b', 'a', 1_000), 10_999, 'return_active'],
    ['a grandparent within the interval', token('a', null, 0), 9_999, 'return_active'],
    ['a grandparent when the interval has passed', token('a', null, 0), 10_000, 'reuse_ends_family'],
  ] as const)('%s', (_name, presented, now, decision) => {
    expect(decideRefresh({ presented, active, endsAt }, at(now), 10_000)).toBe(decision)
  })

  test('an exchanged token whose family has no active one ends it', () => {
    expect(decideRefresh({ presented: token('a', null, 0), active: null, endsAt }, at(1), 10_000)).toBe('reuse_ends_family')
  })
})

test('whatever is presented and when, one token is active, and only old tokens other than the parent end the family', () => {
  const step = fc.record({ pick: fc.nat(), waitMs: fc.integer({ min: 0, max: 15_000 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      const family = [token('0', null)]
      let now = 0
      for (const { pick, waitMs } of steps) {
        now += waitMs
        const active = family.at(-1)
        const presented = family[pick % family.length]
        if (!active || !presented) return
        const decision = decideRefresh({ presented, active, endsAt: at(1e9) }, at(now), 10_000)
        if (decision === 'rotate') {
          presented.revokedAt = at(now)
          family.push(token(String(family.length), presented.id))
        }
        const age = family.length - 1 - family.indexOf(active)
        expect(family.filter(t => !t.revokedAt)).toHaveLength(1)
        expect(age).toBe(decision === 'rotate' ? 1 : 0)
        if (decision !== 'reuse_ends_family') continue
        expect(family.indexOf(presented)).toBeLessThan(family.length - 2)
        expect(now - Number(presented.revokedAt)).toBeGreaterThanOrEqual(10_000)
        return
      }
    }),
  )
})
