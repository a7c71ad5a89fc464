// Tests a user's rotas on PostgreSQL: saved, in effect at the right times, and isolated from other users.
import { expect, test } from 'vitest'
import type { RotaDraft } from '../../../core/api/rotas.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { openTestbed } from '../testbed.fixture.ts'
import { rotaHandlers } from './handlers.ts'
import { onCallAt } from './store.ts'

const { db } = await testDatabase()

test('a rota is saved, evaluated in the user’s time zone, and removed only if no filter uses it', async () => {
  const bed = openTestbed(db)
  const [anna, ben] = [newId(bed.now()), newId(bed.now())]
  const [day, night] = [await bed.phoneOf(anna, 'Day', '15550104001'), await bed.phoneOf(anna, 'Night', '15550104002')]
  let filter: string | null = 'Alarms'
  const clock = { now: bed.now, sleep: async () => undefined, every: () => ({ stop: async () => undefined }) }
  const handlers = rotaHandlers({ db, clock, words: loadWords('en'), findFilterUsing: async () => filter })
  const ask = (userId: string, body: RotaDraft | object = {}, id = '') => ({ userId, params: { id }, query: {}, body }) as never
  const shifts: RotaDraft['shifts'] = [
    { destinationId: day, from: '08:00', to: '20:00', days: ['sun'] },
    { destinationId: night, from: '20:00', to: '08:00', days: ['sat', 'sun'] },
  ]
  const { id } = await handlers.add(ask(anna, { name: 'Watch', shifts }))
  expect((await handlers.list(ask(anna))).items).toEqual([{ id, name: 'Watch', shifts }])
  // 2026-03-01 is a Sunday.
  const at = async (zone: string, hour: string) => (await onCallAt(db, anna, zone, new Date(`2026-03-01T${hour}:00Z`))).get(id)
  expect([await at('UTC', '19:59'), await at('UTC', '20:00'), await at('Asia/Tokyo', '12:00')]).toEqual([[day], [night], [night]])
  expect(await handlers.change(ask(anna, { name: 'Guard', shifts: shifts.slice(0, 1) }, id))).toMatchObject({ name: 'Guard' })

  expect((await handlers.list(ask(ben))).items).toEqual([])
  await expect(handlers.change(ask(ben, { name: 'Mine', shifts }, id))).rejects.toMatchObject({ status: 404 })
  const foreign = [{ destinationId: newId(bed.now()), from: '08:00', to: '20:00', days: ['sun'] }]
  await expect(handlers.add(ask(ben, { name: 'Mine', shifts: foreign }))).rejects.toMatchObject({ status: 422 })
  await expect(handlers.remove(ask(anna, {}, id))).rejects.toMatchObject({ status: 409, code: 'rota_used' })
  filter = null
  await expect(handlers.remove(ask(ben, {}, id))).rejects.toMatchObject({ status: 404 })
  await handlers.remove(ask(anna, {}, id))
  expect((await handlers.list(ask(anna))).items).toEqual([])
})
