// Tests the console's settings on two hosts: what an administrator changes is live on both, secrets never come out, and maintenance loses nothing.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, test, vi } from 'vitest'
import * as api from '../core/api/admin/settings.ts'
import * as config from '../core/api/config.ts'
import * as mail from '../core/api/mail.ts'
import { getNoticesApi } from '../core/api/notices.ts'
import { startCaptcha } from '../sandbox/captcha/stand-in.ts'
import { startOidc } from '../sandbox/oidc/start.ts'
import { openLog } from '../server/foundation/log.ts'
import { testDatabase } from './database.ts'
import { addFilter, linkPhone, type Person, type Product, patience, personOf, runProduct, sendMail, signUp, textsOn } from './running.ts'
import { signUpStaff } from './staff.ts'

const { db, url } = await testDatabase()
const verifier = await startCaptcha({ secret: 'secret of the site' })
const oidc = await startOidc({
  port: 0,
  clients: [{ id: 'ferry', secret: 'secret of the client', redirectUris: ['http://localhost/auth/v1/callback'] }],
  people: [],
})
afterAll(async () => {
  await verifier.stop()
  await oidc.stop()
})
const shared = {
  MASTER_KEY_FILE: join(mkdtempSync(join(tmpdir(), 'mailferry-master-')), 'master.key'),
  CAPTCHA_VERIFY_URL: verifier.url,
  AUTH_LIMITS: 'emailToAddress=100/1',
}
const lines: string[] = []
const log = openLog('trace', { write: line => void lines.push(line) })
const first = await runProduct(url, { ...shared, NUMBER_PER_SECOND: '50' }, log)
const second = await runProduct(url, { ...shared, ROLES: 'web' }, log)
const admin = await signUpStaff(first, db, 'ada', 'admin')
const nobody = personOf(second, '', '')

const reason = 'It is a test.'
const read = () => admin.ask(api.getSettingsApi, 'GET', '/api/admin/settings')

async function save(group: string, values: Record<string, string | null>, more: object = {}) {
  const { revision } = await read()
  return admin.try('PUT', `/api/admin/settings/groups/${group}`, { values, revision, reason, ...more })
}

const find = (all: api.AllSettings, key: string) => all.groups.flatMap(({ settings }) => settings).find(setting => setting.key === key)
const onSecond = () => nobody.ask(config.getConfigApi, 'GET', '/api/config')

/** The other host reads what is new every five seconds. */
const withinPoll = { timeout: 10_000, interval: 200 }

describe('settings', () => {
  test('only administrators open them', async () => {
    const support = await signUpStaff(first, db, 'sue', 'support')
    expect((await support.try('GET', '/api/admin/settings')).status).toBe(403)
    expect((await nobody.try('GET', '/api/admin/settings')).status).toBe(401)
  })

  test('closing sign-up closes it on both hosts within ten seconds, and opening it opens it', async () => {
    expect((await save('signup', { SIGN_UP_OPEN: 'false' })).status).toBe(200)
    expect(await signUpError(first.url, 'eve')).toBe('signup_disabled')
    await vi.waitFor(async () => expect((await onSecond()).signUpOpen).toBe(false), withinPoll)
    expect(await signUpError(second.url, 'eve')).toBe('signup_disabled')
    expect((await save('signup', { SIGN_UP_OPEN: null })).status).toBe(200)
    expect(await signUpError(first.url, 'eve')).toBeNull()
  })

  test('the environment wins: what it sets is shown with its name, and cannot be changed', async () => {
    expect(find(await read(), 'NUMBER_PER_SECOND')).toMatchObject({ value: '50', source: 'environment', default: '80' })
    expect(await save('limits', { NUMBER_PER_SECOND: '20' })).toMatchObject({ status: 409, body: { code: 'set_in_environment' } })
    const { revision } = await read()
    await admin.ask(api.adoptSettingsApi, 'POST', '/api/admin/settings/groups/limits/adoptions', { revision, reason })
    expect(find(await read(), 'NUMBER_PER_SECOND')).toMatchObject({ source: 'environment', isStored: true })
  })

  test('values that do not work are refused by name, and a page that is out of date overwrites nothing', async () => {
    expect(await save('retention', { RETENTION_DAYS: '400' })).toMatchObject({ status: 422, body: { code: 'invalid_settings' } })
    const none = await save('limits', { REQUESTS_A_MINUTE: '1' })
    expect(none).toMatchObject({ status: 422, body: { code: 'too_small', message: expect.stringContaining('at least 120') } })
    expect((await save('retention', { RETENTION_DAYS: '400' })).text).toContain('RETENTION_DAYS')
    expect(await save('captcha', { CAPTCHA_PROVIDER: 'turnstile' })).toMatchObject({ status: 422 })
    expect(await save('email', { MAIL_RELAY_URL: 'smtp://u:planted-word@h' })).toMatchObject({ body: { code: 'password_shown' } })
    expect(await save('limits', { RETENTION_DAYS: '3' })).toMatchObject({ status: 422, body: { code: 'unknown_setting' } })
    expect(await save('retention', { RETENTION_DAYS: '3' }, { revision: 0 })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile' },
    })
  })

  test('limits take effect at once: the sixth request in a minute is refused', async () => {
    expect((await save('limits', { KEY_REQUESTS_A_MINUTE: '99', REQUESTS_A_MINUTE: '5000' })).status).toBe(200)
    const { headers } = await fetch(`${first.url}/api/config`)
    expect(headers.get('x-ratelimit-limit')).toBe('5000')
  })
})

