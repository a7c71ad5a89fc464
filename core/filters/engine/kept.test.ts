// Which compiled engines are kept, and for how long.
import { expect, test } from 'vitest'
import type { Filter } from '../action.ts'
import { compile } from './compile.ts'
import { keepEngine, keptEngine, noEngines } from './kept.ts'

const filter = (word: string): Filter => ({
  id: word,
  name: word,
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: [word] },
  actions: [],
})
const engine = (word: string) => compile([filter(word)], new Map())

test('an engine serves its own version alone', () => {
  const kept = noEngines()
  const first = engine('a')
  keepEngine(kept, 'anna', 3, first)
  expect(keptEngine(kept, 'anna', 3)).toBe(first)
  expect([keptEngine(kept, 'anna', 4), keptEngine(kept, 'anna', 2), keptEngine(kept, 'ben', 3)]).toEqual([null, null, null])
})

test('a slower transaction does not bring an older version back', () => {
  const kept = noEngines()
  const newer = engine('b')
  keepEngine(kept, 'anna', 4, newer)
  keepEngine(kept, 'anna', 3, engine('a'))
  expect(keptEngine(kept, 'anna', 4)).toBe(newer)
})

test('what was not used for longest goes when there are too many, and what is left is counted', () => {
  const kept = noEngines()
  for (const person of ['anna', 'ben', 'cleo']) keepEngine(kept, person, 1, engine(person), 36)
  keptEngine(kept, 'anna', 1)
  keepEngine(kept, 'dora', 1, engine('dora'), 36)
  expect([...kept.byPerson.keys()]).toEqual(['cleo', 'anna', 'dora'])
  for (let version = 2; version < 100; version++) keepEngine(kept, 'dora', version, engine('dora'), 36)
  expect(kept.tests).toBe(36)
})
