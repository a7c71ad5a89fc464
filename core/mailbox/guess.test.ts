// What the settings of an address are guessed to be.
import { expect, test } from 'vitest'
import { guessSettings } from './guess.ts'

test.each([
  ['anna@example.com', 'imap.example.com'],
  ['anna@Hotmail.com', 'outlook.office365.com'],
  [' anna@icloud.com ', 'imap.mail.me.com'],
])('%s is guessed to be at %s', (address, host) => {
  expect(guessSettings(address)).toEqual({ host, port: 993, security: 'tls', username: address.trim() })
})

test.each(['anna', 'anna@', 'anna@localhost'])('%s gives no guess', address => {
  expect(guessSettings(address)).toBeNull()
})
