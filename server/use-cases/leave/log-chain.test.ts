// Tests that erasing an account leaves a log that still verifies.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { addUser, openTestChain } from '../../account/log-chain/chain.fixture.ts'
import { recordErasure } from '../../account/log-chain/erasures-owners.ts'
import { openErase } from '../leave.ts'

const { db } = await testDatabase()

test.each([
  [true, 0],
  [false, 3],
])('rows erased with an account are no finding where the erasure is noted: %s', async (isNoted, missing) => {
  const chain = await openTestChain(db)
  const [anna, ben] = [await addUser(db), await addUser(db)]
  await chain.log(3, anna)
  await chain.log(2, ben)
  await chain.seal()
  const erase = openErase({
    ...{ db, now: chain.now, endSubscriptions: async () => undefined, revoke: async () => undefined },
    recordErasure: async (tx, userId) => void (isNoted && (await recordErasure(tx, chain.keys, userId, chain.now()))),
  })
  await erase(anna, async tx => void (await tx.deleteFrom('users').where('id', '=', anna).execute()))
  expect(await chain.verify()).toMatchObject({ entries: 5, checked: 2, changed: 0, missing, inserted: 0 })
})
