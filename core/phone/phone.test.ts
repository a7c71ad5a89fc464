// Tests parsing and formatting phone numbers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, formatPhoneInText, maskPhone, parsePhone } from './phone.ts'

test.each([
  ['+49 151 2345678', '491512345678'],
  ['0049 (151) 234-5678', '491512345678'],
  ['491512345678', '491512345678'],
  ['\u202a+1 (555) 010‑0123\u202c', '15550100123'],
  ['＋４９１５１２３４５６７８', '491512345678'],
  ['0151 2345678', null],
  ['123456', null],
  ['1234567890123456', null],
  ['+49 151 call me', null],
  ['', null],
])('%j is %j', (written, phone) => {
  expect(parsePhone(written)).toBe(phone)
})

test.each([
  ['15550100123', '+1 555 010 0123'],
  ['491512345678', '+49 151 234 5678'],
  ['35312345678', '+353 123 456 78'],
  ['79161234567', '+7 916 123 4567'],
])('%s is formatted as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown)
})

test.each([
  ['15550100777', '+1 ••• ••• 777'],
  ['254700000418', '+254 ••• ••• 418'],
  ['35312345678', '+353 ••• ••• 678'],
])('%s is hidden as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown)
})

test('in a sentence a number is isolated from left to right, and can be parsed in that form', () => {
  expect(formatPhoneInText('15550100123')).toBe('\u2066+1 555 010 0123\u2069')
  expect(parsePhone(formatPhoneInText('15550100123'))).toBe('15550100123')
})

test('what is shown can be entered again', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), phone => {
      expect(parsePhone(formatPhone(phone))).toBe(phone)
    }),
  )
})
