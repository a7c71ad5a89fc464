// Tests filter versions on a real database.
import { expect, test } from 'vitest'
import type { FilterDraft } from '../../../core/api/filters.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { addFilter, changeFilter } from '../change/store.ts'
import { filtersVersion } from '../filters-version.fixture.ts'
import { removeFilters } from '../removal/store.ts'
import { listVersions, maxVersions, readVersion } from './store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const person = () => newId(now)
const draft = (name: string): FilterDraft => ({
  name,
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: [name] },
  actions: [{ kind: 'stop' }],
})
const add = (userId: string, name: string) => addFilter(db, userId, newId(now), draft(name), now)

test('each change adds a version with its time; a change without effect adds none', async () => {
  const anna = person()
  const { id } = await add(anna, 'a')
  await changeFilter(db, anna, id, draft('b'), later(1))
  const same = await changeFilter(db, anna, id, draft('b'), later(2))
  expect(same).toMatchObject({ version: 2, updatedAt: later(1).toISOString() })
  await changeFilter(db, anna, id, { ...draft('b'), paused: true }, later(3))
  expect(await listVersions(db, anna, id)).toEqual([
    { ...draft('b'), paused: true, version: 3, at: later(3).toISOString(), restored: null },
    { ...draft('b'), version: 2, at: later(1).toISOString(), restored: null },
    { ...draft('a'), version: 1, at: now.toISOString(), restored: null },
  ])
})

test('restoring adds a version that names its source', async () => {
  const anna = person()
  const { id } = await add(anna, 'a')
  await changeFilter(db, anna, id, draft('b'), now)
  const old = await readVersion(db, anna, id, 1)
  expect(old).toEqual(draft('a'))
  const back = await changeFilter(db, anna, id, draft('a'), later(1), 1)
  expect(back).toMatchObject({ ...draft('a'), version: 3 })
  expect((await listVersions(db, anna, id)).map(v => [v.version, v.name, v.restored])).toEqual([
    [3, 'a', 1],
    [2, 'b', null],
    [1, 'a', null],
  ])
})

test('the latest versions are kept, and older ones are deleted', async () => {
  const anna = person()
  const { id } = await add(anna, '0')
  for (let i = 1; i <= maxVersions + 1; i++) await changeFilter(db, anna, id, draft(`${i}`), now)
  const kept = (await listVersions(db, anna, id)).map(v => v.version)
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([maxVersions, maxVersions + 2, 3])
})

test('users cannot read the history of other users', async () => {
  const [anna, ben] = [person(), person()]
  const { id } = await add(anna, 'hers')
  expect(await listVersions(db, ben, id)).toEqual([])
  expect(await readVersion(db, ben, id, 1)).toBeUndefined()
})

test('two concurrent changes are two versions in sequence', async () => {
  const anna = person()
  const { id } = await add(anna, 'a')
  await Promise.all(['b', 'c', 'd', 'e'].map(name => changeFilter(db, anna, id, draft(name), now)))
  expect((await listVersions(db, anna, id)).map(v => v.version)).toEqual([5, 4, 3, 2, 1])
})

test('the version of the filter set grows with every change, only for its user', async () => {
  const [anna, ben] = [person(), person()]
  expect(await filtersVersion(db, anna)).toBe(0)
  const { id } = await add(anna, 'a')
  const first = await filtersVersion(db, anna)
  await changeFilter(db, anna, id, draft('b'), now)
  const second = await filtersVersion(db, anna)
  await removeFilters(db, anna, [id], now)
  const third = await filtersVersion(db, anna)
  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThan(first)
  expect(third).toBeGreaterThan(second)
  expect(await filtersVersion(db, ben)).toBe(0)
})
