// Tests the storage calls of the official client that we refuse on purpose, each with its code.
import { expect, test } from 'vitest'
import { clients } from './auth-wire.ts'
import { testDatabase } from './database.ts'
import { keeper, storageServer } from './storage-wire.ts'

const { db } = await testDatabase()
const server = await storageServer(db)
const noor = await keeper(server, (clients[0] ?? expect.fail())[1])
const { storage } = noor.client

const refusals = async (asked: PromiseLike<{ error: unknown }>[]) =>
  (await Promise.all(asked)).map(({ error }) => `${Object(error).statusCode} ${Object(error).message}`)

const off = (feature: string) => `409 The feature ${feature} is not enabled for this resource`

test('the retention of a bucket cannot be set', async () => {
  const rules = Object({ rules: [{ id: 'all', status: 'Enabled', filter: {}, expiration: { days: 1 } }] })
  const asked = [
    storage.getBucketLifecycle('avatars'),
    storage.updateBucketLifecycle('avatars', rules),
    storage.deleteBucketLifecycle('avatars'),
  ]
  expect(await refusals(asked)).toEqual(asked.map(() => off('lifecycle')))
})

test('there is no cache to purge', async () => {
  const asked = [storage.purgeBucketCache('avatars'), noor.avatars.purgeCache(noor.own('me.png'))]
  expect(await refusals(asked)).toEqual(asked.map(() => off('purgeCache')))
})

test('there are no buckets for tables and vectors', async () => {
  const { analytics, vectors } = storage
  const tables = [analytics.createBucket('a'), analytics.listBuckets(), analytics.deleteBucket('a')]
  expect(await refusals(tables)).toEqual(tables.map(() => off('icebergCatalog')))
  const numbers = [vectors.createBucket('a'), vectors.getBucket('a'), vectors.listBuckets(), vectors.deleteBucket('a')]
  expect(await refusals(numbers)).toEqual(numbers.map(() => off('vectorBuckets')))
})

test('headers of the caller travel, and refusals are thrown where that is asked', async () => {
  expect((await storage.setHeader('x-client-info', 'test').listBuckets()).error).toBeNull()
  await expect(storage.throwOnError().getBucket('nothing')).rejects.toMatchObject({ status: expect.any(Number) })
  const avatars = storage.from('avatars').setHeader('x-client-info', 'test')
  await expect(avatars.throwOnError().download(noor.own('nothing.png'))).rejects.toMatchObject({ status: expect.any(Number) })
})
