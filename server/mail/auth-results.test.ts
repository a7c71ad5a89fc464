// Whose word on a sender is believed.
import { expect, test } from 'vitest'
import { authOf } from './auth-results.ts'

const by = (host: string) => ({
  key: 'received',
  value: `from out.example.org (out.example.org [192.0.2.1]) by ${host} (Postfix) with ESMTPS id 1`,
})
const results = (value: string) => ({ key: 'authentication-results', value })
const own = by('mx.example.net')
const passed = { spf: 'pass', dkim: 'pass', dmarc: 'pass' }

test('the topmost result of the server that received the mail counts', () => {
  const value =
    'mx.example.net; spf=pass smtp.mailfrom=a.example; dkim=pass header.d=a.example; dmarc=pass (p=REJECT) header.from=a.example'
  expect(authOf([own, results(value)])).toEqual(passed)
  expect(authOf([results(value), own])).toEqual(passed)
  expect(authOf([by('localhost'), by('2002:a05:1234::1'), own, results(value), by('smtp.a.example')])).toEqual(passed)
})

test.each([
  ['of a name that is not ours', [own, results('mx.bank.example; spf=pass; dkim=pass; dmarc=pass')]],
  ['that the mail carried from elsewhere', [own, by('mx.bank.example'), results('mx.example.net; spf=pass; dkim=pass; dmarc=pass')]],
  ['that stands among what the sender wrote', [own, { key: 'from', value: 'a@a.example' }, results('mx.example.net; spf=pass')]],
  ['where nobody says that he received the mail', [results('mx.example.net; spf=pass')]],
  ['without a name', [own, results('spf=pass smtp.mailfrom=a.example; dkim=pass')]],
])('a result is not believed: one %s', (_, headers) => {
  expect(authOf(headers)).toBeNull()
})

test('a forged result under a true one changes nothing', () => {
  const headers = [
    own,
    results('mx.example.net; spf=fail; dkim=none; dmarc=fail'),
    results('mx.example.net; spf=pass; dkim=pass; dmarc=pass'),
  ]
  expect(authOf(headers)).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
})

test('Microsoft leaves its name out', () => {
  const value =
    'spf=softfail (sender IP is 192.0.2.1) smtp.mailfrom=a.example; dkim=none (message not signed) header.d=none;dmarc=fail action=oreject header.from=a.example;compauth=none'
  expect(authOf([by('AM0PR01.eurprd01.prod.outlook.com'), results(value)])).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
})

test.each([
  ['mx.example.net 1; none', { spf: 'none', dkim: 'none', dmarc: 'none' }],
  ['mx.example.net; dkim=fail header.d=a.example; dkim=pass header.d=b.example', { spf: 'none', dkim: 'pass', dmarc: 'none' }],
  ['mx.example.net; spf=pass smtp.helo=out.example; spf=fail smtp.mailfrom=a.example', { spf: 'fail', dkim: 'none', dmarc: 'none' }],
  ['mx.example.net; spf=temperror; dkim=permerror; dmarc=temperror', { spf: 'none', dkim: 'none', dmarc: 'none' }],
  ['mx.example.net; spf=neutral; dkim=policy', { spf: 'none', dkim: 'none', dmarc: 'none' }],
  ['mx.example.net (a; spf=pass (nested; dkim=pass)); dkim/1 = pass', { spf: 'none', dkim: 'pass', dmarc: 'none' }],
  ['mx.example.net; spf=fail reason="; dkim=pass; dmarc=pass"', { spf: 'fail', dkim: 'none', dmarc: 'none' }],
  ['mx.example.net; xspf=pass; x-dkim=pass', { spf: 'none', dkim: 'none', dmarc: 'none' }],
])('%s reads as %j', (value, verdicts) => {
  expect(authOf([own, results(value)])).toEqual(verdicts)
})

test('however long and hostile, it is read in a moment', () => {
  const startedAt = Date.now()
  for (const value of [
    '('.repeat(100_000),
    'by '.repeat(50_000),
    `mx.example.net;${'spf='.repeat(30_000)}`,
    '"'.repeat(100_001),
    'mx.example.net;'.repeat(20_000),
  ]) {
    authOf([{ key: 'received', value }, own, results(value)])
    authOf([own, results(value)])
  }
  expect(Date.now() - startedAt).toBeLessThan(500)
})
