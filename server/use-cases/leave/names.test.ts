// Tests file names in an archive: unique, safe to unpack, and with their extension.
import { expect, test } from 'vitest'
import { uniqueNamer } from './names.ts'

const long = 'a'.repeat(300)

test.each([
  ['1-invoice.pdf', 'files/1-invoice.pdf'],
  ['in/of: a*mail?.eml', 'files/in/of_ a_mail_.eml'],
  ['../../etc/passwd', 'files/_/_/etc/passwd'],
  [`${'b'.repeat(197)}/../secret`, `files/${'b'.repeat(197)}/_/secret`],
  ['ends with dots...', 'files/ends with dots_'],
  ['//', 'files/_'],
  [`${long}.tar.gz`, `files/${long.slice(0, 197)}.gz`],
  [`${'ض'.repeat(150)}.pdf`, `files/${'ض'.repeat(98)}.pdf`],
  [`${'📦'.repeat(60)}.zip`, `files/${'📦'.repeat(49)}.zip`],
  ['.profile', 'files/.profile'],
])('%j is kept as %j', (name, kept) => {
  expect(uniqueNamer()('files', name)).toBe(kept)
})

test('files with equal names get different paths', () => {
  const nameOf = uniqueNamer()
  const names = ['in/a:b.txt', 'in/a?b.txt', 'in/A_B.txt', 'in/2-a_b.txt', `${long}1.txt`, `${long}2.txt`]
  expect(names.map(name => nameOf('files', name))).toEqual([
    'files/in/a_b.txt',
    'files/in/2-a_b.txt',
    'files/in/3-A_B.txt',
    'files/in/2-2-a_b.txt',
    `files/${long.slice(0, 196)}.txt`,
    `files/2-${long.slice(0, 196)}.txt`,
  ])
  expect(nameOf('mail-files', 'in/a:b.txt')).toBe('mail-files/in/a_b.txt')
})
