// Tests that the stricter of two filters decides how much of an email is shown, in either order.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnrestricted, type PhonePrivacy, showModes, stricter } from './privacy.ts'
import { redact } from './redact/redact.ts'

const anyPrivacy = fc.record<PhonePrivacy>({
  show: fc.constantFrom(null, ...showModes),
  redact: fc.option(
    fc
      .record({ what: fc.subarray(['cards' as const, 'ibans' as const, 'codes' as const]), patterns: fc.subarray(['secret', 'a+']) })
      .filter(one => one.what.length + one.patterns.length > 0),
  ),
})
const ranks = { headers: 0, summary: 1, full: 2 }
const rank = ({ show }: PhonePrivacy) => ranks[show ?? 'full']

test('combined rules show no more than either and black out what either does', () => {
  const text = 'secret aaa 4111 1111 1111 1111'
  const lettersLeft = (one: PhonePrivacy) => (one.redact ? (redact([text], one.redact)[0] ?? '') : text).replaceAll('•', '')
  fc.assert(
    fc.property(anyPrivacy, anyPrivacy, (a, b) => {
      const both = stricter(a, b)
      expect(rank(both)).toBe(Math.min(rank(a), rank(b)))
      for (const one of [a, b]) {
        for (const what of one.redact?.what ?? []) expect(both.redact?.what).toContain(what)
        for (const pattern of one.redact?.patterns ?? []) expect(both.redact?.patterns).toContain(pattern)
        expect(lettersLeft(both).length).toBeLessThanOrEqual(lettersLeft(one).length)
      }
      if (isUnrestricted(both)) expect([isUnrestricted(a), isUnrestricted(b)]).toEqual([true, true])
    }),
  )
})

test('default rules change nothing', () => {
  const open: PhonePrivacy = { show: null, redact: null }
  fc.assert(
    fc.property(
      anyPrivacy,
      one => isUnrestricted(stricter(open, one)) === isUnrestricted(one) && isUnrestricted(stricter(one, open)) === isUnrestricted(one),
    ),
  )
  expect(isUnrestricted(open)).toBe(true)
  expect(isUnrestricted({ show: 'full', redact: null })).toBe(true)
  for (const show of ['headers', 'summary'] as const) expect(isUnrestricted({ show, redact: null })).toBe(false)
})
