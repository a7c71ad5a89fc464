// Tests the security page on the whole product: who is kept out, what is listed, and what staff can end.
import { createClient } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import * as secretsApi from '../../../../core/api/admin/secrets.ts'
import * as api from '../../../../core/api/admin/security.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Person, runProduct, signUp } from '../../../../test/running.ts'
import { signUpStaff } from '../../../../test/staff.ts'

const { db, url } = await testDatabase()
// The tests come through a proxy that we trust, so that each may have an address of its own.
const product = await runProduct(url, {
  TRUSTED_PROXIES: '127.0.0.1',
  STRIPE_SECRET_KEY: 'sk_live_never_shown',
  REQUESTS_A_MINUTE: '100000',
})
const admin = await signUpStaff(product, db, 'ada', 'admin')
const support = await signUpStaff(product, db, 'sue', 'support')
const olga = await signUp(product, 'olga')

const reason = 'a test of the page'
const base = '/api/admin/security'
const from = (ip: string) => ({ 'x-forwarded-for': ip, apikey: 'sb_publishable_sandbox' })
const statusAt = async (ip: string, method: string, path: string, body?: unknown, person = olga) => {
  const answer = await person.try(method, path, body, from(ip))
  return `${answer.status} ${String(Object(answer.body)['error_code'] ?? Object(answer.body)['code'] ?? Object(answer.body)['error'] ?? '')}`
}
const idOf = async (person: Person) =>
  (await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()).id
const lastAction = () =>
  db
    .selectFrom('activity_logs')
    .selectAll()
    .where('action', 'like', 'admin.%')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

test('a blocked address is refused on every wire until it is unblocked; health and webhooks stay open', async () => {
  const block = await admin.ask(api.addBlockApi, 'POST', `${base}/blocks`, { network: '203.0.113.9/24', endsAt: null, reason })
  expect(block).toMatchObject({ network: '203.0.113.0/24', isActive: true, blockedBy: { email: admin.email } })
  const password = { email: olga.email, password: 'a long pass phrase of olga' }
  const calls: [method: string, path: string, body?: unknown][] = [
    ['POST', '/auth/v1/token?grant_type=password', password],
    ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'x' }],
    ['POST', '/auth/v1/signup', password],
    ['POST', '/auth/v1/recover', { email: olga.email }],
    ['POST', '/auth/v1/otp', { email: olga.email }],
    ['GET', '/api/filters'],
    ['GET', '/api/config'],
    ['GET', '/rest/v1/user_roles'],
    ['POST', '/functions/v1/log-activity', {}],
    ['POST', '/storage/v1/object/list/avatars', {}],
    ['GET', '/realtime/v1/websocket'],
  ]
  for (const [method, path, body] of calls)
    expect([path, await statusAt('203.0.113.200', method, path, body)]).toEqual([path, expect.stringMatching(/^403 .*address_blocked/)])
  expect(await statusAt('203.0.114.1', 'GET', '/api/filters')).toMatch(/^200/)
  expect(await statusAt('203.0.113.200', 'GET', '/healthz')).toMatch(/^200/)
  expect(await statusAt('203.0.113.200', 'GET', '/readyz')).not.toMatch(/address_blocked/)
  expect(await statusAt('203.0.113.200', 'POST', '/webhooks/whatsapp', {})).not.toMatch(/address_blocked/)
  await admin.ask(api.removeBlockApi, 'POST', `${base}/blocks/${block.id}/removals`, { reason })
  expect(await statusAt('203.0.113.200', 'GET', '/api/filters')).toMatch(/^200/)
  expect(await lastAction()).toMatchObject({ action: 'admin.address.unblocked', resource_id: '203.0.113.0/24', details: { reason } })
})

test('what would lock everybody or oneself out is refused', async () => {
  const refusalOf = async (network: string, ip = '192.0.2.10', endsAt: string | null = null) => {
    const { status, body } = await admin.try('POST', `${base}/blocks`, { network, endsAt, reason }, from(ip))
    return `${status} ${String(Object(body)['code'])} ${String(Object(body)['message'])}`
  }
  expect(await refusalOf('127.0.0.1')).toMatch(/^422 .*server’s own address/)
  expect(await refusalOf('::1')).toMatch(/^422 .*server’s own address/)
  expect(await refusalOf('192.0.2.0/24')).toMatch(/^422 .*your own address/)
  expect(await refusalOf('198.0.0.0/6')).toMatch(/^422 .*too large/)
  expect(await refusalOf('2001::/16')).toMatch(/^422 .*too large/)
  expect(await refusalOf('somewhere')).toMatch(/^422 .*isn’t an IP address/)
  expect(await refusalOf('198.51.100.1', '192.0.2.10', '2020-01-01T00:00:00Z')).toMatch(/^422 .*in the past/)
  expect(await refusalOf('198.51.100.1')).toMatch(/^201/)
  expect(await refusalOf('198.51.100.1/32')).toMatch(/^409 .*already/)
  const { items } = await support.ask(api.listBlocksApi, 'GET', `${base}/blocks?address=198.51.100.1&state=active`)
  expect(items.map(one => one.network)).toEqual(['198.51.100.1'])
})

