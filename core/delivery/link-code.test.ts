// Tests that formatted link codes are parsed back to the same codes.
import { expect, test } from 'vitest'
import { parseInbound } from '../phone/inbound.ts'
import { formatLinkCode } from './link-code.ts'

test('a code is formatted in two groups and found again in the text that contains it', () => {
  expect(formatLinkCode('ABCDEFGH')).toBe('ABCD-EFGH')
  expect(parseInbound(`Link my email forwards: ${formatLinkCode('ABCDEFGH')}`, null)).toMatchObject({ code: 'ABCDEFGH' })
})
