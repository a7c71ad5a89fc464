// Tests what is blacked out of an email and what is left alone.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bullets } from '../../text/spans.ts'
import { measureMs } from '../../text/timing.fixture.ts'
import { redact } from './redact.ts'

const all = { what: ['cards', 'ibans', 'codes'] as const, patterns: [] }
const only = (what: 'cards' | 'ibans' | 'codes', ...texts: string[]) => redact(texts, { what: [what], patterns: [] })
const hidden = (text: string) => text.replaceAll('[]', bullets)

test.each([
  ['paid with 4111 1111 1111 1111.', 'paid with [].'],
  ['4111111111111111', '[]'],
  ['4111-1111-1111-1111, 12/28', '[], 12/28'],
  ['4111\u00a01111\u00a01111\u00a01111', '[]'],
  ['Amex 3782 822463 10005', 'Amex []'],
  ['Visa of old 4222222222222', 'Visa of old []'],
  ['19 digits: 6304 0000 0000 0000 000', '19 digits: []'],
  ['4111 1111\n1111 1111', '[]'],
  ['٤١١١ ١١١١ ١١١١ ١١١١', '[]'],
  ['４１１１１１１１１１１１１１１１', '[]'],
  ['order 12 4111 1111 1111 1111', 'order 12 []'],
  ['two: 4111 1111 1111 1111 and 5555 5555 5555 4444', 'two: [] and []'],
])('the card number in %j is blacked out', (text, redacted) => {
  expect(only('cards', text)).toEqual([hidden(redacted)])
})

test.each([
  'paid with 4111 1111 1111 1112',
  'card ending 7719',
  'parcel 00340999113400772',
  '0000 0000 0000 0000',
  'call +4111111111111111',
  'long 41111111111111110000000',
  'sums\n123456\n7890123\n45678',
  '2026-11-20 10:00',
])('%j contains no card number', text => {
  expect(only('cards', text)).toEqual([text])
})

test.each([
  ['IBAN: DE89 3704 0044 0532 0130 00.', 'IBAN: [].'],
  ['DE89370400440532013000', '[]'],
  ['gb29 nwbk 6016 1331 9268 19', '[]'],
  ['NO93 8601 1117 947 and more', '[] and more'],
  ['MT84 MALT 0110 0001 2345 MTLC AST0 01S', '[]'],
  ['DE89 3704 0044\n0532 0130 00', '[]'],
  ['DE89 3704 0044 0532 0130 01', '[]'],
  ['IBAN DE89370400440532013001!', 'IBAN []!'],
  ['FR14-2004-1010-0505-0001-3M02-606', '[]'],
])('the account number in %j is blacked out', (text, redacted) => {
  expect(only('ibans', text)).toEqual([hidden(redacted)])
})

test.each([
  'DE89370400440532013001',
  'XX89 3704 0044 0532 0130 00',
  'DE89 3704 0044',
  'XDE89370400440532013000',
  'DE893704004405320130009',
])('%j is not an account number', text => {
  expect(only('ibans', text)).toEqual([text])
})

test.each([
  ['Your code', 'Enter this:\n\n    482913\n\nIt works for 10 minutes.', 'Enter this:\n\n    []\n\nIt works for 10 minutes.'],
  ['Tu código de acceso', 'Este es tu código:\n\n731 046\n\nCaduca en 5 minutos.', 'Este es tu código:\n\n[]\n\nCaduca en 5 minutos.'],
  ['', 'Ihr Bestätigungscode\n\n    K7Q-2XM\n\nKundennummer: 4410982', 'Ihr Bestätigungscode\n\n    []\n\nKundennummer: 4410982'],
  ['', 'رمز التحقق هو:\n\n 618204', 'رمز التحقق هو:\n\n []'],
  ['', '認証コード\n\n3096\n\n有効期限は10分です。', '認証コード\n\n[]\n\n有効期限は10分です。'],
  ['', 'Doğrulama kodunuz: 123-456', 'Doğrulama kodunuz: []'],
  ['', 'Код подтверждения 55081.', 'Код подтверждения [].'],
  ['', 'G-482913 is your Google verification code.', '[] is your Google verification code.'],
  ['', '您的验证码是 884213，请勿泄露', '您的验证码是 []，请勿泄露'],
  ['', 'Your one-time passcode is 7391 and order 20251180 ships', 'Your one-time passcode is [] and order 20251180 ships'],
  ['', 'Your code:\n4\n8\n2\n9\n1\n3', 'Your code:\n[]'],
  ['', 'Code 482913 or open https://x.example/?c=482913', 'Code [] or open https://x.example/?c=[]'],
])('the code in an email with subject %j and text %j is redacted', (subject, text, redacted) => {
  expect(only('codes', subject, text)[1]).toBe(hidden(redacted))
})

