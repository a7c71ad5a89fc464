// Tests word lists and the filters that use them.

import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { filtersVersion } from '../filters-version.fixture.ts'
import { filterHandlers } from '../handlers.ts'
import { noNewPhones } from '../new-phones.fixture.ts'
import { foldedLists } from './store.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const hands = { listDestinationIds: async () => [], newPhones: noNewPhones, estimatePerDay: async () => 0 }
const handlers = filterHandlers({ db, clock: systemClock, keys, words: loadWords(), limitsOf: async () => selfHosted.limits, ...hands })
const request = {} as FastifyRequest
const person = () => ({ sessionId: '', query: undefined, params: undefined, body: undefined, request, userId: newId(new Date()) })
type Anybody = ReturnType<typeof person>

const save = (who: Anybody, name: string, entries: string[]) => handlers.saveList({ ...who, params: { name }, body: { entries } })
const remove = (who: Anybody, name: string) => handlers.removeList({ ...who, params: { name } })
const lists = async (who: Anybody) => (await handlers.lists(who)).items
const looksInto = (list: string) => ({
  name: `Looks into ${list}`,
  paused: false,
  condition: { none: [{ field: 'from' as const, operator: 'in_list' as const, list }] },
  actions: [{ kind: 'stop' as const }],
  sureOfMany: false,
})

test('a list is saved as written, without duplicates and empty entries', async () => {
  const anna = person()
  expect(await save(anna, 'VIP', ['Anna@Example.com', 'anna@example.COM', '\u200b', 'Straße', 'STRASSE', 'b'])).toEqual({
    name: 'VIP',
    entries: ['Anna@Example.com', 'Straße', 'b'],
    usedBy: [],
  })
  await save(anna, 'VIP', ['c'])
  expect(await lists(anna)).toEqual([{ name: 'VIP', entries: ['c'], usedBy: [] }])
})

test('conditions compare the folded entries of the lists that they name', async () => {
  const anna = person()
  await save(anna, 'VIP', ['Straße 42'])
  await save(anna, 'Others', ['x'])
  const key = await keys.contentKeyOf(db, anna.userId)
  expect(await foldedLists(db, anna.userId, key, new Set(['VIP', 'Gone']))).toEqual(new Map([['VIP', new Set(['strasse 42'])]]))
})

test('a list used by filters says so and cannot be removed', async () => {
  const anna = person()
  await save(anna, 'VIP', ['a'])
  const first = await handlers.add({ ...anna, body: looksInto('VIP') })
  const second = await handlers.add({ ...anna, body: { ...looksInto('VIP'), name: 'Other' } })
  expect(await lists(anna)).toMatchObject([{ usedBy: [first.id, second.id] }])
  await expect(remove(anna, 'VIP')).rejects.toMatchObject({
    status: 409,
    code: 'list_in_use',
    message: 'The list “VIP” is used by “Looks into VIP”, “Other”. Change those filters first.',
  })
  await handlers.remove({ ...anna, params: { id: first.id } })
  await handlers.remove({ ...anna, params: { id: second.id } })
  await remove(anna, 'VIP')
  expect(await lists(anna)).toEqual([])
  await expect(handlers.add({ ...anna, body: looksInto('VIP') })).rejects.toMatchObject({ code: 'list_unknown' })
  await expect(remove(anna, 'VIP')).rejects.toMatchObject({ status: 404 })
})

test('a version that uses a removed list cannot be restored', async () => {
  const anna = person()
  await save(anna, 'VIP', ['a'])
  const { id } = await handlers.add({ ...anna, body: looksInto('VIP') })
  const plain = { field: 'subject' as const, operator: 'contains' as const, values: ['a'] }
  await handlers.change({ ...anna, params: { id }, body: { ...looksInto('VIP'), condition: plain } })
  await remove(anna, 'VIP')
  const back = () => handlers.restore({ ...anna, params: { id }, body: { from: 1 } })
  await expect(back()).rejects.toMatchObject({ status: 422, code: 'list_unknown' })
  await save(anna, 'VIP', ['b'])
  expect(await back()).toMatchObject({ version: 3, condition: looksInto('VIP').condition })
  await expect(handlers.restore({ ...anna, params: { id }, body: { from: 9 } })).rejects.toMatchObject({ status: 404 })
})

test('changing a list invalidates the cached filters of its user', async () => {
  const anna = person()
  const before = await filtersVersion(db, anna.userId)
  await save(anna, 'VIP', ['a'])
  expect(await filtersVersion(db, anna.userId)).toBeGreaterThan(before)
})

test('a user has at most 100 lists, with a limit on their total size', async () => {
  const [anna, ben] = [person(), person()]
  for (let i = 0; i < 100; i++) await save(anna, `List ${i}`, ['a'])
  await expect(save(anna, 'One more', ['a'])).rejects.toMatchObject({ status: 422, code: 'too_many_lists' })
  await save(anna, 'List 7', ['b'])
  const long = (start: string) => Array.from({ length: 10_000 }, (_, i) => `${start}${i}`.padEnd(320, 'ü'))
  await expect(save(ben, 'Long', long('a'))).rejects.toMatchObject({ status: 422, code: 'lists_too_long' })
  await save(
    ben,
    'Long',
    Array.from({ length: 9000 }, (_, i) => `${i}`.padEnd(300, 'u')),
  )
  const usual = Array.from({ length: 1100 }, (_, i) => `${i}@example.com`)
  await expect(save(ben, 'Usual', usual)).rejects.toMatchObject({ code: 'lists_too_long' })
  await save(ben, 'Usual', usual.slice(0, 900))
})

test('users cannot see or remove lists of others, and entries are sealed', async () => {
  const [anna, ben] = [person(), person()]
  await save(anna, 'VIP', ['secret@example.com'])
  expect(await lists(ben)).toEqual([])
  await expect(remove(ben, 'VIP')).rejects.toMatchObject({ status: 404 })
  const row = await db.selectFrom('filter_lists').selectAll().where('user_id', '=', anna.userId).executeTakeFirstOrThrow()
  expect(row.entries.toString('latin1')).not.toContain('secret')
  expect(await lists(anna)).toMatchObject([{ entries: ['secret@example.com'] }])
})