describe('tests before saving', () => {
  test('a token that Meta refuses is never saved; a number that is another is saved only anyway', async () => {
    const wrong = await save('whatsapp', { WHATSAPP_ACCESS_TOKEN: 'planted-token' }, { anyway: true })
    expect(wrong).toMatchObject({ status: 422, body: { code: 'secret_refused', details: { findings: [{ state: 'refused' }] } } })
    expect(wrong.text).toContain('Meta rejected the access token')
    expect(await save('whatsapp', { WHATSAPP_NUMBER: '4915112345678' })).toMatchObject({ status: 409, body: { code: 'test_failed' } })
    expect((await save('whatsapp', { WHATSAPP_NUMBER: '4915112345678' }, { anyway: true })).status).toBe(200)
    expect((await save('whatsapp', { WHATSAPP_NUMBER: null })).status).toBe(200)
  })

  test('a captcha’s wrong secret is refused, and the right one asks for captchas on both hosts', async () => {
    const keys = { CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SITE_KEY: 'site' }
    expect(await save('captcha', { ...keys, CAPTCHA_SECRET: 'planted-captcha' })).toMatchObject({ body: { code: 'secret_refused' } })
    expect((await save('captcha', { ...keys, CAPTCHA_SECRET: 'secret of the site' })).status).toBe(200)
    expect(await signUpError(first.url, 'gil')).toBe('captcha_failed')
    await vi.waitFor(async () => expect((await onSecond()).captcha).toEqual({ provider: 'turnstile', siteKey: 'site' }), withinPoll)
    expect(await signUpError(second.url, 'gil')).toBe('captcha_failed')
    expect((await save('captcha', { CAPTCHA_PROVIDER: null, CAPTCHA_SITE_KEY: null, CAPTCHA_SECRET: null })).status).toBe(200)
  })

  test('a sign-in provider is tried with its discovery document and its secret, then offered, then switched off', async () => {
    const client = { AUTH_OIDC_ISSUER: oidc.issuer, AUTH_OIDC_CLIENT_ID: 'ferry' }
    expect(await save('openid', { ...client, AUTH_OIDC_CLIENT_SECRET: 'planted-client' })).toMatchObject({
      body: { code: 'secret_refused' },
    })
    const nowhere = { ...client, AUTH_OIDC_ISSUER: 'http://127.0.0.1:9', AUTH_OIDC_CLIENT_SECRET: 'x' }
    expect(await save('openid', nowhere)).toMatchObject({ status: 409, body: { code: 'test_failed' } })
    expect((await save('openid', { ...client, AUTH_OIDC_CLIENT_SECRET: 'secret of the client' })).status).toBe(200)
    await vi.waitFor(async () => expect((await onSecond()).providers).toEqual([{ name: 'keycloak', label: 'keycloak' }]), withinPoll)
    const start = await fetch(`${second.url}/auth/v1/authorize?provider=keycloak`, { redirect: 'manual' })
    expect(start.headers.get('location')).toContain(oidc.issuer)
    const elsewhere = { AUTH_OIDC_ISSUER: 'http://127.0.0.1:9' }
    const needed = { status: 422, body: { code: 'secret_needed' } }
    expect(await admin.try('POST', '/api/admin/settings/groups/openid/tests', { values: elsewhere })).toMatchObject(needed)
    expect(await save('openid', elsewhere, { anyway: true })).toMatchObject(needed)
    expect((await save('openid', { ...elsewhere, AUTH_OIDC_CLIENT_SECRET: 'x' }, { anyway: true })).status).toBe(200)
    const { revision } = await read()
    const earlier = { version: 1, revision, reason, anyway: true }
    expect(await admin.try('POST', '/api/admin/settings/AUTH_OIDC_CLIENT_SECRET/rollbacks', earlier)).toMatchObject(needed)
    expect((await save('openid', { ...client, AUTH_OIDC_CLIENT_SECRET: 'secret of the client' })).status).toBe(200)
    expect((await save('openid', { AUTH_OIDC_ENABLED: 'false' })).status).toBe(200)
    expect((await personOf(first, '', '').ask(config.getConfigApi, 'GET', '/api/config')).providers).toEqual([])
  })

  test('a relay that refuses the password is refused, and one that takes it sends our emails', async () => {
    const taken: string[] = []
    const relay = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => (password === 'right' ? done(null, { user: 'u' }) : done(new Error('Wrong.'))),
      onData: (stream, session, done) => {
        taken.push(...session.envelope.rcptTo.map(({ address }) => address))
        stream.resume()
        stream.on('end', () => done())
      },
    })
    await new Promise<void>(done => void relay.listen(0, '127.0.0.1', done))
    afterAll(() => new Promise<void>(done => relay.close(() => done())))
    const address = relay.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const values = { MAIL_RELAY_URL: `smtp://u@127.0.0.1:${port}`, MAIL_RELAY_PASSWORD: 'planted-relay' }
    expect(await save('email', values)).toMatchObject({ status: 422, body: { code: 'secret_refused' } })
    expect((await save('email', { ...values, MAIL_RELAY_PASSWORD: 'right' })).status).toBe(200)
    const client = createClient(first.url, 'sb_publishable_sandbox', { auth: { persistSession: false } })
    await client.auth.resetPasswordForEmail(admin.email)
    await vi.waitFor(() => expect(taken).toEqual([admin.email]), patience)
    const bea = await signUpStaff(first, db, 'bea', 'admin')
    expect((await save('email', { MAIL_RELAY_URL: null, MAIL_RELAY_PASSWORD: null })).status).toBe(200)
    // Even if the new relay were to swallow it: the old one brings the news.
    await vi.waitFor(() => expect(taken.filter(address => address === bea.email).length).toBeGreaterThan(0), patience)
  })

  test('the other administrators are told of a change, without its values; whoever made it is not, nor is anybody told of a limit', async () => {
    const told = async () => {
      const letters = (await (await fetch(`${first.url}/sandbox/outbox`)).text())
        .split('<li>')
        .map(letter => letter.replace(/<[^>]+>/g, ' '))
      return letters.filter(letter => /Settings changed: (OpenID|Retention)/.test(letter))
    }
    expect((await save('retention', { RETENTION_DAYS: '31' })).status).toBe(200)
    expect(await told()).toEqual([])
    expect((await save('openid', { AUTH_OIDC_LABEL: 'Unseen label' })).status).toBe(200)
    const [letter = '', ...others] = await told()
    expect(others).toEqual([])
    expect(letter).toMatch(/bea@example\.com[^]*ada@example\.com changed the OpenID Connect sign-in settings on .+ UTC/)
    expect(letter).not.toContain('Unseen label')
    expect((await save('openid', { AUTH_OIDC_LABEL: null })).status).toBe(200)
  })

  test('each real call is in the log with its results, also one that saved nothing', async () => {
    const tests = await db
      .selectFrom('activity_logs')
      .select(['resource_id', 'details', 'email'])
      .where('action', '=', 'admin.settings.tested')
      .execute()
    expect(tests).toContainEqual({
      ...{ resource_id: 'whatsapp', email: admin.email },
      details: { before: null, after: { changed: ['WHATSAPP_ACCESS_TOKEN'], results: ['refused'] } },
    })
    const count = tests.length
    expect((await admin.try('POST', '/api/admin/settings/groups/email/tests', { values: {} })).status).toBe(200)
    const more = db.selectFrom('activity_logs').select('id').where('action', '=', 'admin.settings.tested')
    expect(await more.execute()).toHaveLength(count + 1)
  })
})

