// Tests match counts by day on a real database.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { addFilter } from './change/store.ts'
import { readMatched } from './matches-store.ts'
import { removeFilters } from './removal/store.ts'
import { saveDecisions } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T23:30:00Z')
const dayMs = 86_400_000
const key = newKey()

async function newFilter(userId: string): Promise<string> {
  const condition = { field: 'subject', operator: 'contains', values: ['a'] } as const
  const draft = { name: 'A', paused: false, condition: { ...condition, values: ['a'] }, actions: [{ kind: 'stop' as const }] }
  return (await addFilter(db, userId, newId(now), draft, now)).id
}

/** A mail that met the filters: those that held on it, and those that did not. */
const decision = (held: string[], missed: string[] = []) => ({
  messageId: newId(now),
  result: 'not_matched' as const,
  reason: null,
  explanations: [...held.map(id => explained(id, true)), ...missed.map(id => explained(id, false))],
})
const explained = (filterId: string, held: boolean) => ({
  filterId,
  filterName: 'A',
  explanation: { group: 'all' as const, held, parts: [] },
  acted: false,
})
const save = (userId: string, decisions: ReturnType<typeof decision>[], at: Date) =>
  db.transaction().execute(tx => saveDecisions(tx, userId, key, decisions, at))

test('a matching filter is counted on its day with the time of the last match', async () => {
  const anna = newId(now)
  const [often, once, never] = [await newFilter(anna), await newFilter(anna), await newFilter(anna)]
  await save(anna, [decision([often, once], [never]), decision([often], [once, never])], new Date(now.getTime() - 29 * dayMs))
  await save(anna, [decision([often])], now)
  const matched = await readMatched(db, anna, now)
  const zeros = Array(28).fill(0)
  expect(matched.get(often)).toEqual({ lastAt: now, daily: [2, ...zeros, 1] })
  expect(matched.get(once)).toEqual({ lastAt: new Date(now.getTime() - 29 * dayMs), daily: [1, ...zeros, 0] })
  expect(matched.get(never)).toEqual({ lastAt: null, daily: Array(30).fill(0) })
  const [tomorrow] = [await readMatched(db, anna, new Date(now.getTime() + dayMs))]
  expect(tomorrow.get(often)?.daily).toEqual([...zeros, 1, 0])
  expect(tomorrow.get(once)).toMatchObject({ daily: Array(30).fill(0) })
})

test('counts belong to their user, and are deleted with the filter', async () => {
  const [anna, ben] = [newId(now), newId(now)]
  const hers = await newFilter(anna)
  await save(anna, [decision([hers])], now)
  expect(await readMatched(db, ben, now)).toEqual(new Map())
  await removeFilters(db, anna, [hers], now)
  expect(await readMatched(db, anna, now)).toEqual(new Map())
})

test('a filter removed during a match does not lose the email', async () => {
  const anna = newId(now)
  const [gone, left] = [await newFilter(anna), await newFilter(anna)]
  await removeFilters(db, anna, [gone], now)
  await save(anna, [decision([gone, left])], now)
  expect([...(await readMatched(db, anna, now)).keys()]).toEqual([left])
})

test('concurrent hosts lose no count and never deadlock', async () => {
  const anna = newId(now)
  const ids = await Promise.all(Array.from({ length: 8 }, () => newFilter(anna)))
  const shuffled = (i: number) => (i % 2 === 0 ? ids : ids.toReversed())
  await Promise.all(Array.from({ length: 30 }, (_, i) => save(anna, [decision(shuffled(i))], now)))
  const matched = await readMatched(db, anna, now)
  expect(ids.map(id => matched.get(id)?.daily.at(-1))).toEqual(ids.map(() => 30))
})
