// Tests that what is fetched at once is limited, in order, whatever fails and however large an email is.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FetchLimiter, openFetchLimiter } from './fetch-limiter.ts'

const turn = () => new Promise(done => setImmediate(done))

test('batches beyond the limit wait, and go in the order in which they came', async () => {
  const limiter = openFetchLimiter({ batches: 2, bytes: 100 })
  const went: string[] = []
  const enter = (userId: string) => limiter.enter(userId).then(leave => (went.push(userId), leave))
  const leaving = ['a', 'b', 'c', 'd'].map(enter)
  await turn()
  expect([went, limiter.load()]).toEqual([['a', 'b'], { batches: 2, bytes: 0, waiting: 2 }])
  ;(await leaving[1])?.()
  await turn()
  expect(went).toEqual(['a', 'b', 'c'])
  const again = await leaving[0]
  again?.()
  again?.()
  await turn()
  expect([went, limiter.load().batches]).toEqual([['a', 'b', 'c', 'd'], 2])
})

test('one user with slow servers leaves room for others', async () => {
  const limiter = openFetchLimiter({ batches: 4, bytes: 100 })
  const slow = Array.from({ length: 10 }, () => limiter.enter('slow'))
  await Promise.all([limiter.enter('anna'), limiter.enter('ben')])
  expect(limiter.load()).toEqual({ batches: 4, bytes: 0, waiting: 8 })
  ;(await slow[0])?.()
  await turn()
  expect(limiter.load()).toEqual({ batches: 4, bytes: 0, waiting: 7 })
})

test('an email larger than the whole budget waits for it, gets it, and is not passed by smaller ones', async () => {
  const limiter = openFetchLimiter({ batches: 10, bytes: 100 })
  const small = await limiter.reserve(60)
  const order: string[] = []
  const large = limiter.reserve(1000).then(give => (order.push('large'), give))
  const next = limiter.reserve(10).then(give => (order.push('next'), give))
  await turn()
  expect(order).toEqual([])
  small()
  await turn()
  expect([order, limiter.load().bytes]).toEqual([['large'], 100])
  ;(await large)()
  ;(await next)()
  expect([order, limiter.load()]).toEqual([['large', 'next'], { batches: 0, bytes: 0, waiting: 0 }])
})

const fetching = fc.record({ user: fc.integer({ min: 0, max: 4 }), bytes: fc.integer({ min: 0, max: 300 }), fails: fc.boolean() })

test('whatever is fetched and whatever fails, the limits hold and everything ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fetching, { minLength: 1, maxLength: 30 }), async batches => {
      const limiter = openFetchLimiter({ batches: 3, bytes: 100 })
      await Promise.all(batches.map(one => fetchOne(limiter, one).catch(() => undefined)))
      expect(limiter.load()).toEqual({ batches: 0, bytes: 0, waiting: 0 })
    }),
    { numRuns: 50 },
  )
})

async function fetchOne(limiter: FetchLimiter, { user, bytes, fails }: { user: number; bytes: number; fails: boolean }) {
  const leave = await limiter.enter(`${user}`)
  let give = () => {}
  try {
    await turn()
    if (bytes > 0) give = await limiter.reserve(bytes)
    const load = limiter.load()
    expect(load.batches).toBeLessThanOrEqual(3)
    expect(load.bytes).toBeLessThanOrEqual(100)
    await turn()
    if (fails) throw new Error('planted')
  } finally {
    give()
    leave()
  }
}