describe('history', () => {
  test('an earlier version comes back, secrets included, and the history names who and why', async () => {
    const verify = (token: string) =>
      nobody.try('GET', `/webhooks/whatsapp?hub.mode=subscribe&hub.challenge=c&hub.verify_token=${token}`).then(({ status }) => status)
    for (const token of ['planted-verify-1', 'planted-verify-2'])
      expect((await save('whatsapp', { WHATSAPP_VERIFY_TOKEN: token })).status).toBe(200)
    await vi.waitFor(async () => expect(await verify('planted-verify-2')).toBe(200), withinPoll)
    const { revision } = await read()
    const path = '/api/admin/settings/WHATSAPP_VERIFY_TOKEN/rollbacks'
    await admin.ask(api.rollBackSettingApi, 'POST', path, { version: 1, revision, reason })
    await vi.waitFor(async () => expect(await verify('planted-verify-1')).toBe(200), withinPoll)
    expect(await verify('planted-verify-2')).toBe(403)
    const { items } = await admin.ask(api.listSettingChangesApi, 'GET', '/api/admin/settings/changes?key=WHATSAPP_VERIFY_TOKEN')
    expect(items.map(({ version, isCurrent, before, after }) => [version, isCurrent, before, after])).toEqual([
      [3, true, null, null],
      [2, false, null, null],
      [1, false, null, null],
    ])
    expect(items[0]).toMatchObject({ reason, isSecret: true, hadValue: true, hasValue: true, changed: { by: admin.email } })
  })

  test('the list of changes is read page by page', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { items, next } = await admin.ask(api.listSettingChangesApi, 'GET', `/api/admin/settings/changes?${query}`)
      seen.push(...items.map(({ id }) => id))
      cursor = next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe((await db.selectFrom('runtime_setting_changes').select('id').execute()).length)
  })
})

