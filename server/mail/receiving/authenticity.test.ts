// Tests checking SPF, DKIM and DMARC of emails to our own addresses, against a fake DNS resolver.
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth'
import { expect, test } from 'vitest'
import type { Dns } from '../../foundation/outside.ts'
import { checkSenderAuth } from './authenticity.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const zone: Record<string, unknown> = {
  'TXT example.com': [['v=spf1 ip4:192.0.2.1 mx -all']],
  'MX example.com': [{ exchange: 'mx.example.com', priority: 10 }],
  'A mx.example.com': ['192.0.2.25'],
  'TXT soft.example': [['v=spf1 ~all']],
  'TXT s1._domainkey.example.com': [[`v=DKIM1; k=rsa; p=${key}`]],
  'TXT _dmarc.example.com': [['v=DMARC1; p=reject']],
}

function standIn(answers = zone): Dns {
  return {
    mx: async () => [],
    srv: async () => [],
    resolve: async (name, type) => {
      const found = answers[`${type} ${name}`]
      if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
      return found
    },
  }
}

const plain =
  'From: Anna <anna@example.com>\r\nTo: u@in.example.net\r\nSubject: Bill\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@example.com>\r\n\r\nPlease pay.\r\n'

async function signed(domain = 'example.com'): Promise<Buffer> {
  const who = { signingDomain: domain, selector: 's1', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  const { signatures } = await dkimSign(plain, { ...who, signatureData: [who] })
  return Buffer.from(signatures + plain)
}

const from = (ip: string, sender = 'anna@example.com') => ({ ip, helo: 'mx.example.com', sender })

test('a signed email from its domain’s servers passes', async () => {
  expect(await checkSenderAuth(standIn(), await signed(), from('192.0.2.1'))).toEqual({
    ...{ spf: 'pass', dkim: 'pass', dmarc: 'pass' },
    signedBy: ['example.com'],
  })
  expect(await checkSenderAuth(standIn(), await signed(), from('192.0.2.25'))).toMatchObject({ spf: 'pass' })
})

test('a forwarded email fails SPF and passes by its signature', async () => {
  expect(await checkSenderAuth(standIn(), await signed(), from('198.51.100.7'))).toMatchObject({ spf: 'fail', dkim: 'pass', dmarc: 'pass' })
})

test('a changed body, a forged sender and a soft failure fail', async () => {
  const changed = Buffer.from((await signed()).toString().replace('Please pay', 'Please pay me'))
  expect(await checkSenderAuth(standIn(), changed, from('198.51.100.7'))).toEqual({
    spf: 'fail',
    dkim: 'fail',
    dmarc: 'fail',
    signedBy: [],
  })
  expect(await checkSenderAuth(standIn(), Buffer.from(plain), from('198.51.100.7'))).toEqual({
    spf: 'fail',
    dkim: 'none',
    dmarc: 'fail',
    signedBy: [],
  })
  expect(await checkSenderAuth(standIn(), Buffer.from(plain), from('198.51.100.7', 'x@soft.example'))).toMatchObject({ spf: 'fail' })
})

test('a domain without records is not checked, whatever the email claims', async () => {
  const boasting = Buffer.from(`Authentication-Results: mx.google.com; spf=pass; dkim=pass; dmarc=pass\r\n${plain}`)
  expect(await checkSenderAuth(standIn({}), boasting, from('192.0.2.1'))).toEqual({
    spf: 'none',
    dkim: 'none',
    dmarc: 'none',
    signedBy: [],
  })
})

test('an unresponsive DNS resolver delays nothing beyond the timeout', async () => {
  const silent: Dns = { ...standIn(), resolve: () => new Promise(() => {}) }
  const began = performance.now()
  expect(await checkSenderAuth(silent, await signed(), from('192.0.2.1'), 200)).toEqual({
    spf: 'none',
    dkim: 'none',
    dmarc: 'none',
    signedBy: [],
  })
  expect(performance.now() - began).toBeLessThan(4000)
})

test('a signature that does not cover the end of the body is not trusted', async () => {
  const who = { signingDomain: 'example.com', selector: 's1', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  const { signatures } = await dkimSign(plain, { ...who, signatureData: [{ ...who, maxBodyLength: 13 }] })
  const longer = Buffer.from(`${signatures}${plain}And here is my code: 123456\r\n`)
  expect(await checkSenderAuth(standIn(), longer, from('192.0.2.1'))).toMatchObject({ dkim: 'pass', signedBy: [] })
})

const fake = (length: number) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=example.com; s=s1; h=from; l=${length}; bh=AAAA; b=AAAA\r\n`
const many = (signatures: number) => Array.from({ length: signatures }, (_, i) => fake(4_000_000 + i)).join('')

test.each([
  ['ten signatures over 5 MB', () => `${many(10)}${plain}${'text of the mail\r\n'.repeat(300_000)}`, 'fail'],
  ['a thousand signatures', () => `${many(1000)}${plain}${'text of the mail\r\n'.repeat(300_000)}`, 'none'],
  ['a header of 5 MB', () => `X: ${' a'.repeat(2_500_000)}\r\n${plain}`, 'none'],
])('%s do not block other work', async (_name, build, dkim) => {
  const raw = Buffer.from(build())
  let [last, longest] = [workedMs(), 0]
  const watch = setInterval(() => {
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  expect(await checkSenderAuth(standIn(), raw, from('192.0.2.1'), 20_000)).toMatchObject({ dkim })
  clearInterval(watch)
  expect(Math.max(longest, workedMs() - last)).toBeLessThan(150)
})

const workedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test.each([
  '',
  'no mail at all',
  'From: \r\n\r\n',
  `From: ${'a'.repeat(100_000)}@example.com\r\n\r\nx`,
  'DKIM-Signature: v=1; ;;;b=\r\n\r\n',
])('a malformed email never passes: %#', async raw => {
  expect((await checkSenderAuth(standIn(), Buffer.from(raw), from('203.0.113.9', ''))).dkim).not.toBe('pass')
})
