// Tests that mailbox actions and failed files are listed with their message, only for its owner.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { listFailedFiles, listMailboxActions } from './message-details.ts'

const { db } = await testDatabase()
const [userId, messageId, phone] = [randomUUID(), randomUUID(), randomUUID()]
const at = new Date('2026-11-22T10:00:00Z')
const explain = (reason: string | null) => reason && `because of ${reason}`

test('a mailbox action is listed with its message, with its source and why it failed', async () => {
  await ask({ kind: 'archive', destination_id: phone, state: 'done', created_at: at })
  await ask({ kind: 'mark_read', destination_id: null, state: 'failed', reason: 'mailbox', created_at: new Date(at.getTime() + 1000) })
  expect(await listMailboxActions(db, userId, messageId, explain)).toMatchObject([
    { by: 'phone', kind: 'archive', state: 'done', reason: null, at: at.toISOString() },
    { by: 'screen', kind: 'mark_read', state: 'failed', reason: 'because of mailbox' },
  ])
  expect(await listMailboxActions(db, randomUUID(), messageId, explain)).toEqual([])
  expect(await listMailboxActions(db, userId, randomUUID(), explain)).toEqual([])
})

test('a file that did not reach its phone is listed with the reason, only for its owner', async () => {
  const row = {
    user_id: userId,
    message_id: messageId,
    destination_id: phone,
    kind: 'attachment' as const,
    attempts: 1,
    usage_month: '2026-11',
  }
  const states = [...(['failed', 'delivered'] as const)]
  for (const [part, state] of states.entries())
    await db
      .insertInto('deliveries')
      .values({ ...row, id: newId(at), part, state, reason: 'file_gone', created_at: at, updated_at: at })
      .execute()
  const files = { items: ['a.pdf', 'b.pdf'].map(name => ({ name, type: 'application/pdf', sizeBytes: 1 })), left: 0 }
  const told = (owner: string) => listFailedFiles(db, owner, messageId, plainView({ files }), (_, reason) => explain(reason))
  expect(await told(userId)).toEqual([{ name: 'a.pdf', destinationName: '', reason: 'because of file_gone' }])
  expect(await told(randomUUID())).toEqual([])
})

interface Act {
  kind: 'archive' | 'mark_read'
  destination_id: string | null
  state: 'done' | 'failed'
  reason?: string
  created_at: Date
}

const ask = ({ reason, ...act }: Act) =>
  db
    .insertInto('mailbox_actions')
    .values({
      ...{ user_id: userId, id: newId(at), source: 'person', message_id: messageId, mailbox_id: randomUUID(), wamid: null, due_at: null },
      ...{ ...act, reason: reason ?? null, updated_at: at },
    })
    .execute()