describe('maintenance', () => {
  let maya: Person
  const phone = '15550107001'
  const setMaintenance = (on: boolean) =>
    admin.ask(api.saveMaintenanceApi, 'PUT', '/api/admin/settings/maintenance', {
      maintenance: { on, endsAt: on ? new Date(Date.now() + 3_600_000).toISOString() : null, texts: on ? { en: 'We move house.' } : null },
      reason,
    })

  test('writes are refused with the expected end on both hosts, emails are taken and forwarded, and staff end it', async () => {
    maya = await signUp(first, 'maya')
    const { address } = await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
    await linkPhone(first, maya, phone)
    await addFilter(maya, 'invoice')
    await setMaintenance(true)
    const filter = {
      name: 'Later',
      condition: { field: 'subject', operator: 'contains', values: ['x'] },
      actions: [{ kind: 'forward', destinationIds: [] }],
    }
    const refused = await maya.try('POST', '/api/filters', filter)
    expect(refused).toMatchObject({ status: 503, body: { code: 'maintenance' } })
    expect(refused.text).toMatch(/We move house\. Try again after .+ UTC\./)
    expect((await maya.try('GET', '/api/filters')).status).toBe(200)
    expect(await signUpError(first.url, 'zoe')).toBe('503')
    await vi.waitFor(async () => expect((await nobody.try('POST', '/api/contact', {})).status).toBe(503), withinPoll)
    expect((await nobody.ask(config.getConfigApi, 'GET', '/api/config')).signUpOpen).toBe(false)
    const { items } = await nobody.ask(getNoticesApi, 'GET', '/api/notices')
    expect(items).toEqual([
      expect.objectContaining({ id: 'maintenance', audience: 'all', text: expect.stringContaining('We move house.') }),
    ])
    await sendMail(first, address, { subject: 'An invoice of the move' })
    await vi.waitFor(async () => expect((await textsOn(first, phone)).join()).toContain('An invoice of the move'), patience)
    expect((await nobody.try('GET', '/healthz')).status).toBe(200)
    const client = createClient(first.url, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
    expect((await client.auth.signInWithPassword({ email: admin.email, password: 'a long pass phrase of ada' })).error).toBeNull()
    const signIn = (email: string) => readSignInCode(first, email).then(token => client.auth.verifyOtp({ type: 'email', email, token }))
    expect((await client.auth.signInWithOtp({ email: admin.email })).error).toBeNull()
    expect((await signIn(admin.email)).error).toBeNull()
    // Everybody gets a code, because only those who redeem one may learn whether they are staff.
    expect((await client.auth.signInWithOtp({ email: maya.email })).error).toBeNull()
    expect((await signIn(maya.email)).error).toMatchObject({ status: 503, message: expect.stringContaining('We move house.') })
    expect(lines.filter(line => /"level":(40|50|60)/.test(line) && line.includes('maintenance'))).toEqual([])
    await setMaintenance(false)
    // The refusal didn't use it up.
    expect((await signIn(maya.email)).error).toBeNull()
    expect((await maya.try('POST', '/api/filters', filter)).status).toBe(201)
  })

  test('announcements are shown between their times, in the language of the request', async () => {
    const [id, over] = [crypto.randomUUID(), crypto.randomUUID()]
    const base = { level: 'info' as const, audience: 'all' as const, from: null }
    const announcements = [
      { ...base, id, texts: { en: 'New plans.', es: 'Planes nuevos.' }, until: null },
      { ...base, id: over, texts: { en: 'It is over.' }, until: '2020-01-01T00:00:00Z' },
    ]
    const { revision } = await read()
    await admin.ask(api.saveAnnouncementsApi, 'PUT', '/api/admin/settings/announcements', { announcements, revision, reason })
    const get = async (language: string) => {
      const { body } = await personOf(first, '', '').try('GET', '/api/notices', undefined, { 'accept-language': language })
      return getNoticesApi.answer.parse(body).items.map(({ text }) => text)
    }
    expect(await get('es')).toEqual(['Planes nuevos.'])
    expect(await get('ar')).toEqual(['New plans.'])
  })
})

test('no planted secret is in an answer, in the log of staff, in the tables or in the server’s log', async () => {
  const tables = await Promise.all([
    db.selectFrom('runtime_settings').selectAll().execute(),
    db.selectFrom('runtime_setting_changes').selectAll().execute(),
    db.selectFrom('activity_logs').selectAll().execute(),
    db.selectFrom('idempotency_keys').selectAll().execute(),
  ])
  const answers = [await read(), await admin.ask(api.listSettingChangesApi, 'GET', '/api/admin/settings/changes?limit=100')]
  const everything = JSON.stringify([tables, answers, lines])
  expect(everything).not.toMatch(/planted-|secret of the|"right"/)
  // The net is not torn: what is no secret is found in it.
  expect(everything).toMatch(/admin\.settings\.changed/)
  expect(everything).toContain('4915112345678')
  const staff = await db.selectFrom('activity_logs').select('details').where('action', '=', 'admin.settings.changed').execute()
  expect(JSON.stringify(staff)).not.toContain('4915112345678')
})

/** The code of the refusal; null when it was possible. */
async function signUpError(server: string, name: string): Promise<string | null> {
  const client = createClient(server, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
  const { error } = await client.auth.signUp({ email: `${name}@example.com`, password: `a long pass phrase of ${name}` })
  return error ? (error.code ?? `${error.status}`) : null
}

/** The code of the newest email that signs in. */
async function readSignInCode(product: Product, email: string): Promise<string> {
  return vi.waitFor(async () => {
    const letters = (await (await fetch(`${product.url}/sandbox/outbox`)).text()).split('<li>')
    const code = /\b\d{8}\b/.exec(letters.find(letter => letter.includes(email) && /sign in/i.test(letter)) ?? '')?.[0]
    if (!code) throw new Error(`No code was mailed to ${email}.`)
    return code
  }, patience)
}
