// Tests reading the settings: defaults, invalid values, and what production refuses.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'

test('.env.example lists exactly the settings we read', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^([A-Z_]+)=/gm)].map(m => m[1])
  expect(named.toSorted()).toEqual(settingNames().toSorted())
})

test('every value in .env.example is valid', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const env = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(m => [m[1], m[2]]))
  expect(readConfig(env).port).toBe(8080)
})

test('without settings the server runs the sandbox on loopback', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ mode: 'sandbox', host: '127.0.0.1', publicUrl: 'http://localhost:8080', databaseUrl: null })
  expect(config.whatsapp.accessToken).toBe('sandbox-token')
})

test('an invalid value is refused with the name of its setting', () => {
  expect(() => readConfig({ PORT: 'eighty', RETENTION_DAYS: '400' })).toThrow(/- PORT:.*\n- RETENTION_DAYS:/)
})

test.each(['nonsense', 'mysql://db.example/mailferry'])(
  'the database URL %s is refused with a reason, and one on a Unix socket is accepted',
  url => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('- DATABASE_URL: Invalid')
    expect(readConfig({ DATABASE_URL: 'postgresql:///mailferry?host=/var/run/postgresql' }).databaseUrl).toContain('/var/run')
  },
)

test('sign-in settings are read, and a malformed rate limit is refused', () => {
  expect(readConfig({}).auth).toMatchObject({ autoconfirm: true, anonymous: false, timeboxMs: 8 * 3_600_000, limits: {} })
  const env = { CONFIRM_EMAIL: 'true', SIGN_UP_OPEN: 'false', SESSION_MAX_MS: '60000', AUTH_LIMITS: 'token=5/60, signup=1/300' }
  expect(readConfig(env).auth).toMatchObject({
    autoconfirm: false,
    signUpOpen: false,
    timeboxMs: 60_000,
    limits: { token: { points: 5, seconds: 60 }, signup: { points: 1, seconds: 300 } },
  })
  for (const AUTH_LIMITS of ['token', 'token=5', 'token=0/60', 'token=a/b'])
    expect(() => readConfig({ AUTH_LIMITS })).toThrow(/- AUTH_LIMITS: write name/)
})

const productionEnv = {
  MODE: 'production',
  PUBLIC_URL: 'https://mailferry.example',
  MAIL_DOMAIN: 'in.mailferry.example',
  WHATSAPP_ACCESS_TOKEN: 'EAA',
  WHATSAPP_APP_SECRET: 's',
  WHATSAPP_VERIFY_TOKEN: 'v',
  WHATSAPP_NUMBER_ID: '1',
  WHATSAPP_NUMBER: '15550100999',
  WHATSAPP_WABA_ID: '2',
  PUBLISHABLE_KEY: 'sb_publishable_x',
  MAIL_FROM: 'Mailferry <hello@mailferry.example>',
  MAIL_RELAY_URL: 'smtps://user:p%40ss@relay.example',
}

test.each<[string, Record<string, string>]>([
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '192.168.1.20' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://mail.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://127.0.0.1.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://localhost.example.com' }],
])('a sandbox that other machines can reach by its %s does not start: %o', (name, env) => {
  expect(() => readConfig(env)).toThrow(`- ${name} lets other machines reach the sandbox`)
  expect(readConfig({ ...env, SANDBOX_IN_PUBLIC: 'yes' }).isSandboxInPublic).toBe(true)
})

test.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', 'mail.localhost'])('a sandbox listens on %s', HOST => {
  expect(readConfig({ HOST, PUBLIC_URL: `http://${HOST.includes('::') ? `[${HOST}]` : HOST}:8080` }).host).toBe(HOST)
})

test.each(['http://mailferry.example', 'HTTP://mailferry.example', 'mailferry.example'])(
  'production refuses the public URL %s, over which passwords would go unencrypted',
  PUBLIC_URL => {
    expect(() => readConfig({ ...productionEnv, PUBLIC_URL })).toThrow('- PUBLIC_URL must start with https://')
  },
)

test('a token for the figures is long or there is none', () => {
  expect(readConfig({}).metricsToken).toBeNull()
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('- METRICS_TOKEN: write at least 16')
})

test('production lists all missing settings at once', () => {
  expect(() => readConfig({ MODE: 'production' })).toThrow(/WHATSAPP_ACCESS_TOKEN is missing[^]*PUBLIC_URL is missing/)
})

test('production refuses a sandbox value', () => {
  const env = { ...productionEnv, WHATSAPP_ACCESS_TOKEN: 'sandbox-token' }
  expect(() => readConfig(env)).toThrow('WHATSAPP_ACCESS_TOKEN has a sandbox value')
  expect(readConfig({ ...env, WHATSAPP_ACCESS_TOKEN: 'EAA' })).toMatchObject({
    mode: 'production',
    host: '0.0.0.0',
    mailer: { relay: { host: 'relay.example', port: 465, secure: true, user: 'user', password: 'p@ss' } },
  })
})

