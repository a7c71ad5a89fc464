// Tests which Authentication-Results headers are trusted.
import { expect, test } from 'vitest'
import { tookMs } from '../../../test/took.ts'
import { readAuth, readSigners } from './auth-results.ts'

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
  expect(readAuth([own, results(value)])).toEqual(passed)
  expect(readAuth([results(value), own])).toEqual(passed)
  expect(readAuth([by('localhost'), by('2002:a05:1234::1'), own, results(value), by('smtp.a.example')])).toEqual(passed)
})

test.each([
  ['of a name that is not ours', [own, results('mx.bank.example; spf=pass; dkim=pass; dmarc=pass')]],
  ['that the mail carried from elsewhere', [own, by('mx.bank.example'), results('mx.example.net; spf=pass; dkim=pass; dmarc=pass')]],
  ['that stands among what the sender wrote', [own, { key: 'from', value: 'a@a.example' }, results('mx.example.net; spf=pass')]],
  ['where nobody says that he received the mail', [results('mx.example.net; spf=pass')]],
  ['without a name', [own, results('spf=pass smtp.mailfrom=a.example; dkim=pass')]],
])('a result is not trusted: one %s', (_, headers) => {
  expect(readAuth(headers)).toBeNull()
})

test('a forged result below a genuine one changes nothing', () => {
  const headers = [
    own,
    results('mx.example.net; spf=fail; dkim=none; dmarc=fail'),
    results('mx.example.net; spf=pass; dkim=pass; dmarc=pass'),
  ]
  expect(readAuth(headers)).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
})

test('Microsoft omits its name', () => {
  const value =
    'spf=softfail (sender IP is 192.0.2.1) smtp.mailfrom=a.example; dkim=none (message not signed) header.d=none;dmarc=fail action=oreject header.from=a.example;compauth=none'
  expect(readAuth([by('AM0PR01.eurprd01.prod.outlook.com'), results(value)])).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'fail' })
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
  expect(readAuth([own, results(value)])).toEqual(verdicts)
})

test('a long and hostile header is read in a moment', () => {
  for (const value of [
    '('.repeat(100_000),
    'by '.repeat(50_000),
    `mx.example.net;${'spf='.repeat(30_000)}`,
    '"'.repeat(100_001),
    'mx.example.net;'.repeat(20_000),
  ]) {
    const read = () => [readAuth([{ key: 'received', value }, own, results(value)]), readAuth([own, results(value)])]
    expect(tookMs(read, 500), value.slice(0, 20)).toBeLessThan(500)
  }
})

test.each([
  ['one that passed', 'mx.example.net; dkim=pass header.d=A.example header.s=s1; dkim=fail header.d=b.example', ['a.example']],
  ['by who signed, where no domain is named', 'mx.example.net; dkim=pass header.i=@mail.a.example header.s=s1', ['mail.a.example']],
  ['none that a comment names', 'mx.example.net; dkim=pass (header.d=bank.example) header.d=a.example', ['a.example']],
  ['none of another check', 'mx.example.net; spf=pass header.d=bank.example; dkim=none', []],
  ['none of another server', 'mx.bank.example; dkim=pass header.d=bank.example', []],
])('whose signature holds: %s', (_, value, signers) => {
  expect(readSigners([own, results(value)])).toEqual(signers)
})

test('no more signatures are read than honest email has', () => {
  const many = Array.from({ length: 500 }, (_, i) => `dkim=pass header.d=d${i}.example`).join('; ')
  expect(readSigners([own, results(`mx.example.net; ${many}`)])).toHaveLength(5)
})
