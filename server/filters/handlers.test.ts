// What a person may save as filters.
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { FilterDraft } from '../../core/api/filters.ts'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../seal.ts'
import { wordsOf } from '../words.ts'
import { filterHandlers } from './handlers.ts'

const { db } = await testDatabase()
const handlers = filterHandlers({ db, clock: systemClock, words: wordsOf(), destinationsOf: async () => [] })
const ask = { sessionId: '', query: undefined, request: {} as FastifyRequest }
const draft = (values: number): FilterDraft => ({
  name: 'Invoices',
  paused: false,
  condition: { field: 'body', operator: 'wildcard', values: Array.from({ length: values }, (_, i) => `*inv?ice ${i}*`) },
  actions: [{ kind: 'stop' }],
})

test('the filters of one person together ask only so much of every mail, whether added or changed', async () => {
  const [anna, ben] = [newId(new Date()), newId(new Date())]
  const add = (userId: string, values: number) => handlers.add({ ...ask, userId, params: undefined, body: draft(values) })
  const first = await add(anna, 50)
  for (let i = 0; i < 4; i++) await add(anna, 50)
  await expect(add(anna, 1)).rejects.toMatchObject({ status: 422, code: 'filters_too_costly' })
  await handlers.change({ ...ask, userId: anna, params: { id: first.id }, body: draft(49) })
  await add(anna, 1)
  await expect(handlers.change({ ...ask, userId: anna, params: { id: first.id }, body: draft(50) })).rejects.toMatchObject({ status: 422 })
  await add(ben, 50)
})
