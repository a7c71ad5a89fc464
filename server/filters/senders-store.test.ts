// First-time senders, on a real database.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { noteSenders } from './senders-store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const key = newKey()
const note = (userId: string, mails: string[][], contentKey = key) =>
  db.transaction().execute(tx => noteSenders(tx, userId, contentKey, mails, now))

test('a sender is new once, within one batch too, however the address is written', async () => {
  const anna = newId(now)
  expect(await note(anna, [['bank@example.com'], ['BANK@Example.com'], ['shop@example.com', 'bank@example.com'], []])).toEqual([
    true,
    false,
    false,
    null,
  ])
  expect(await note(anna, [['shop@example.com'], ['news@example.com']])).toEqual([false, true])
})

test('who wrote to one person is new to another', async () => {
  const [anna, ben] = [newId(now), newId(now)]
  expect(await note(anna, [['bank@example.com']])).toEqual([true])
  expect(await note(ben, [['bank@example.com']])).toEqual([true])
})

test('no address can be read back, nor recognised without the key of its person', async () => {
  const anna = newId(now)
  await note(anna, [['secret@example.com']])
  const rows = await db.selectFrom('known_senders').select('address_hash').where('user_id', '=', anna).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.address_hash.toString('latin1')).not.toContain('secret')
  expect(await note(anna, [['secret@example.com']], newKey())).toEqual([true])
})

test('a mail that was not kept has not made its sender known', async () => {
  const anna = newId(now)
  const failed = db.transaction().execute(async tx => {
    await noteSenders(tx, anna, key, [['bank@example.com']], now)
    throw new Error('the mail could not be kept')
  })
  await expect(failed).rejects.toThrow('could not be kept')
  expect(await note(anna, [['bank@example.com']])).toEqual([true])
})

test('of two hosts that hear of a sender at once, one finds them new', async () => {
  const anna = newId(now)
  const addresses = Array.from({ length: 20 }, (_, i) => `a${i}@example.com`)
  const answers = await Promise.all(
    [addresses, addresses.toReversed(), addresses].map(order =>
      note(
        anna,
        order.map(address => [address]),
      ),
    ),
  )
  expect(answers.flat().filter(isFirst => isFirst)).toHaveLength(20)
})
