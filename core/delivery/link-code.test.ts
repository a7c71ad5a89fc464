// Link codes as they are shown are the codes that are read again.
import { expect, test } from 'vitest'
import { parseInbound } from '../phone/inbound.ts'
import { showLinkCode } from './link-code.ts'

test('a code is shown in two groups and found again in the text that carries it', () => {
  expect(showLinkCode('ABCDEFGH')).toBe('ABCD-EFGH')
  expect(parseInbound(`Link my e-mail forwards: ${showLinkCode('ABCDEFGH')}`, null)).toMatchObject({ code: 'ABCDEFGH' })
})
