// Tests that logged errors are grouped, and that no value survives in a group.
import { expect, test } from 'vitest'
import { openLog } from './log.ts'
import { openRecentErrors, recentErrors, withoutValues } from './recent-errors.ts'

const now = new Date('2026-11-26T10:00:00Z')

test('the same text with other values is one group, and counts begin again when they were taken', () => {
  const errors = openRecentErrors()
  errors.record(50, ['mailbox 17 of ana@example.com is gone'], now)
  errors.record(50, ['mailbox 18 of ben@example.com is gone'], new Date(now.getTime() + 1000))
  errors.record(40, [{ id: 1 }, 'mailbox 19 of ben@example.com is gone'], now)
  const taken = errors.takeNew()
  expect(taken).toHaveLength(2)
  expect(taken[0]).toMatchObject({ level: 50, message: 'mailbox … of … is gone', count: 2, firstAt: now })
  expect(errors.takeNew()).toEqual([])
})

test('an error is named by its kind, code and position; its message, which may quote an email, is left out', () => {
  const errors = openRecentErrors()
  const cause = Object.assign(new Error('Key (subject)=(Your salary) already exists'), { code: '23505' })
  cause.stack = `Error: Key (subject)=(Your salary) already exists\n    at save (file:///srv/app/server/mail/messages/store.ts:12:3)`
  errors.record(50, [{ err: cause }, 'an email was not saved'], now)
  expect(errors.takeNew()[0]?.message).toBe('an email was not saved: Error 23505 at server/mail/messages/store.ts:12')
})

test('addresses, numbers, links, ids and quoted texts are removed', () => {
  const text = 'to "Your invoice" from ana@example.com, +49 151 2345678, https://a.example/x?t=abc, sk_live_abcdefghijklmnopqrstuvwxyz'
  const cut = withoutValues(text)
  for (const value of ['invoice', 'ana@', '2345678', 'a.example', 'sk_live']) expect(cut).not.toContain(value)
  expect(cut).toMatch(/^to … from …/)
})

test('at most 200 groups are kept, the newest', () => {
  const errors = openRecentErrors()
  const word = (n: number) => `failure ${String.fromCharCode(97 + (n % 26))}${'x'.repeat(Math.floor(n / 26))}`
  for (let n = 0; n < 250; n++) errors.record(50, [word(n)], now)
  const kept = errors.takeNew().map(({ message }) => message)
  expect(kept).toHaveLength(200)
  expect(kept).toContain(word(249))
  expect(kept).not.toContain(word(0))
})

test('the log records warnings and errors, and nothing below', () => {
  recentErrors.takeNew()
  const log = openLog('info', { write: () => undefined })
  log.info('all is well')
  log.warn({ userId: 'x' }, 'something is odd')
  log.child({ part: 'web' }).error({ err: new TypeError('no') }, 'something broke')
  expect(recentErrors.takeNew().map(({ level, message }) => `${level} ${message.split(' at ')[0]}`)).toEqual([
    '40 something is odd',
    '50 something broke: TypeError',
  ])
})