test('failed sign-ins are grouped by address, network and account, and a browser’s own report does not count', async () => {
  for (const ip of ['198.18.5.1', '198.18.5.2', '198.18.5.2'])
    await statusAt(ip, 'POST', '/auth/v1/token?grant_type=password', { email: olga.email, password: 'wrong' })
  await statusAt('198.18.5.2', 'POST', '/auth/v1/token?grant_type=password', { email: 'nobody@example.com', password: 'wrong' })
  await olga.try('POST', '/functions/v1/log-activity', { action: 'failed_login_attempt', status: 'warning' }, from('198.18.5.77'))
  const groups = async (by: string) =>
    (await support.ask(api.listFailedSignInsApi, 'GET', `${base}/failed-sign-ins?by=${by}&range=1h`)).items
  const seen = async (by: string) => (await groups(by)).map(({ key, attempts, others }) => `${key} ${attempts} ${others}`)
  expect(await seen('address')).toEqual(['198.18.5.2 3 2', '198.18.5.1 1 1'])
  expect(await seen('network')).toEqual(['198.18.5.0/24 4 2'])
  expect(await seen('account')).toEqual([`${olga.email} 3 2`, 'nobody@example.com 1 1'])
  expect((await groups('account')).map(row => row.person?.id ?? null)).toEqual([await idOf(olga), null])
  await admin.ask(api.addBlockApi, 'POST', `${base}/blocks`, { network: '198.18.0.0/16', endsAt: null, reason })
  expect((await groups('network')).map(row => row.isBlocked)).toEqual([true])
  const { text } = await support.try('GET', `${base}/failed-sign-ins.csv?by=network&range=1h`)
  expect(text).toContain('198.18.5.0/24,4,2,')
})

test('suspicious events of every kind are listed, newest first, and those that a user made up are not', async () => {
  const newDevice = {
    ...from('192.0.2.44'),
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0',
  }
  await olga.try('POST', '/auth/v1/token?grant_type=password', { email: olga.email, password: 'a long pass phrase of olga' }, newDevice)
  const refused = await olga.try('GET', '/api/admin/security/blocks')
  expect(refused.status).toBe(403)
  const kinds = async (query = '') => (await support.ask(api.listSuspicionsApi, 'GET', `${base}/events${query}`)).items.map(one => one.kind)
  await vi.waitFor(async () => expect(await kinds()).toContain('unauthorized_access'))
  expect(new Set(await kinds('?kind=new_device'))).toEqual(new Set(['new_device']))
  const before = (await kinds()).length
  await olga.try('POST', '/functions/v1/log-activity', {
    action: 'suspicious_activity',
    status: 'warning',
    details: { reason: 'new_device' },
  })
  expect(await kinds()).toHaveLength(before)
  const first = await support.ask(api.listSuspicionsApi, 'GET', `${base}/events?limit=1`)
  const second = await support.ask(api.listSuspicionsApi, 'GET', `${base}/events?limit=1&cursor=${first.next}`)
  expect(Date.parse(second.items[0]?.at ?? '')).toBeLessThanOrEqual(Date.parse(first.items[0]?.at ?? ''))
})

test('second factors are counted, and staff without one are named', async () => {
  const factors = await support.ask(api.getSecondFactorsApi, 'GET', `${base}/factors`)
  expect(factors).toMatchObject({ users: 3, usersWithFactor: 2, staff: 2, staffWithFactor: 2, staffWithout: [] })
  expect(factors.byType).toContainEqual({ type: 'totp', users: 2 })
})

test('sessions of staff are listed and ended; support may not', async () => {
  const billing = await signUpStaff(product, db, 'bob', 'billing')
  const { items } = await support.ask(api.listStaffSessionsApi, 'GET', `${base}/sessions`)
  const own = items.find(one => one.isCurrent)
  expect(own?.person.email).toBe(support.email)
  expect(items.map(one => one.person.email)).not.toContain(olga.email)
  const session = items.find(one => one.person.email === billing.email && one.hasSecondStep)
  const body = { userId: session?.person.id, sessionId: session?.id, reason }
  expect((await support.try('POST', `${base}/session-ends`, body)).status).toBe(403)
  await admin.ask(api.endStaffSessionsApi, 'POST', `${base}/session-ends`, body)
  expect((await billing.try('GET', '/api/settings')).status).toBe(401)
  expect(await lastAction()).toMatchObject({
    action: 'admin.staff.signed_out',
    resource_id: session?.person.id,
    details: { before: { session: session?.id } },
  })
  const notStaff = { userId: await idOf(olga), sessionId: null, reason }
  expect((await admin.try('POST', `${base}/session-ends`, notStaff)).status).toBe(404)
})

