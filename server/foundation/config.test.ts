// The settings: what is left out, what is wrong, and what production refuses.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'

test('.env.example names every setting, and no other', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^([A-Z_]+)=/gm)].map(m => m[1])
  expect(named.toSorted()).toEqual(settingNames().toSorted())
})

test('every value of .env.example can be read', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const env = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(m => [m[1], m[2]]))
  expect(readConfig(env).port).toBe(8080)
})

test('nothing set is the sandbox on loopback', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ mode: 'sandbox', host: '127.0.0.1', publicUrl: 'http://localhost:8080', databaseUrl: null })
  expect(config.whatsapp.accessToken).toBe('sandbox-token')
})

test('a wrong value is refused with its name', () => {
  expect(() => readConfig({ PORT: 'eighty', RETENTION_DAYS: '400' })).toThrow(/- PORT:.*\n- RETENTION_DAYS:/)
})

test.each(['nonsense', 'mysql://db.example/mailferry'])(
  'the database %s is refused with what is wrong, and one on a socket is taken',
  url => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('- DATABASE_URL: Invalid')
    expect(readConfig({ DATABASE_URL: 'postgresql:///mailferry?host=/var/run/postgresql' }).databaseUrl).toContain('/var/run')
  },
)

test('the switches of signing in are read, and a limit that is no limit is refused', () => {
  expect(readConfig({}).auth).toMatchObject({ autoconfirm: true, anonymous: false, timeboxMs: 8 * 3_600_000, limits: {} })
  const given = { CONFIRM_EMAIL: 'true', SIGN_UP_OPEN: 'false', SESSION_MAX_MS: '60000', AUTH_LIMITS: 'token=5/60, signup=1/300' }
  expect(readConfig(given).auth).toMatchObject({
    autoconfirm: false,
    signUpOpen: false,
    timeboxMs: 60_000,
    limits: { token: { points: 5, seconds: 60 }, signup: { points: 1, seconds: 300 } },
  })
  for (const AUTH_LIMITS of ['token', 'token=5', 'token=0/60', 'token=a/b'])
    expect(() => readConfig({ AUTH_LIMITS })).toThrow(/- AUTH_LIMITS: write name/)
})

test('production lists all that is missing at once', () => {
  expect(() => readConfig({ MODE: 'production' })).toThrow(/WHATSAPP_ACCESS_TOKEN is missing[^]*PUBLIC_URL is missing/)
})

test('production refuses a sandbox value', () => {
  const env = {
    MODE: 'production',
    PUBLIC_URL: 'https://mailferry.example',
    MAIL_DOMAIN: 'in.mailferry.example',
    WHATSAPP_ACCESS_TOKEN: 'sandbox-token',
    WHATSAPP_APP_SECRET: 's',
    WHATSAPP_VERIFY_TOKEN: 'v',
    WHATSAPP_NUMBER_ID: '1',
    WHATSAPP_NUMBER: '15550100999',
    WHATSAPP_WABA_ID: '2',
    PUBLISHABLE_KEY: 'sb_publishable_x',
    MAIL_FROM: 'Mailferry <hello@mailferry.example>',
    MAIL_RELAY_URL: 'smtps://user:p%40ss@relay.example',
  }
  expect(() => readConfig(env)).toThrow('WHATSAPP_ACCESS_TOKEN has a sandbox value')
  expect(readConfig({ ...env, WHATSAPP_ACCESS_TOKEN: 'EAA' })).toMatchObject({
    mode: 'production',
    host: '0.0.0.0',
    mailer: { relay: { host: 'relay.example', port: 465, secure: true, user: 'user', password: 'p@ss' } },
  })
})

test('a certificate without its key is refused at the start', () => {
  expect(() => readConfig({ SMTP_CERT_FILE: 'a.pem' })).toThrow(/SMTP_CERT_FILE and SMTP_KEY_FILE together/)
  expect(readConfig({ SMTP_CERT_FILE: 'a.pem', SMTP_KEY_FILE: 'a.key' }).smtp.certificate).toEqual({ certFile: 'a.pem', keyFile: 'a.key' })
  expect(readConfig({}).smtp.certificate).toBeNull()
})

test('a client for signing in with a provider is whole or absent, and its stand-in belongs to the sandbox', () => {
  expect(readConfig({}).mailOAuth).toEqual({ google: null, microsoft: null, tenant: 'common', standIn: null })
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow('Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together')
  expect(() => readConfig({ MAIL_OAUTH_ISSUER: 'http://127.0.0.1:1' })).toThrow('Set MAIL_OAUTH_ISSUER and MAIL_OAUTH_IMAP together')
  expect(() => readConfig({ MICROSOFT_TENANT: '../evil' })).toThrow('- MICROSOFT_TENANT:')
  expect(() => readConfig({ MODE: 'production', MAIL_OAUTH_ISSUER: 'http://127.0.0.1:1' })).toThrow(
    'MAIL_OAUTH_ISSUER belongs to sandbox mode',
  )
  const played = { MAIL_OAUTH_ISSUER: 'http://127.0.0.1:1', MAIL_OAUTH_IMAP: '127.0.0.1:143', MICROSOFT_TENANT: 'consumers' }
  expect(readConfig({ ...played, MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 's' }).mailOAuth).toEqual({
    google: null,
    microsoft: { id: 'id', secret: 's' },
    tenant: 'consumers',
    standIn: { issuer: 'http://127.0.0.1:1', host: '127.0.0.1', port: 143 },
  })
})

test('a captcha is whole or not there', () => {
  expect(readConfig({}).auth.captcha).toBeNull()
  expect(() => readConfig({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k' })).toThrow(/CAPTCHA_SECRET too/)
  expect(() => readConfig({ CAPTCHA_PROVIDER: 'other' })).toThrow(/CAPTCHA_PROVIDER/)
  const whole = { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }
  expect(readConfig(whole).auth.captcha).toEqual({ provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: null })
})
