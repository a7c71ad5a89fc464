// Link codes as people send them.
import { expect, test } from 'vitest'
import { linkCodeIn, showLinkCode } from './link-code.ts'

test.each([
  ['Link my e-mail forwards: ABCD-EFGH', 'ABCDEFGH'],
  ['link my e-mail forwards: abcd-efgh', 'ABCDEFGH'],
  ['ABCD‑EFGH', 'ABCDEFGH'],
  [' abcd efgh ', 'ABCDEFGH'],
  ['A2CD-EF9H, please.', 'A2CDEF9H'],
])('in “%s” the code is %s', (text, code) => {
  expect(linkCodeIn(text)).toBe(code)
})

test.each(['Thank you for the Saturday mail', 'STOP', 'My order is ABCD-EFGHJ', 'A0CD-EFGH', ''])('in “%s” there is no code', text => {
  expect(linkCodeIn(text)).toBeNull()
})

test('a code is shown in two groups and found again', () => {
  expect(showLinkCode('ABCDEFGH')).toBe('ABCD-EFGH')
  expect(linkCodeIn(showLinkCode('ABCDEFGH'))).toBe('ABCDEFGH')
})
