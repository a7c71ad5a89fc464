// Tests where the value of a setting comes from, and that values which don't go together are left out by group.
import { expect, test } from 'vitest'
import { mergeSettings, sourceOf } from './precedence.ts'

test.each([
  ['environment', { A: '1' }, { A: '2' }],
  ['stored', {}, { A: '2' }],
  ['default', { B: '1' }, {}],
] as const)('the source is the %s', (source, environment, stored) => {
  expect(sourceOf('A', environment, stored)).toBe(source)
})

test('the environment wins over what is stored, key by key', () => {
  const stored = { SIGN_UP_OPEN: 'false', CONFIRM_EMAIL: 'true' }
  const { texts, rejected } = mergeSettings({ SIGN_UP_OPEN: 'true', PORT: '1' }, stored, () => undefined)
  expect(texts).toEqual({ SIGN_UP_OPEN: 'true', CONFIRM_EMAIL: 'true', PORT: '1' })
  expect(rejected).toEqual([])
})

test('a group that does not pass is left out, and the others are taken', () => {
  const stored = { CAPTCHA_PROVIDER: 'turnstile', RETENTION_DAYS: '7' }
  const check = (texts: Record<string, string>) => {
    if (texts['CAPTCHA_PROVIDER'] && !texts['CAPTCHA_SECRET']) throw new Error('Set CAPTCHA_SECRET too.')
  }
  expect(mergeSettings({}, stored, check)).toEqual({
    texts: { RETENTION_DAYS: '7' },
    rejected: [{ group: 'captcha', why: 'Set CAPTCHA_SECRET too.' }],
  })
  expect(mergeSettings({ CAPTCHA_SECRET: 's' }, stored, check).rejected).toEqual([])
})
