// Tests which of a phone's deliveries count as its newest emails.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId } from '../foundation/seal.ts'
import { listRecentDeliveries } from './owners.ts'
import { openTestbed } from './testbed.fixture.ts'

const { db } = await testDatabase()

test('the newest emails that WhatsApp took for this phone are listed, each once, and none of another phone', async () => {
  const bed = openTestbed(db)
  const userId = newId(bed.now())
  const [mine, other] = [await bed.phoneOf(userId, 'Mine', '15550104101'), await bed.phoneOf(userId, 'Other', '15550104102')]
  const minute = (n: number) => new Date(bed.now().getTime() + n * 60_000)
  const send = async (n: number, destinationId: string, accepted = true) => {
    const [id, messageId] = [newId(minute(n)), newId(minute(n))]
    const times = { created_at: minute(n), updated_at: minute(n), accepted_at: accepted ? minute(n) : null }
    await db
      .insertInto('deliveries')
      .values({ user_id: userId, id, message_id: messageId, destination_id: destinationId, state: 'delivered', attempts: 1, ...times })
      .execute()
    return id
  }
  const ids = [await send(1, mine), await send(2, mine), await send(3, mine), await send(4, mine)]
  await send(5, other)
  await send(6, mine, false)
  const found = await listRecentDeliveries(db, { waId: '15550104101', waUserId: null }, 3)
  expect(found.map(({ deliveryId }) => deliveryId)).toEqual([ids[3], ids[2], ids[1]])
  expect(await listRecentDeliveries(db, { waId: '15550109999', waUserId: null }, 3)).toEqual([])
})
