// Tests first-time senders on a real database.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { noteSenders } from './senders-store.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const key = newKey()
const note = (userId: string, mails: string[][], contentKey = key) =>
  db.transaction().execute(tx => noteSenders(tx, userId, contentKey, mails, now))

test('a sender is new once, even within a batch, however the address is written', async () => {
  const anna = newId(now)
  expect(await note(anna, [['bank@example.com'], ['BANK@Example.com'], ['shop@example.com', 'bank@example.com'], []])).toEqual([
    true,
    false,
    false,
    null,
  ])
  expect(await note(anna, [['shop@example.com'], ['news@example.com']])).toEqual([false, true])
})

test('a sender known to one user is new to another', async () => {
  const [anna, ben] = [newId(now), newId(now)]
  expect(await note(anna, [['bank@example.com']])).toEqual([true])
  expect(await note(ben, [['bank@example.com']])).toEqual([true])
})

test('addresses cannot be read back, or recognized without the user’s key', async () => {
  const anna = newId(now)
  await note(anna, [['secret@example.com']])
  const rows = await db.selectFrom('known_senders').select('address_hash').where('user_id', '=', anna).execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.address_hash.toString('latin1')).not.toContain('secret')
  expect(await note(anna, [['secret@example.com']], newKey())).toEqual([true])
})

test('an email that was not saved does not make its sender known', async () => {
  const anna = newId(now)
  const failed = db.transaction().execute(async tx => {
    await noteSenders(tx, anna, key, [['bank@example.com']], now)
    throw new Error('the mail could not be kept')
  })
  await expect(failed).rejects.toThrow('could not be kept')
  expect(await note(anna, [['bank@example.com']])).toEqual([true])
})

test('when two hosts see a sender at once, only one finds it new', async () => {
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
