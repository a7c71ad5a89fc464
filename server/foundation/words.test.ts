// The words on the server, formatted as production formats them.
import { afterAll, expect, test } from 'vitest'
import { wordsOf } from './words.ts'

const mode = process.env['NODE_ENV']
// Lingui formats texts that nobody compiled in development only.
process.env['NODE_ENV'] = 'production'
afterAll(() => {
  process.env['NODE_ENV'] = mode
})

test('a text with a plural is formatted in production too', () => {
  const t = wordsOf('en').of('phone')
  expect(t('mail.attachments', { count: 1, size: '2 kB', names: 'a.pdf' })).toBe('📎 1 attachment (2 kB): a.pdf')
  expect(t('mail.attachments', { count: 3, size: '2 kB', names: 'a.pdf' })).toBe('📎 3 attachments (2 kB): a.pdf')
})

test('a language that is not there reads in English, and no path leads out of the folder', () => {
  for (const name of ['xx', '../en', '', 'en/../en']) expect(wordsOf(name).language).toBe('en')
})
