// The SQL of one person's filters, on a real database.
import { expect, test } from 'vitest'
import type { FilterDraft } from '../../core/api/filters.ts'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { addFilter, changeFilter, orderFilters } from './change/store.ts'
import { removeFilters } from './removal/store.ts'
import { activeFilters, getFilter, listFilters, readExplanations, readReason, saveDecisions } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const person = () => newId(now)
const draft = (name: string, paused = false): FilterDraft => ({
  name,
  paused,
  condition: { any: [{ field: 'subject', operator: 'contains', values: ['invoice'] }] },
  actions: [{ kind: 'forward', destinationIds: [] }],
})
const add = (userId: string, name: string, paused = false) => addFilter(db, userId, newId(now), draft(name, paused), now)
const names = async (userId: string) => (await listFilters(db, userId)).map(f => f.name)

test('a new filter stands behind the others, as it was drafted', async () => {
  const anna = person()
  await add(anna, 'first')
  const second = await add(anna, 'second')
  expect(await names(anna)).toEqual(['first', 'second'])
  expect(await getFilter(db, anna, second.id)).toMatchObject(draft('second'))
})

test('a mail does not meet a paused filter', async () => {
  const anna = person()
  await add(anna, 'on')
  await add(anna, 'off', true)
  expect((await activeFilters(db, anna)).map(f => f.name)).toEqual(['on'])
})

test('the order changes only when each filter is named once', async () => {
  const anna = person()
  const [a, b, c] = [await add(anna, 'a'), await add(anna, 'b'), await add(anna, 'c')]
  expect(await orderFilters(db, anna, [c.id, a.id, b.id])).toBe(true)
  expect(await names(anna)).toEqual(['c', 'a', 'b'])
  for (const wrong of [
    [a.id, b.id],
    [a.id, b.id, b.id],
    [a.id, b.id, newId(now)],
    [a.id, b.id, c.id, newId(now)],
  ]) {
    expect(await orderFilters(db, anna, wrong)).toBe(false)
    expect(await names(anna)).toEqual(['c', 'a', 'b'])
  }
})

test("nobody reads, changes, removes or orders another person's filter", async () => {
  const [anna, ben] = [person(), person()]
  const hers = await add(anna, 'hers')
  expect(await getFilter(db, ben, hers.id)).toBeUndefined()
  expect(await changeFilter(db, ben, hers.id, draft('his'), now)).toBeUndefined()
  expect(await removeFilters(db, ben, [hers.id], now)).toBe(0)
  expect(await orderFilters(db, ben, [hers.id])).toBe(false)
  expect(await names(anna)).toEqual(['hers'])
})

test('an explanation opens for its person and key alone', async () => {
  const [anna, ben] = [person(), person()]
  const key = newKey()
  const messageId = newId(now)
  await db
    .transaction()
    .execute(tx => saveDecisions(tx, anna, key, [{ messageId, result: 'not_matched', reason: null, explanations: [] }], now))
  expect(await readExplanations(db, anna, key, messageId)).toEqual([])
  expect(await readExplanations(db, ben, key, messageId)).toBeNull()
  await expect(readExplanations(db, anna, newKey(), messageId)).rejects.toThrow()
})

test('why a mail has its verdict is told to its person alone', async () => {
  const [anna, ben] = [person(), person()]
  const messageId = newId(now)
  await db
    .transaction()
    .execute(tx => saveDecisions(tx, anna, newKey(), [{ messageId, result: 'matched', reason: 'not_proven', explanations: [] }], now))
  expect([await readReason(db, anna, messageId), await readReason(db, ben, messageId)]).toEqual(['not_proven', null])
})