test('keys of all users are listed without their names, and revoked at once', async () => {
  const now = Date.now()
  const owner = await idOf(olga)
  const key = (n: number, days: { created: number; expires: number; used?: number }) => ({
    ...{
      user_id: owner,
      id: `00000000-0000-4000-8000-00000000000${n}`,
      key_hash: Buffer.from(`hash ${n}`),
      name: 'Secret plan',
      scope: 'read' as const,
    },
    prefix: `mf_Key0${n}`,
    created_at: new Date(now + days.created * 86_400_000),
    expires_at: new Date(now + days.expires * 86_400_000),
    last_used_at: days.used === undefined ? null : new Date(now + days.used * 86_400_000),
    revoked_at: null,
  })
  await db
    .insertInto('api_keys')
    .values([
      key(1, { created: -200, expires: 100, used: -1 }),
      key(2, { created: -100, expires: 5 }),
      key(3, { created: -50, expires: -1, used: -40 }),
    ])
    .execute()
  const listed = async (query: string) =>
    (await support.ask(api.listAllKeysApi, 'GET', `${base}/keys${query}`)).items.map(one => one.prefix)
  expect(await listed('')).toEqual(['mf_Key03', 'mf_Key02', 'mf_Key01'])
  expect(await listed('?state=active')).toEqual(['mf_Key02', 'mf_Key01'])
  expect(await listed('?state=unused')).toEqual(['mf_Key02'])
  expect(await listed('?state=expiring')).toEqual(['mf_Key02'])
  expect(await listed('?prefix=mf_Key01')).toEqual(['mf_Key01'])
  expect((await support.try('GET', `${base}/keys`)).text).not.toContain('Secret plan')
  await admin.ask(api.revokeAnyKeyApi, 'POST', `${base}/keys/${key(1, { created: 0, expires: 0 }).id}/revocations`, {
    userId: owner,
    reason,
  })
  expect(await listed('?state=revoked')).toEqual(['mf_Key01'])
  expect(await lastAction()).toMatchObject({ action: 'admin.api_key.revoked', resource_type: 'api_key' })
  const { text } = await support.try('GET', `${base}/keys.csv?state=revoked`)
  expect(text).toContain('mf_Key01,read,')
  expect(text).not.toContain('Secret plan')
})

test('the signing key is rotated without signing anybody out, and secrets show their age but not themselves', async () => {
  const client = createClient(product.url, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
  const { data } = await client.auth.signInWithPassword({ email: olga.email, password: 'a long pass phrase of olga' })
  const before = await admin.ask(secretsApi.listSigningKeysApi, 'GET', `${base}/signing-keys`)
  const after = await admin.ask(secretsApi.rotateSigningKeyApi, 'POST', `${base}/signing-keys`, { reason })
  expect(after.items.map(key => key.state)).toEqual(['next', 'signing'])
  expect((await admin.try('POST', `${base}/signing-keys`, { reason })).status).toBe(409)
  await db
    .updateTable('signing_keys')
    .set({ signs_at: new Date() })
    .where('kid', '!=', before.items[0]?.kid ?? '')
    .execute()
  const refreshed = await vi.waitFor(
    async () => {
      const answer = await client.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' })
      const header = JSON.parse(Buffer.from(answer.data.session?.access_token.split('.')[0] ?? '', 'base64url').toString())
      expect(header.kid).toBe(after.items[0]?.kid)
      return answer.data.session
    },
    { timeout: 8_000, interval: 500 },
  )
  expect(refreshed?.access_token).toBeDefined()
  expect((await olga.try('GET', '/api/settings')).status).toBe(200)
  const { text } = await support.try('GET', `${base}/secrets`)
  const { items } = secretsApi.listSecretsApi.answer.parse(JSON.parse(text))
  expect(items).toContainEqual(
    expect.objectContaining({ name: 'STRIPE_SECRET_KEY', place: 'environment', isOld: false, since: expect.any(String) }),
  )
  expect(items.map(one => one.kind)).toEqual(expect.arrayContaining(['master', 'signing']))
  expect(text).not.toMatch(/never_shown|sandbox-token|postgres/)
})

test('the components are searched, and the bill of materials is downloaded', async () => {
  const { items } = await support.ask(secretsApi.listComponentsApi, 'GET', `${base}/components?q=fastify@`)
  expect(items.map(one => one.name)).toContain('fastify')
  const bom = await support.ask(secretsApi.getBomApi, 'GET', `${base}/bom.json`)
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
})
