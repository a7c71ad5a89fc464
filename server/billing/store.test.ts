// Tests the monthly usage counter on real PostgreSQL.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { reserve, settleUsage, usageOf } from './store.ts'

const { db } = await testDatabase()
const month = '2026-03'
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)

test('concurrent reservations are all counted', async () => {
  const anna = crypto.randomUUID()
  const given = await Promise.all(Array.from({ length: 8 }, () => inTransaction(tx => reserve(tx, anna, month, 3))))
  expect(given).toEqual(Array(8).fill(3))
  expect(await usageOf(db, anna, month)).toEqual({ month, reserved: 24, delivered: 0, allowance: null })
})

test('arrived forwards count as used, others are released, and other users and months are not affected', async () => {
  const [anna, ben] = [crypto.randomUUID(), crypto.randomUUID()]
  await inTransaction(async tx => {
    for (const [person, when] of [
      [anna, month],
      [anna, '2026-04'],
      [ben, month],
    ] as const)
      await reserve(tx, person, when, 3)
    await settleUsage(tx, anna, month, 'delivered')
    await settleUsage(tx, anna, month, 'released')
    await settleUsage(tx, anna, month, 'delivered_after_release')
  })
  expect(await usageOf(db, anna, month)).toMatchObject({ reserved: 1, delivered: 2 })
  expect(await usageOf(db, anna, '2026-04')).toMatchObject({ reserved: 3, delivered: 0 })
  expect(await usageOf(db, ben, month)).toMatchObject({ reserved: 3, delivered: 0 })
})

test('a rolled-back reservation does not count', async () => {
  const anna = crypto.randomUUID()
  const failing = inTransaction(async tx => {
    await reserve(tx, anna, month, 5)
    throw new Error('planted')
  })
  await expect(failing).rejects.toThrow('planted')
  expect(await usageOf(db, anna, month)).toMatchObject({ reserved: 0 })
})