test('production that is paid through Stripe needs a key and a signing secret, and only then', () => {
  expect(readConfig(productionEnv).billing.provider).toBeNull()
  expect(readConfig({ ...productionEnv, BILLING_PROVIDER: 'invoice' }).billing.provider).toBe('invoice')
  const sold = { ...productionEnv, BILLING_PROVIDER: 'stripe' }
  expect(() => readConfig(sold)).toThrow('- STRIPE_SECRET_KEY is missing\n- STRIPE_WEBHOOK_SECRETS is missing')
  const env = { ...sold, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1, whsec_2' }
  expect(readConfig(env).billing.stripe).toMatchObject({
    url: 'https://api.stripe.com',
    secretKey: 'sk_live_1',
    webhookSecrets: ['whsec_1', 'whsec_2'],
  })
})

test.each<[string, Record<string, string>, string]>([
  ['the key', { STRIPE_SECRET_KEY: 'sk_test_sandbox' }, 'STRIPE_SECRET_KEY has a sandbox value'],
  ['one of the signing secrets', { STRIPE_WEBHOOK_SECRETS: 'whsec_1,whsec_sandbox' }, 'STRIPE_WEBHOOK_SECRETS has a sandbox value'],
  ['a stand-in', { STRIPE_URL: 'http://127.0.0.1:4242' }, 'STRIPE_URL is only for sandbox mode'],
])('production refuses %s of the sandbox', (_, values, problem) => {
  const env = { ...productionEnv, BILLING_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1' }
  expect(() => readConfig({ ...env, ...values })).toThrow(problem)
})

test('in the sandbox, Stripe has the keys of its stand-in unless others are set', () => {
  expect(readConfig({ BILLING_PROVIDER: 'stripe' }).billing.stripe).toMatchObject({
    secretKey: 'sk_test_sandbox',
    webhookSecrets: ['whsec_sandbox'],
  })
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }).billing.stripe.secretKey).toBe('sk_test_1')
  expect(() => readConfig({ STRIPE_URL: 'stripe' })).toThrow('- STRIPE_URL:')
})

test('a certificate without its key is refused at startup', () => {
  expect(() => readConfig({ SMTP_CERT_FILE: 'a.pem' })).toThrow(/SMTP_CERT_FILE and SMTP_KEY_FILE together/)
  expect(readConfig({ SMTP_CERT_FILE: 'a.pem', SMTP_KEY_FILE: 'a.key' }).smtp.certificate).toEqual({ certFile: 'a.pem', keyFile: 'a.key' })
  expect(readConfig({}).smtp.certificate).toBeNull()
})

test('an OAuth client is complete or absent, and its stand-in works only in the sandbox', () => {
  expect(readConfig({}).mailOAuth).toEqual({ google: null, microsoft: null, tenant: 'common', standIn: null })
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow('Set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together')
  expect(() => readConfig({ MAIL_OAUTH_ISSUER: 'http://127.0.0.1:1' })).toThrow('Set MAIL_OAUTH_ISSUER and MAIL_OAUTH_IMAP together')
  expect(() => readConfig({ MICROSOFT_TENANT: '../evil' })).toThrow('- MICROSOFT_TENANT:')
  expect(() => readConfig({ MODE: 'production', MAIL_OAUTH_ISSUER: 'http://127.0.0.1:1' })).toThrow(
    'MAIL_OAUTH_ISSUER is only for sandbox mode',
  )
  const standInEnv = { MAIL_OAUTH_ISSUER: 'http://127.0.0.1:1', MAIL_OAUTH_IMAP: '127.0.0.1:143', MICROSOFT_TENANT: 'consumers' }
  expect(readConfig({ ...standInEnv, MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 's' }).mailOAuth).toEqual({
    google: null,
    microsoft: { id: 'id', secret: 's' },
    tenant: 'consumers',
    standIn: { issuer: 'http://127.0.0.1:1', host: '127.0.0.1', port: 143 },
  })
})

test('a captcha is configured completely or not at all', () => {
  expect(readConfig({}).auth.captcha).toBeNull()
  expect(() => readConfig({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'k' })).toThrow(/CAPTCHA_SECRET too/)
  expect(() => readConfig({ CAPTCHA_PROVIDER: 'other' })).toThrow(/CAPTCHA_PROVIDER/)
  const complete = { CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'k', CAPTCHA_SECRET: 's' }
  expect(readConfig(complete).auth.captcha).toEqual({ provider: 'hcaptcha', siteKey: 'k', secret: 's', verifyUrl: null })
})
