import { expect, test } from 'vitest'
import { idTimes, ownDate } from './own-dates.ts'

const arrivedAt = new Date('2026-11-23T09:26:37.120Z')

test('mail that was there before has the date when its server received it', () => {
  const receivedAt = new Date('2026-11-20T08:00:00Z')
  expect(ownDate(receivedAt, arrivedAt)).toEqual(receivedAt)
})

test('mail that comes as it arrives keeps our exact time, so that a burst stays in order', () => {
  expect(ownDate(new Date('2026-11-23T09:26:36Z'), arrivedAt)).toBe(arrivedAt)
})

test.each([null, new Date('2026-11-24T00:00:00Z'), new Date(0), new Date(Number.NaN)])('%s is no date an email can have', receivedAt => {
  expect(ownDate(receivedAt, arrivedAt)).toBe(arrivedAt)
})

test('emails of one second keep the order in which the server listed them', () => {
  const [second, other] = [new Date('2026-11-20T08:00:00Z'), new Date('2026-11-20T07:00:00Z')]
  expect(idTimes([second, other, second, second]).map(at => at.toISOString())).toEqual([
    '2026-11-20T08:00:00.000Z',
    '2026-11-20T07:00:00.000Z',
    '2026-11-20T08:00:00.001Z',
    '2026-11-20T08:00:00.002Z',
  ])
  const many = idTimes(Array.from({ length: 2000 }, () => second))
  expect(many.at(-1)?.getTime()).toBe(second.getTime() + 999)
})
