// Tests how the list's query is made from the days and moments in the URL.
import { expect, test } from 'vitest'
import { toUserFilters } from './DateFilter.tsx'

test('days last from their start to their end, a moment is taken as it is, and anything else is left out', () => {
  const { from, to } = toUserFilters({ from: '2026-11-20', to: '2026-11-20' })
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_400_000)
  expect(toUserFilters({ from: '2026-11-20T13:05:07.123Z', q: 'anna' })).toEqual({ from: '2026-11-20T13:05:07.123Z', q: 'anna' })
  expect(toUserFilters({ from: 'yesterday', to: '2026-13-45' })).toEqual({})
})
