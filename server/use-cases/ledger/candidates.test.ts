// Tests that lists of rare states and of one phone have every message once and in order, though ids are only nearly in the order of arrival.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MessageState } from '../../../core/api/ledger.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { listMessages, type MessagePage, readMessages } from './messages.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-20T00:00:00Z')
const minute = (n: number) => new Date(start.getTime() + n * 60_000)
const [mailboxId, otherMailbox, phone, otherPhone] = [newId(start), newId(start), newId(start), newId(start)]
const states = ['held', 'queued', 'failed', 'read', 'suppressed', 'not_matched'] as const

interface Sample {
  minute: number
  /** How many emails of the same time were before it in its batch. */
  nth: number
  /** How many minutes after its own date it arrived: what was caught up comes days later. */
  arrivedAfter: number
  state: (typeof states)[number]
  isElsewhere: boolean
}

async function save(userId: string, { minute: n, nth, arrivedAfter, state, isElsewhere }: Sample): Promise<string> {
  const [at, arrivedAt] = [minute(n), minute(n + arrivedAfter)]
  const id = newId(new Date(at.getTime() + nth))
  const mailbox_id = isElsewhere ? otherMailbox : mailboxId
  const content = { source_key: id, content_hash: Buffer.from(id), size_bytes: 1 }
  await db
    .insertInto('messages')
    .values({ user_id: userId, id, mailbox_id, arrived_at: arrivedAt, dated_at: at, ...content })
    .execute()
  if (state === 'suppressed' || state === 'not_matched')
    await db.insertInto('decisions').values({ user_id: userId, message_id: id, decision: state, at }).execute()
  else {
    const destination_id = isElsewhere ? otherPhone : phone
    const times = { created_at: at, updated_at: at }
    await db
      .insertInto('deliveries')
      .values({ user_id: userId, id: newId(at), message_id: id, destination_id, state, attempts: 1, ...times })
      .execute()
  }
  return id
}

const shows: Record<Sample['state'], MessageState> = {
  ...{ held: 'held', queued: 'under_way', failed: 'failed', read: 'forwarded', suppressed: 'suppressed', not_matched: 'not_matched' },
}

async function readAll(userId: string, page: Omit<MessagePage, 'before' | 'limit'>): Promise<string[]> {
  const ids: string[] = []
  for (let before: MessagePage['before'] = null; ; ) {
    const rows = await listMessages(db, userId, { ...page, before, limit: 3 })
    ids.push(...rows.slice(0, 3).map(row => row.id))
    const last = rows[2]
    if (rows.length <= 3 || !last) return ids
    before = { datedAt: last.dated_at, id: last.id }
  }
}

const sample = fc.record({
  minute: fc.nat(3000),
  nth: fc.nat(999),
  arrivedAfter: fc.oneof(fc.constant(0), fc.nat(100_000)),
  state: fc.constantFrom(...states),
  isElsewhere: fc.boolean(),
})

test('pages of every state, phone and range have each message once, the newest first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sample, { minLength: 8, maxLength: 24 }), async samples => {
      const userId = newId(start)
      const saved = new Map<string, Sample>()
      for (const one of samples) saved.set(await save(userId, one), one)
      const newestFirst = (await readMessages(db, userId, [...saved.keys()])).map(row => row.id)
      const where = (holds: (one: Sample) => boolean) =>
        newestFirst.filter(id => {
          const one = saved.get(id)
          return one !== undefined && holds(one)
        })
      const isSent = ({ state }: Sample) => state !== 'suppressed' && state !== 'not_matched'
      for (const state of ['held', 'under_way', 'failed', 'forwarded', 'suppressed'] as const) {
        expect(await readAll(userId, { state })).toEqual(where(one => shows[one.state] === state))
        const inRange = await readAll(userId, { state, since: minute(500), until: minute(2500), mailboxId })
        expect(inRange).toEqual(where(one => shows[one.state] === state && one.minute >= 500 && one.minute < 2500 && !one.isElsewhere))
      }
      expect(await readAll(userId, { state: 'matched' })).toEqual(where(isSent))
      expect(await readAll(userId, { state: 'all', destinationId: phone })).toEqual(where(one => isSent(one) && !one.isElsewhere))
    }),
    { numRuns: 10 },
  )
}, 60_000)
