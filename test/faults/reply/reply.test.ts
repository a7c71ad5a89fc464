// Kills the process that sends replies while it is sending; a planted bug that forgets started sends is detected.
import { expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { skipWithoutDovecot } from '../../dovecot.ts'
import { judgeReplies } from './judge.ts'
import { runReplyOn } from './suite.ts'

const database = await testDatabase()
const skips = skipWithoutDovecot()

// Of these lives the first ends when the mail is whole and nobody has said so.
test.skipIf(skips)('kills while replies are sent lose none and send none twice', async () => {
  const found = await runReplyOn(database, { kills: 2, seed: 1 })
  expect(found).toMatchObject({ lost: 0, duplicates: 0, sentences: [] })
  expect(found.unknown).toBeGreaterThan(0)
})

test.skipIf(skips)('a host that forgets started sends is detected', async () => {
  expect((await runReplyOn(database, { kills: 2, seed: 1, bug: true })).duplicates).toBeGreaterThan(0)
})

test('a reply that no server received is lost, whatever its row says', () => {
  const rows = [
    { id: 'a', state: 'sent' as const },
    { id: 'b', state: 'waiting' as const },
  ]
  expect(judgeReplies(['a', 'b', 'c'], rows, [])).toMatchObject({ lost: 3, duplicates: 0 })
  expect(judgeReplies(['a'], rows, [{ raw: 'Message-ID: <reply.b0@example.com>\r\n' }]).sentences).toHaveLength(2)
})
