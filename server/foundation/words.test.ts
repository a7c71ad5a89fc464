// Tests message catalogs on the server, formatted as in production.
import { afterAll, expect, test } from 'vitest'
import { loadWords } from './words.ts'

const mode = process.env['NODE_ENV']
// Lingui formats uncompiled texts only in development.
process.env['NODE_ENV'] = 'production'
afterAll(() => {
  process.env['NODE_ENV'] = mode
})

test('a text with a plural is formatted in production', () => {
  const t = loadWords('en').of('phone')
  expect(t('mail.attachments', { count: 1, size: '2 kB', names: 'a.pdf' })).toBe('📎 1 attachment (2 kB): a.pdf')
  expect(t('mail.attachments', { count: 3, size: '2 kB', names: 'a.pdf' })).toBe('📎 3 attachments (2 kB): a.pdf')
})

test('an unknown language falls back to English, and no path leaves the folder', () => {
  for (const name of ['xx', '../en', '', 'en/../en']) expect(loadWords(name).language).toBe('en')
})
