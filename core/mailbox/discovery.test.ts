// Tests which evidence about an address wins, and when the user must confirm.
import { describe, expect, test } from 'vitest'
import { discover, discoverByTable, type Evidence } from './discovery.ts'
import { providerOfDomain, providerOfMx, providers } from './providers/providers.ts'

const nothing: Evidence = { autoconfig: [], directory: [], mx: [], imaps: [], imap: [], existingHosts: [] }
const at = (host: string) => ({ host, port: 993, security: 'tls' as const, username: 'anna', signIn: ['password' as const] })
const srv = (name: string, priority = 0, port = 993) => ({ name, port, priority, weight: 1 })

describe('the table', () => {
  test('is parsed completely: each provider has a name, and a host or none', () => {
    expect(providers.length).toBe(121)
    for (const { id, name, imap, signIn, url } of providers) {
      expect(id).toMatch(/^[a-z0-9-]+$/)
      expect(name.length).toBeGreaterThan(1)
      if (imap) expect([imap.host, imap.port, signIn.length > 0]).toEqual([expect.stringContaining('.'), expect.any(Number), true])
      if (url) expect(url).toMatch(/^https:\/\//)
    }
    expect(new Set(providers.map(one => one.id)).size).toBe(providers.length)
  })
  test.each([
    ['gmail.com', 'gmail'],
    ['GMAIL.com', 'gmail'],
    ['yahoo.co.jp', 'yahoo-jp'],
    ['yahoo.com.ph', 'yahoo'],
    ['outlook.com.vn', 'outlook-com'],
    ['anna.rr.com', 'roadrunner'],
    ['example.com', undefined],
    ['gmail.com.example', undefined],
    ['yahoo.evil.example', undefined],
    ['notrr.com', undefined],
  ])('%s is %s', (domain, id) => {
    expect(providerOfDomain(domain)?.id).toBe(id)
  })
  test.each([
    ['alt1.aspmx.l.google.com', 'google-workspace'],
    ['example-com.mail.protection.outlook.com.', 'microsoft-365'],
    ['mx1.mimecast.com', undefined],
    ['evilgoogle.com', undefined],
  ])('a domain with the MX host %s belongs to %s', (host, id) => {
    expect(providerOfMx(host)?.id).toBe(id)
  })
  test('an address of a known provider needs neither lookups nor confirmation', () => {
    expect(discoverByTable('anna@icloud.com')).toMatchObject({
      settings: { host: 'imap.mail.me.com', username: 'anna' },
      mustConfirm: false,
    })
    expect(discoverByTable('anna@proton.me')).toMatchObject({ settings: null, provider: { id: 'proton' } })
    expect(discoverByTable('anna@example.com')).toBeNull()
  })
})

describe('evidence', () => {
  const rich: Evidence = {
    autoconfig: [at('one.example.net')],
    directory: [at('two.example.net')],
    mx: [{ exchange: 'aspmx.l.google.com', priority: 1 }],
    imaps: [srv('three.example.net')],
    imap: [srv('four.example.net', 0, 143)],
    existingHosts: ['imap.example.com'],
  }
  test('counts by its rank', () => {
    const order = ['autoconfig', 'directory', 'mx', 'srv', 'guess'] as const
    const given: Evidence = { ...rich }
    const seen = order.map(source => {
      const found = discover('anna@example.com', given)
      Object.assign(given, source === 'srv' ? { imaps: [], imap: [] } : { [source === 'guess' ? 'existingHosts' : source]: [] })
      return [found.source, found.settings?.host]
    })
    expect(seen).toEqual([
      ['autoconfig', 'one.example.net'],
      ['directory', 'two.example.net'],
      ['mx', 'imap.gmail.com'],
      ['srv', 'three.example.net'],
      ['guess', 'imap.example.com'],
    ])
    expect(discover('anna@example.com', given)).toEqual({ settings: null, provider: null, source: null, mustConfirm: false })
  })
  test('that leads to another domain must be confirmed, unless it comes from the domain itself by HTTPS', () => {
    expect(discover('anna@example.com', { ...nothing, imaps: [srv('imap.hoster.example')] }).mustConfirm).toBe(true)
    expect(discover('anna@example.com', { ...nothing, imaps: [srv('imap.example.com')] }).mustConfirm).toBe(false)
    expect(discover('anna@shop.github.io', { ...nothing, imaps: [srv('evil.github.io')] }).mustConfirm).toBe(true)
    expect(discover('anna@example.com', { ...nothing, autoconfig: [at('imap.hoster.example')] }).mustConfirm).toBe(false)
  })
  test('from SRV records: the lowest priority, TLS before STARTTLS, and a dot means none', () => {
    const of = (evidence: Partial<Evidence>) => discover('anna@example.com', { ...nothing, ...evidence }).settings
    expect(of({ imaps: [srv('b.example.com', 10), srv('a.example.com', 5)] })?.host).toBe('a.example.com')
    expect(of({ imaps: [srv('.')], imap: [srv('c.example.com', 0, 143)] })).toMatchObject({
      host: 'c.example.com',
      security: 'starttls',
      port: 143,
    })
    expect(of({ imaps: [srv('127.0.0.1')], imap: [srv('')] })).toBeNull()
  })
})
