// Tests that filters agree with the reference implementation on random conditions and messages; test/long/filters-agree.ts runs longer.
import { expect, test } from 'vitest'
import { matches } from '../match.ts'
import { plainReading } from '../testing/plain-message.fixture.ts'
import type { Condition } from '../tree.ts'
import { lookForDifferences } from './differences.fixture.ts'
import { holdsOn } from './evaluate.fixture.ts'
import { allReadings } from './fold.fixture.ts'

test('2,000 conditions and their explanations agree with the reference implementation', () => {
  lookForDifferences(2000, 1)
})

test('the reference implementation is checked against known results', () => {
  expect(allReadings('anna@XN--mnchen-3ya.example')).toEqual(['anna@xn--mnchen-3ya.example', 'anna@münchen.example'])
  const input = plainReading({ subject: 'STRASSE' })
  const holds = (condition: Condition) => [matches(condition, input), holdsOn(condition, input)]
  expect(holds({ field: 'subject', operator: 'is', values: ['Straße'] })).toEqual([true, true])
  expect(holds({ field: 'subject', operator: 'wildcard', values: ['s?r*e'] })).toEqual([true, true])
  expect(holds({ none: [{ field: 'subject', operator: 'is', values: ['Strase'] }] })).toEqual([true, true])
})
