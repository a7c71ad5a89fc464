// Tests search over sealed messages: only the user's own, and each match once.
import { expect, test } from 'vitest'
import { splitSearchWords } from '../../../../core/message/search.ts'
import { testDatabase } from '../../../../test/database.ts'
import { newId, newKey } from '../../../foundation/seal.ts'
import { sealHead } from '../../../mail/messages/sealed.ts'
import type { MessagePage } from '../messages.ts'
import { openMessageFinder } from './finder.ts'
import { searchMessages } from './search.ts'

const { db } = await testDatabase()
const start = new Date('2026-11-20T00:00:00Z')
const id = () => newId(start)
const finder = openMessageFinder()
const keys = new Map<string, Buffer>()
const mailboxId = id()

function personWithKey(): string {
  const userId = id()
  keys.set(userId, newKey())
  return userId
}

const contentKeyOf = async (userId: string) => keys.get(userId) ?? newKey()

/** The subjects, each a minute after the one before; null for a mail whose contents were erased. */
async function keep(userId: string, subjects: (string | null)[], from = { name: 'Harbour Office', address: 'office@example.net' }) {
  const key = await contentKeyOf(userId)
  const rows = subjects.map((subject, minute) => {
    const messageId = id()
    const head = subject === null ? null : sealHead(key, userId, messageId, { from, subject, date: null })
    const at = new Date(start.getTime() + minute * 60_000)
    return {
      ...{ user_id: userId, id: messageId, mailbox_id: mailboxId, source_key: messageId, content_hash: newKey() },
      ...{ size_bytes: 1, arrived_at: at, dated_at: at, head, erased_at: head ? null : at },
    }
  })
  await db.insertInto('messages').values(rows).execute()
  return rows.map(row => row.id)
}

async function find(userId: string, text: string, change: Partial<MessagePage> = {}, isDisconnected = () => false) {
  const page: MessagePage = { state: 'all', before: null, limit: 50, ...change }
  return searchMessages({ db, finder, contentKeyOf, isDisconnected }, userId, page, splitSearchWords(text))
}

test('messages are found by sender and subject, newest first, but not after they were erased', async () => {
  const userId = personWithKey()
  const [invoice, lunch, again] = await keep(userId, ['Invoice 7', 'Lunch?', 'INVOICE 8', null])
  expect((await find(userId, 'invoice')).ids).toEqual([again, invoice])
  expect((await find(userId, 'harbour lunch')).ids).toEqual([lunch])
  expect((await find(userId, 'office@example.net')).ids).toHaveLength(3)
  expect((await find(userId, 'invoice lunch')).ids).toEqual([])
})

test('the pages of a search list each match once, however far apart they are', async () => {
  const userId = personWithKey()
  const ids = await keep(
    userId,
    Array.from({ length: 1300 }, (_, n) => (n % 100 === 0 ? 'needle' : 'hay')),
  )
  const wanted = ids.filter((_, n) => n % 100 === 0).toReversed()
  const seen: string[] = []
  let before: MessagePage['before'] = null
  do {
    const page = await find(userId, 'needle', { before, limit: 4 })
    seen.push(...page.ids)
    before = page.next
  } while (before)
  expect(seen).toEqual(wanted)
})

test('a search respects the filters and states of the list', async () => {
  const userId = personWithKey()
  const [first, second, third] = await keep(userId, ['tide', 'tide', 'tide'])
  const minute = (n: number) => new Date(start.getTime() + n * 60_000)
  expect((await find(userId, 'tide', { since: minute(1), until: minute(2) })).ids).toEqual([second])
  expect((await find(userId, 'tide', { mailboxId: id() })).ids).toEqual([])
  const at = start
  await db
    .insertInto('decisions')
    .values({ user_id: userId, message_id: String(first), decision: 'not_matched', at })
    .execute()
  expect((await find(userId, 'tide', { state: 'not_matched' })).ids).toEqual([first])
  for (const messageId of [second, third])
    await db
      .insertInto('deliveries')
      .values({
        user_id: userId,
        id: id(),
        message_id: messageId ?? null,
        destination_id: mailboxId,
        state: 'queued',
        attempts: 0,
        created_at: at,
        updated_at: at,
      })
      .execute()
  expect((await find(userId, 'tide', { state: 'under_way' })).ids).toEqual([third, second])
})

test('other users’ messages are never searched, and concurrent searches do not mix', async () => {
  const [anna, ben] = [personWithKey(), personWithKey()]
  const hers = await keep(anna, ['secret tide'])
  const his = await keep(ben, ['secret tide'])
  const both = await Promise.all([find(anna, 'tide'), find(ben, 'tide'), find(anna, 'secret')])
  expect(both.map(found => found.ids)).toEqual([hers, his, hers])
})

test('a search whose client disconnected ends early and returns its cursor', async () => {
  const userId = personWithKey()
  await keep(
    userId,
    Array.from({ length: 1100 }, () => 'hay'),
  )
  let asked = 0
  const found = await find(userId, 'needle', {}, () => asked++ > 0)
  expect(found.ids).toEqual([])
  expect(found.next).not.toBeNull()
})

test('a head that cannot be decrypted fails only that search', async () => {
  const userId = personWithKey()
  await keep(userId, ['sealed'])
  const right = keys.get(userId)
  keys.set(userId, newKey())
  await expect(find(userId, 'sealed')).rejects.toThrow('A search failed')
  if (right) keys.set(userId, right)
  expect((await find(userId, 'sealed')).ids).toHaveLength(1)
})
