// Tests when refusals are the provider's trouble, and when mailboxes that need their user are tried again.
import { expect, test } from 'vitest'
import { isInTrouble, isTheProviders, nextRetryAt, refusalsCountMs, troubleRetryMs } from './provider-trouble.ts'

test.each([
  ['a third of the mailboxes, of many users', false, { mailboxes: 100, refused: 33, users: 30 }, true],
  ['exactly a fifth', false, { mailboxes: 100, refused: 20, users: 20 }, false],
  ['all of one small provider', false, { mailboxes: 4, refused: 4, users: 4 }, false],
  ['many mailboxes of one user', false, { mailboxes: 10, refused: 9, users: 1 }, false],
  ['five of six users', false, { mailboxes: 6, refused: 5, users: 5 }, true],
  ['nobody', false, { mailboxes: 0, refused: 0, users: 0 }, false],
  ['trouble that gets better', true, { mailboxes: 100, refused: 15, users: 15 }, true],
  ['trouble that is over', true, { mailboxes: 100, refused: 10, users: 10 }, false],
  ['trouble of a provider with few users left', true, { mailboxes: 6, refused: 2, users: 2 }, true],
])('%s', (_name, was, seen, is) => {
  expect(isInTrouble(was, seen)).toBe(is)
})

test('a provider that refuses for more than a day is believed', () => {
  const since = new Date('2026-11-26T00:00:00Z')
  expect(isTheProviders(since, new Date('2026-11-26T23:59:00Z'))).toBe(true)
  expect(isTheProviders(since, new Date('2026-11-27T00:00:00Z'))).toBe(false)
})

test('retries in trouble come often enough that the last refusal always counts', () => {
  for (const random of [0, 0.5, 0.999]) expect(troubleRetryMs(random)).toBeLessThan(refusalsCountMs * 0.7)
})

test('a mailbox that needs its user is tried after 1, 6 and 24 hours, and then daily for two weeks', () => {
  const downSince = new Date('2026-11-01T00:00:00Z')
  const hours: number[] = []
  let now = downSince
  for (let retries = 0; ; retries++) {
    const next = nextRetryAt(retries, downSince, now)
    if (!next) break
    hours.push((next.getTime() - now.getTime()) / 3_600_000)
    now = next
  }
  expect(hours.slice(0, 4)).toEqual([1, 6, 24, 24])
  expect((now.getTime() - downSince.getTime()) / 86_400_000).toBeGreaterThan(13)
  expect((now.getTime() - downSince.getTime()) / 86_400_000).toBeLessThan(14.1)
})
