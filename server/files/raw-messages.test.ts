// Tests how long the raw message is kept: until nothing waits for it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { State } from '../../core/delivery/states.ts'
import { testDatabase } from '../../test/database.ts'
import { newKey } from '../foundation/seal.ts'
import { saveRawMessage } from './raw-message-store.ts'
import { sweepRawMessages } from './raw-messages-owners.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-26T10:00:00Z')
const userId = randomUUID()

/** A raw message, and a delivery of it in each of these states. */
async function save(...states: State[]): Promise<string> {
  const id = randomUUID()
  await saveRawMessage(db, userId, newKey(), id, Buffer.from('raw'), now)
  for (const state of states)
    await sql`
      insert into deliveries (user_id, id, message_id, destination_id, state, created_at, updated_at)
      values (${userId}, ${randomUUID()}, ${id}, ${randomUUID()}, ${state}, ${now}, ${now})`.execute(db)
  return id
}

test('the raw message goes as soon as all its deliveries are final, and at once when there are none', async () => {
  const kept = new Set<string>()
  for (const state of ['held', 'queued', 'sending', 'unknown', 'accepted', 'sent'] as const) {
    kept.add(await save(state))
    kept.add(await save('delivered', state))
  }
  await save()
  await save('delivered', 'failed')
  for (const state of ['delivered', 'read', 'failed', 'cancelled', 'expired'] as const) await save(state)
  await sweepRawMessages(db)
  const left = await db.selectFrom('raw_messages').select('id').execute()
  expect(new Set(left.map(row => row.id))).toEqual(kept)
  await db.updateTable('deliveries').set({ state: 'read' }).execute()
  await sweepRawMessages(db)
  expect(await db.selectFrom('raw_messages').select('id').execute()).toEqual([])
})
