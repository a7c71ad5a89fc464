// Of two wishes the more protective one is heard, whichever comes first.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOpen, type Privacy, shows, stricter } from './privacy.ts'
import { redact } from './redact/redact.ts'

const anyPrivacy = fc.record<Privacy>({
  show: fc.constantFrom(null, ...shows),
  redact: fc.option(
    fc
      .record({ what: fc.subarray(['cards' as const, 'ibans' as const, 'codes' as const]), patterns: fc.subarray(['secret', 'a+']) })
      .filter(one => one.what.length + one.patterns.length > 0),
  ),
})
const ranks = { headers: 0, summary: 1, full: 2 }
const rank = ({ show }: Privacy) => ranks[show ?? 'full']

test('both together show no more than either, and black out what either does', () => {
  const text = 'secret aaa 4111 1111 1111 1111'
  const lettersLeft = (one: Privacy) => (one.redact ? (redact([text], one.redact)[0] ?? '') : text).replaceAll('•', '')
  fc.assert(
    fc.property(anyPrivacy, anyPrivacy, (a, b) => {
      const both = stricter(a, b)
      expect(rank(both)).toBe(Math.min(rank(a), rank(b)))
      for (const one of [a, b]) {
        for (const what of one.redact?.what ?? []) expect(both.redact?.what).toContain(what)
        for (const pattern of one.redact?.patterns ?? []) expect(both.redact?.patterns).toContain(pattern)
        expect(lettersLeft(both).length).toBeLessThanOrEqual(lettersLeft(one).length)
      }
      if (isOpen(both)) expect([isOpen(a), isOpen(b)]).toEqual([true, true])
    }),
  )
})

test('what says nothing changes nothing', () => {
  const open: Privacy = { show: null, redact: null }
  fc.assert(fc.property(anyPrivacy, one => isOpen(stricter(open, one)) === isOpen(one) && isOpen(stricter(one, open)) === isOpen(one)))
  expect(isOpen(open)).toBe(true)
  expect(isOpen({ show: 'full', redact: null })).toBe(true)
  for (const show of ['headers', 'summary'] as const) expect(isOpen({ show, redact: null })).toBe(false)
})
