// Tests finding a filter's recent emails to a phone, on PostgreSQL.
import { expect, test } from 'vitest'
import { sendKey } from '../../core/delivery/schedule.ts'
import { testDatabase } from '../../test/database.ts'
import { newId } from '../foundation/seal.ts'
import { enqueue, type NewDelivery } from './queue.ts'
import { recentSends } from './recent-sends-store.ts'
import { addDestination } from './store.ts'

const { db } = await testDatabase()
const at = (time: string) => new Date(`2026-11-22T${time}:00Z`)
const [filter, other] = [crypto.randomUUID(), crypto.randomUUID()]

async function personWithPhone() {
  const userId = crypto.randomUUID()
  const { id } = await addDestination(db, userId, newId(at('00:00')), 'Phone', at('00:00'))
  const send = (time: string, more: Partial<NewDelivery> = {}) => {
    const made = { id: newId(at(time)), messageId: newId(at(time)), filterId: filter, destinationId: id, usageMonth: '2026-11' }
    return db.transaction().execute(tx => enqueue(tx, userId, [{ ...made, redact: null, show: null, ...more }], at(time)))
  }
  return { userId, id, send }
}
const goneSince = (userId: string, time: string) => db.transaction().execute(tx => recentSends(tx, userId, [filter], at(time)))

test('includes only individual emails of that filter, since then or later', async () => {
  const { userId, id, send } = await personWithPhone()
  await send('08:00')
  await send('10:00')
  await send('10:30')
  await send('10:40', { filterId: other })
  await send('07:00', { waitUntil: at('12:00'), waitReason: 'quiet' })
  await send('10:50', { waitUntil: at('12:00'), waitReason: 'folded', forDigest: true })
  const gone = await goneSince(userId, '10:00')
  expect([...gone.keys()]).toEqual([sendKey(filter, id)])
  expect(gone.get(sendKey(filter, id))?.toSorted((a, b) => Number(a) - Number(b))).toEqual([at('10:30'), at('12:00')])
})

test('failed emails and those to other phones do not count', async () => {
  const { userId, send } = await personWithPhone()
  await send('10:30')
  await db.updateTable('deliveries').set({ state: 'failed' }).where('user_id', '=', userId).execute()
  const ben = await personWithPhone()
  await ben.send('10:30')
  expect(await goneSince(userId, '10:00')).toEqual(new Map())
  expect((await goneSince(ben.userId, '10:00')).size).toBe(1)
})
