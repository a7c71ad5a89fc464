// Tests the checks of DNS records, certificates and sign-in providers with answers of an injected name service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inspectConfig } from '../../../foundation/config.ts'
import { type Dns, openOutside } from '../../../foundation/outside.ts'
import { loadWords } from '../../../foundation/words.ts'
import type { DoctorDeps } from '../deps.ts'
import { judgeCertificate } from '../judge/surroundings.ts'
import { toReportLine } from '../report.ts'
import { checkCertificates, checkDkim, checkDmarc, checkPtr, checkSignIns, checkSpf, readCertificateDays } from './surroundings.ts'

const folder = mkdtempSync(join(tmpdir(), 'mailferry-surroundings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const now = new Date('2026-11-26T12:00:00Z')
const { config } = inspectConfig({ MAIL_FROM: 'Mailferry <hello@example.com>', MAIL_DOMAIN: 'in.example.com', DATA_DIR: folder })

/** Answers what is listed; other names do not exist. */
const dnsOf = (records: Record<string, unknown>): Dns => ({
  mx: async domain => (domain === 'in.example.com' ? [{ exchange: 'mx.example.com', priority: 5 }] : []),
  srv: async () => [],
  resolve: async (name, type) => {
    if (`${type} ${name}` in records) return records[`${type} ${name}`]
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  },
})
const depsOf = (dns: Dns | null, change: Partial<DoctorDeps> = {}): DoctorDeps => ({
  ...{ config, problems: [], db: null, dns, outside: openOutside({ allow: [], loopback: true }), now: () => now },
  ...change,
})
const say = (finding: Awaited<ReturnType<typeof checkSpf>>): string => {
  const line = toReportLine(finding, loadWords().of('doctor'), config)
  return `${line.state}: ${line.found}`
}

test('records of the domain that we send from, and the reverse name of the host that takes mail in', async () => {
  const all = dnsOf({
    'TXT example.com': [['v=spf1 include:relay.example ', '-all'], ['other']],
    'TXT s1._domainkey.example.com': [['v=DKIM1; k=rsa; p=MIIB']],
    'TXT _dmarc.example.com': [['v=DMARC1; p=quarantine']],
    'A mx.example.com': ['192.0.2.7'],
    'PTR 7.2.0.192.in-addr.arpa': ['mx.example.com'],
  })
  const found = [checkSpf, checkDkim, checkDmarc, checkPtr].map(async check => say(await check(depsOf(all))))
  expect(await Promise.all(found)).toEqual([
    'ok: example.com lists who can send email for it.',
    'ok: example.com has DKIM keys: s1.',
    'ok: example.com asks receivers to use the policy “quarantine”.',
    'ok: The IP address of mx.example.com resolves back to that name.',
  ])
})

test('what is missing or doubled is named; a name service that is silent or off proves nothing', async () => {
  const wrong = dnsOf({
    'TXT example.com': [['v=spf1 -all'], ['v=spf1 ~all']],
    'A mx.example.com': ['192.0.2.7'],
    'PTR 7.2.0.192.in-addr.arpa': ['host-7.provider.example'],
  })
  const states = async (dns: Dns | null) =>
    Promise.all([checkSpf, checkDkim, checkDmarc, checkPtr].map(async check => (await check(depsOf(dns))).state))
  expect(await states(wrong)).toEqual(['failing', 'note', 'note', 'note'])
  expect(await states(null)).toEqual(Array(4).fill('skipped'))
  const silent: Dns = { ...wrong, resolve: async () => Promise.reject(Object.assign(new Error('silence'), { code: 'ETIMEOUT' })) }
  expect(await states(silent)).toEqual(Array(4).fill('skipped'))
})

test('a certificate that ends soon is a note; one that ended or cannot be trusted fails; without https there is none', async () => {
  const until = (days: number) => new Date(now.getTime() + days * 86_400_000)
  const read = (days: number, problem: string | null = null) =>
    judgeCertificate('PUBLIC_URL', { kind: 'read', validUntil: until(days), problem }, now).state
  expect([read(60), read(10), read(-1), read(60, 'CERT_HAS_EXPIRED')]).toEqual(['ok', 'note', 'failing', 'failing'])
  expect((await checkCertificates(depsOf(null))).map(({ state }) => state)).toEqual(['skipped', 'skipped'])
  expect(await readCertificateDays(depsOf(null), now)).toEqual([])
})

test('a certificate file that cannot be read is reported, and its days are unknown to alerts', async () => {
  const { config: withFile } = inspectConfig({
    SMTP_CERT_FILE: join(folder, 'none.pem'),
    SMTP_KEY_FILE: join(folder, 'none.key'),
    DATA_DIR: folder,
  })
  const deps = depsOf(null, { config: withFile })
  expect((await checkCertificates(deps)).map(({ state, subject }) => `${subject} ${state}`)).toEqual([
    'PUBLIC_URL skipped',
    'SMTP_CERT_FILE failing',
  ])
  writeFileSync(join(folder, 'bad.pem'), 'no certificate')
  const { config: withBadFile } = inspectConfig({ SMTP_CERT_FILE: join(folder, 'bad.pem'), SMTP_KEY_FILE: join(folder, 'none.key') })
  const [, unread] = await checkCertificates(deps)
  const [, bad] = await checkCertificates(depsOf(null, { config: withBadFile }))
  expect(unread?.values).toMatchObject({ why: 'none.pem: ENOENT' })
  expect(JSON.stringify([unread, bad])).not.toContain(folder)
  expect(await readCertificateDays(deps, now)).toEqual([{ name: 'SMTP_CERT_FILE', daysLeft: null }])
})

test('a sign-in provider that does not answer is named', async () => {
  expect((await checkSignIns(depsOf(null))).map(({ state }) => state)).toEqual(['skipped'])
  const env = {
    AUTH_OIDC_ISSUER: 'http://127.0.0.1:9',
    AUTH_OIDC_CLIENT_ID: 'a',
    AUTH_OIDC_CLIENT_SECRET: 'b',
    AUTH_OIDC_LABEL: 'Own',
    DATA_DIR: folder,
  }
  const found = await checkSignIns(depsOf(null, { config: inspectConfig(env).config }))
  expect(found.map(say)).toEqual([expect.stringMatching(/^failing: Own isn’t responding/)])
})
