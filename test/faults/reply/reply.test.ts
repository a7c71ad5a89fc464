// The process that sends answers is killed while they leave; a host that forgets that one has begun to leave is found out.
import { expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { skipWithoutDovecot } from '../../dovecot.ts'
import { judgeReplies } from './judge.ts'
import { runReplyOn } from './suite.ts'

const database = await testDatabase()
const skips = skipWithoutDovecot()

// Of these lives the first ends when the mail is whole and nobody has said so.
test.skipIf(skips)('killed while answers leave, none is lost and none leaves twice', async () => {
  const found = await runReplyOn(database, { kills: 2, seed: 1 })
  expect(found).toMatchObject({ lost: 0, duplicates: 0, sentences: [] })
  expect(found.unknown).toBeGreaterThan(0)
})

test.skipIf(skips)('a host that forgets what has begun to leave is found out', async () => {
  expect((await runReplyOn(database, { kills: 2, seed: 1, bug: true })).duplicates).toBeGreaterThan(0)
})

test('an answer that nobody took is lost, whatever its row says', () => {
  const rows = [
    { id: 'a', state: 'sent' as const },
    { id: 'b', state: 'waiting' as const },
  ]
  expect(judgeReplies(['a', 'b', 'c'], rows, [])).toMatchObject({ lost: 3, duplicates: 0 })
  expect(judgeReplies(['a'], rows, [{ raw: 'Message-ID: <reply.b0@example.com>\r\n' }]).sentences).toHaveLength(2)
})
