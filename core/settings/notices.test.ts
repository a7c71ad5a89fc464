// Tests when an announcement is shown, in which language, and what a setting shows of a password.
import { expect, test } from 'vitest'
import { hasPassword, isSecret, settingDefinitions, withoutPassword } from './definitions.ts'
import { isShown, type ServiceAnnouncement, textIn } from './notices.ts'

const now = new Date('2026-11-26T12:00:00Z')
const announcement: ServiceAnnouncement = {
  ...{ id: '00000000-0000-4000-8000-000000000000', level: 'info', audience: 'all', from: null, until: null },
  texts: { en: 'Hello', es: 'Hola', ar: '' },
}

test.each([
  [null, null, true],
  ['2026-11-26T12:00:00Z', null, true],
  ['2026-11-26T12:00:01Z', null, false],
  [null, '2026-11-26T12:00:00Z', false],
  [null, '2026-11-26T12:00:01Z', true],
])('from %s until %s it is shown now: %s', (from, until, shown) => {
  expect(isShown({ ...announcement, from, until }, now)).toBe(shown)
})

test('a language without a text gets the English one', () => {
  expect(['en', 'es', 'ar', 'fr'].map(language => textIn(announcement.texts, language))).toEqual(['Hello', 'Hola', 'Hello', 'Hello'])
})

test('a URL is shown without its password, and each setting belongs to one group', () => {
  expect(withoutPassword('smtp://ada:p%40ss@relay.example:587')).toBe('smtp://ada:…@relay.example:587')
  expect(withoutPassword('smtp://ada@relay.example:587')).toBe('smtp://ada@relay.example:587')
  expect([hasPassword('smtps://:x@r.example'), hasPassword('Ada <ada@example.com>'), hasPassword('https://a.example/b:c@d')]).toEqual([
    true,
    false,
    false,
  ])
  expect(new Set(settingDefinitions.map(({ key }) => key)).size).toBe(settingDefinitions.length)
})

test('whatever its name calls a secret, a token or a password is one', () => {
  const named = settingDefinitions.map(({ key }) => key).filter(key => /SECRET|TOKEN|PASSWORD/.test(key))
  expect(named.filter(key => !isSecret(key))).toEqual([])
  expect(named.length).toBeGreaterThan(8)
})
