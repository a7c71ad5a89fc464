// Tests that a connection that a person waits for is counted, but does not queue behind mailboxes that reconnect.
import { expect, test } from 'vitest'
import { openConnectionLimiter } from './connection-limiter.ts'

const slow = () => openConnectionLimiter(Math.random, () => ({ startsPerSecond: 2, perAccount: 2 }))

test('an urgent connection starts at once, however many wait before it', async () => {
  const limiter = slow()
  const stopping = new AbortController()
  const waiting = Array.from({ length: 100 }, (_, i) => limiter.enter('imap.example.com', `user${i}`, { signal: stopping.signal }))
  const began = performance.now()
  const leave = await limiter.enter('imap.example.com', 'urgent', { isUrgent: true })
  expect(performance.now() - began).toBeLessThan(500)
  leave()
  stopping.abort()
  await Promise.allSettled(waiting)
})

test('it counts towards what one account may have open', async () => {
  const limiter = slow()
  const leave = await limiter.enter('imap.example.com', 'anna', { isUrgent: true })
  await limiter.enter('imap.example.com', 'anna', { isUrgent: true })
  await expect(limiter.enter('imap.example.com', 'anna', { isUrgent: true })).rejects.toMatchObject({ problem: 'too_many_connections' })
  leave()
  await limiter.enter('imap.example.com', 'anna', { isUrgent: true })
})
