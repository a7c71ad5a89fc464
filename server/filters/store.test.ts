// Tests the SQL for filters on a real database.
import { expect, test } from 'vitest'
import type { FilterDraft } from '../../core/api/filters.ts'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { addFilter, changeFilter, orderFilters } from './change/store.ts'
import { removeFilters } from './removal/store.ts'
import { activeFilters, getFilter, listFilters, readDecisionReason, readExplanations, readFilters, saveDecisions } from './store.ts'

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

test('a new filter comes after the others, as drafted', async () => {
  const anna = person()
  await add(anna, 'first')
  const second = await add(anna, 'second')
  expect(await names(anna)).toEqual(['first', 'second'])
  expect(await getFilter(db, anna, second.id)).toMatchObject(draft('second'))
})

test('paused filters do not apply', async () => {
  const anna = person()
  await add(anna, 'on')
  await add(anna, 'off', true)
  expect((await activeFilters(db, anna)).map(f => f.name)).toEqual(['on'])
})

test('a filter whose row cannot be read fails alone', async () => {
  const anna = person()
  const broken = await add(anna, 'broken')
  await add(anna, 'good')
  await db
    .updateTable('filters')
    .set({ condition: JSON.stringify({ field: 'of a newer version' }) })
    .where('id', '=', broken.id)
    .execute()
  const read = await readFilters(db, anna)
  expect([read.filters.map(f => f.name), read.broken.map(f => f.id)]).toEqual([['good'], [broken.id]])
  expect([await names(anna), (await activeFilters(db, anna)).length]).toEqual([['good'], 1])
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

test('users cannot read, change, remove or order filters of others', async () => {
  const [anna, ben] = [person(), person()]
  const hers = await add(anna, 'hers')
  expect(await getFilter(db, ben, hers.id)).toBeUndefined()
  expect(await changeFilter(db, ben, hers.id, draft('his'), now)).toBeUndefined()
  expect(await removeFilters(db, ben, [hers.id], now)).toBe(0)
  expect(await orderFilters(db, ben, [hers.id])).toBe(false)
  expect(await names(anna)).toEqual(['hers'])
})

test('an explanation opens only for its user and key', async () => {
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

test('the reason of a decision is readable only by its user', async () => {
  const [anna, ben] = [person(), person()]
  const messageId = newId(now)
  await db
    .transaction()
    .execute(tx => saveDecisions(tx, anna, newKey(), [{ messageId, result: 'matched', reason: 'not_proven', explanations: [] }], now))
  expect([await readDecisionReason(db, anna, messageId), await readDecisionReason(db, ben, messageId)]).toEqual(['not_proven', null])
})
