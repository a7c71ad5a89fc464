// Tests what an excerpt shows of a long text, and where the hits are in it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('a short text is not cut', () => {
  expect(excerpt('one\ntwo', [{ start: 4, end: 7 }])).toEqual({ seen: 'one two', hits: [{ start: 4, end: 7 }] })
})

test('a long text is cut around its first hit', () => {
  const text = `${'a '.repeat(500)}invoice${' b'.repeat(500)}`
  const { seen, hits } = excerpt(text, [{ start: 1000, end: 1007 }])
  expect(seen.startsWith('…') && seen.endsWith('…')).toBe(true)
  expect(hits.map(hit => seen.slice(hit.start, hit.end))).toEqual(['invoice'])
})

test('a hit near the end is shown with the text before it', () => {
  const text = `${'a'.repeat(1000)}end`
  const { seen, hits } = excerpt(text, [{ start: 1000, end: 1003 }])
  expect(seen).toHaveLength(199)
  expect(hits.map(hit => seen.slice(hit.start, hit.end))).toEqual(['end'])
})

test('every excerpt is short, shows the first hit and splits no character', () => {
  const text = fc.array(fc.constantFrom('a', '👩', '\n', 'é'), { maxLength: 600 }).map(letters => letters.join(''))
  fc.assert(
    fc.property(text, fc.nat(600), fc.nat(300), (body, at, length) => {
      const hit = { start: Math.min(at, body.length), end: Math.min(at + length, body.length) }
      const { seen, hits } = excerpt(body, [hit])
      expect(seen.length).toBeLessThanOrEqual(200)
      expect(seen.isWellFormed()).toBe(true)
      expect(hits).toHaveLength(hit.start < hit.end ? 1 : 0)
      for (const { start, end } of hits)
        expect(body.slice(hit.start, hit.end).replaceAll('\n', ' ').startsWith(seen.slice(start, end))).toBe(true)
    }),
    { numRuns: 500 },
  )
})
