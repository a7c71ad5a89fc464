// Tests that connection tests are limited per user and per account.
import { expect, test } from 'vitest'
import { openConnectionTestLimiter } from './limits.ts'

test('a user may test ten times an hour', async () => {
  const knocks = openConnectionTestLimiter()
  for (let i = 0; i < 10; i++) expect(await knocks.take('anna')).toBeNull()
  expect(await knocks.take('anna')).toBeGreaterThan(3500)
  expect(await knocks.take('ben')).toBeNull()
})

test('an account that has failed five times is left alone, whoever tests it and however it is spelled', async () => {
  const knocks = openConnectionTestLimiter()
  for (let i = 0; i < 5; i++) {
    expect(await knocks.blocked('imap.example.com', 'anna@example.com')).toBeNull()
    await knocks.failed('IMAP.example.com', 'Anna@example.com')
  }
  expect(await knocks.blocked('imap.example.com', 'anna@example.com')).toBeGreaterThan(3500)
  expect(await knocks.blocked('imap.example.com', 'ben@example.com')).toBeNull()
  expect(await knocks.blocked('imap.example.org', 'anna@example.com')).toBeNull()
})
