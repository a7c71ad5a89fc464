// Tests that connection tests are limited per user and per account.
import { expect, test } from 'vitest'
import { openConnectionTestLimiter } from './limits.ts'

test('a user may test sixty times an hour, and what ended well does not count', async () => {
  const knocks = openConnectionTestLimiter()
  for (let i = 0; i < 100; i++) {
    expect(await knocks.take('anna')).toBeNull()
    await knocks.giveBack('anna')
  }
  for (let i = 0; i < 60; i++) expect(await knocks.take('anna')).toBeNull()
  expect(await knocks.take('anna')).toBeGreaterThan(3500)
  expect(await knocks.take('ben')).toBeNull()
})

test('an account that has failed a user five times is left alone by them, however it is spelled', async () => {
  const knocks = openConnectionTestLimiter()
  for (let i = 0; i < 5; i++) {
    expect(await knocks.blocked('anna', 'imap.example.com', 'anna@example.com')).toBeNull()
    await knocks.failed('anna', 'IMAP.example.com', 'Anna@example.com')
  }
  expect(await knocks.blocked('anna', 'imap.example.com', 'anna@example.com')).toBeGreaterThan(3500)
  expect(await knocks.blocked('anna', 'imap.example.com', 'ben@example.com')).toBeNull()
  expect(await knocks.blocked('anna', 'imap.example.org', 'anna@example.com')).toBeNull()
})

test('strangers who fail keep nobody from a first try, and may not go on through many accounts', async () => {
  const knocks = openConnectionTestLimiter()
  for (let stranger = 0; stranger < 10; stranger++)
    for (let i = 0; i < 5; i++) await knocks.failed(`stranger ${stranger}`, 'imap.example.com', 'anna@example.com')
  expect(await knocks.blocked('anna', 'imap.example.com', 'anna@example.com')).toBeNull()
  await knocks.failed('one more', 'imap.example.com', 'anna@example.com')
  expect(await knocks.blocked('one more', 'imap.example.com', 'anna@example.com')).toBeGreaterThan(3500)
})