test.each([
  ['Your verification code has expired', 'The code that we sent at 10:02 cannot be used. Ticket 778120 was closed.'],
  ['Your code inside: 20% off', 'Use code SPRING20 at the checkout before Sunday night.'],
  ['Invoice 4410', 'Amount due: 4,400.00 EUR\n\n20260228\n\nThank you'],
  ['Voucher', 'Your discount code\n\n482913'],
  ['Your parcel', 'Pick-up code: 8842. Abholcode: 8842'],
  ['Card code', 'Order no. 2025118 was placed on 12.05.2026.'],
])('an email with subject %j and text %j contains no one-time code', (subject, text) => {
  expect(only('codes', subject, text)).toEqual([subject, text])
})

test('a code that only the subject announces is blacked out everywhere', () => {
  expect(only('codes', '904 117 is your Kestrelpay code', 'Use it. Or tap https://k.example/904117', 'code-904117.txt')).toEqual([
    hidden('[] is your Kestrelpay code'),
    hidden('Use it. Or tap https://k.example/[]'),
    hidden('code-[].txt'),
  ])
})

test('a number set apart in an email that signs somebody in is blacked out, though nothing calls it a code', () => {
  expect(only('codes', 'Sign in to Fernleaf', 'Enter this:\n\n604 118')).toEqual(['Sign in to Fernleaf', hidden('Enter this:\n\n[]')])
})

test('a custom pattern hides every match, ignoring case', () => {
  expect(redact(['Ref ab-12, AB-99', 'none'], { what: [], patterns: ['ab-\\d+'] })).toEqual([hidden('Ref [], []'), 'none'])
})

test('an invalid pattern hides everything, and a pattern that matches only empty text hides nothing', () => {
  expect(redact(['secret'], { what: [], patterns: ['('] })).toEqual([bullets])
  expect(redact(['secret'], { what: [], patterns: ['x*'] })).toEqual(['secret'])
})

test('overlapping spans become one row of bullets of the same length', () => {
  expect(redact(['a 4111 1111 1111 1111 b'], { what: ['cards'], patterns: ['11 b'] })).toEqual([hidden('a []')])
})

test('no card or account number remains in any surrounding text', () => {
  const secret = fc.constantFrom('4111 1111 1111 1111', '5555-5555-5555-4444', 'DE89370400440532013000', 'GB29 NWBK 6016 1331 9268 19')
  const other = fc.constantFrom('hello', 'é', '12', '-', '\n', 'order 4411', '2026-11-20', 'DE89')
  fc.assert(
    fc.property(fc.array(fc.oneof(secret, other), { maxLength: 12 }), parts => {
      const [redacted] = redact([parts.join('; ')], { ...all, what: [...all.what] })
      expect(redacted).not.toMatch(/1111|5555|370400|NWBK/)
    }),
    { numRuns: 300 },
  )
})

test('a card number is found next to any characters that are not digits', () => {
  const letters = fc.string().filter(text => !/[\p{Nd}+.\-\s]/u.test(text))
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      expect(only('cards', `${before}4111111111111111${after}`)).toEqual([`${before}${bullets}${after}`])
    }),
  )
})

test('hostile texts are processed quickly', () => {
  const texts = [
    '1 '.repeat(32_000),
    '4'.repeat(65_000),
    'code '.repeat(13_000),
    'DE00 '.repeat(13_000),
    'A1-'.repeat(20_000),
    'a'.repeat(65_000),
  ]
  for (const text of texts) {
    const read = () => redact([text, text], { what: ['cards', 'ibans', 'codes'], patterns: ['(a+)+$'] })
    expect(measureMs(Date.now, read, 8000)).toBeLessThan(8000)
  }
})
