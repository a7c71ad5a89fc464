// Tests decoding the labels of internationalized domain names.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeLabel } from './punycode.ts'

test.each([
  ['xn--mnchen-3ya', 'münchen'],
  ['xn--bcher-kva', 'bücher'],
  ['XN--FSQ', '例'],
  ['xn--r8jz45g', '例え'],
  ['xn--80ak6aa92e', 'аррӏе'],
  ['xn--ls8h', '💩'],
  ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
])('%s is %s', (label, read) => {
  expect(decodeLabel(label)).toBe(read)
})

test.each(['xn--', 'xn--a_b', 'xn--99999999', `xn--${'a'.repeat(70)}`])('%s is not an encoded label', label => {
  expect(decodeLabel(label)).toBeNull()
})

test('any label decodes to something short or to null, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('abcxyz019-')), maxLength: 80 }), rest => {
      const read = decodeLabel(`xn--${rest}`)
      expect(read === null || read.length <= 126).toBe(true)
    }),
  )
})
