// Tests which compiled engines are cached, and for how long.
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import { compile } from './compile.ts'
import { cachedEngine, cacheEngine, newEngineCache } from './engine-cache.ts'

const filter = (word: string): Filter => ({
  id: word,
  name: word,
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: [word] },
  actions: [],
})
const engine = (word: string) => compile([filter(word)], new Map())

test('an engine serves only its own version', () => {
  const cache = newEngineCache()
  const first = engine('a')
  cacheEngine(cache, 'anna', 3, first)
  expect(cachedEngine(cache, 'anna', 3)).toBe(first)
  expect([cachedEngine(cache, 'anna', 4), cachedEngine(cache, 'anna', 2), cachedEngine(cache, 'ben', 3)]).toEqual([null, null, null])
})

test('a slower transaction cannot restore an older version', () => {
  const cache = newEngineCache()
  const newer = engine('b')
  cacheEngine(cache, 'anna', 4, newer)
  cacheEngine(cache, 'anna', 3, engine('a'))
  expect(cachedEngine(cache, 'anna', 4)).toBe(newer)
})

test('the least recently used engine is evicted, and the total stays correct', () => {
  const cache = newEngineCache()
  for (const person of ['anna', 'ben', 'cleo']) cacheEngine(cache, person, 1, engine(person), 36)
  cachedEngine(cache, 'anna', 1)
  cacheEngine(cache, 'dora', 1, engine('dora'), 36)
  expect([...cache.byPerson.keys()]).toEqual(['cleo', 'anna', 'dora'])
  for (let version = 2; version < 100; version++) cacheEngine(cache, 'dora', version, engine('dora'), 36)
  expect(cache.tests).toBe(36)
})
