// Tests removing and restoring filters on a real database.

import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { FilterDraft } from '../../../core/api/filters.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { changeFilter } from '../change/store.ts'
import { filtersVersion } from '../filters-version.fixture.ts'
import { filterHandlers } from '../handlers.ts'
import { listVersions } from '../history/store.ts'
import { noNewPhones } from '../new-phones.fixture.ts'
import { activeFilters, countFilters, saveDecisions } from '../store.ts'
import { sweepRemoved } from './owners.ts'

const { db } = await testDatabase()
const now = systemClock.now()
const later = new Date(now.getTime() + 60_000)
const handlers = filterHandlers({
  limitsOf: async () => selfHosted.limits,
  ...{ db, clock: systemClock, keys: openUserKeys(newKey(), systemClock.now), words: loadWords() },
  listDestinationIds: async () => [],
  newPhones: noNewPhones,
  estimatePerDay: async () => 0,
})
const request = {} as FastifyRequest
const person = () => ({ sessionId: '', query: undefined, params: undefined, body: undefined, request, userId: newId(now) })
type Anybody = ReturnType<typeof person>

const draft = (name: string, condition: FilterDraft['condition'] = { field: 'subject', operator: 'contains', values: [name] }) => ({
  ...{ name, paused: false, condition },
  actions: [{ kind: 'stop' as const }],
})
const add = (who: Anybody, one: FilterDraft) => handlers.add({ ...who, body: { ...one, sureOfMany: false } })
const names = async (who: Anybody) => (await handlers.list(who)).items.map(filter => filter.name)
const remove = (who: Anybody, id: string) => handlers.remove({ ...who, params: { id } })
const undo = (who: Anybody, id: string) => handlers.undoRemoval({ ...who, params: { id } })
const unknown = { status: 404, code: 'filter_unknown' }

async function matchOnce(who: Anybody, filterId: string): Promise<void> {
  const explained = { filterId, filterName: 'A', acted: true, explanation: { group: 'all' as const, held: true, parts: [] } }
  const decision = { messageId: newId(now), result: 'not_matched' as const, reason: null, explanations: [explained] }
  await db.transaction().execute(tx => saveDecisions(tx, who.userId, newKey(), [decision], now))
}

test('a removed filter does not apply, and is restored with its history, counts and position', async () => {
  const anna = person()
  await add(anna, draft('first'))
  const { id } = await add(anna, draft('second'))
  await add(anna, draft('third'))
  await changeFilter(db, anna.userId, id, draft('second, changed'), later)
  await matchOnce(anna, id)
  await remove(anna, id)
  expect(await names(anna)).toEqual(['first', 'third'])
  expect((await activeFilters(db, anna.userId)).map(({ name }) => name)).toEqual(['first', 'third'])
  expect(await countFilters(db, anna.userId)).toBe(2)
  const before = await filtersVersion(db, anna.userId)
  expect(await undo(anna, id)).toMatchObject({ id, name: 'second, changed', version: 2 })
  expect(await filtersVersion(db, anna.userId)).toBeGreaterThan(before)
  expect(await names(anna)).toEqual(['first', 'second, changed', 'third'])
  expect((await listVersions(db, anna.userId, id)).map(({ version }) => version)).toEqual([2, 1])
  const line = (await handlers.list(anna)).items.find(filter => filter.id === id)
  expect(line?.matchedDaily.at(-1)).toBe(1)
})

test('removed filters are unknown, and users cannot restore filters of others', async () => {
  const [anna, ben] = [person(), person()]
  const { id } = await add(anna, draft('hers'))
  await expect(undo(anna, id)).rejects.toMatchObject(unknown)
  await expect(remove(ben, id)).rejects.toMatchObject(unknown)
  await remove(anna, id)
  await expect(undo(ben, id)).rejects.toMatchObject(unknown)
  await expect(remove(anna, id)).rejects.toMatchObject(unknown)
  await expect(handlers.get({ ...anna, params: { id } })).rejects.toMatchObject(unknown)
  await expect(handlers.versions({ ...anna, params: { id } })).rejects.toMatchObject(unknown)
})

test('a restored filter is validated again, as its list may be gone', async () => {
  const anna = person()
  const list = { ...anna, params: { name: 'friends' } }
  await handlers.saveList({ ...list, body: { entries: ['ben@example.com'] } })
  const { id } = await add(anna, draft('from friends', { field: 'from', operator: 'in_list', list: 'friends' }))
  await remove(anna, id)
  await handlers.removeList(list)
  await expect(undo(anna, id)).rejects.toMatchObject({ status: 422, code: 'list_unknown' })
  expect(await names(anna)).toEqual([])
})

test('a removed filter is deleted with its history after its time, and others never are', async () => {
  const anna = person()
  const [gone, kept] = [await add(anna, draft('gone')), await add(anna, draft('kept'))]
  await remove(anna, gone.id)
  await sweepRemoved(db, now)
  expect(await undo(anna, gone.id)).toMatchObject({ name: 'gone' })
  await remove(anna, gone.id)
  await sweepRemoved(db, new Date(systemClock.now().getTime() + 1))
  await expect(undo(anna, gone.id)).rejects.toMatchObject(unknown)
  expect(await listVersions(db, anna.userId, gone.id)).toEqual([])
  expect(await names(anna)).toEqual([kept.name])
})
