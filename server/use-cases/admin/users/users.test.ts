// Tests the console's users on the entire product: finding them, what is shown, and what administrators do to an account.
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { eraseUserApi, listErasureReceiptsApi } from '../../../../core/api/admin/erasures.ts'
import * as api from '../../../../core/api/admin/users.ts'
import * as mail from '../../../../core/api/mail.ts'
import { testDatabase } from '../../../../test/database.ts'
import {
  addFilter,
  linkPhone,
  type Person,
  patience,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from '../../../../test/running.ts'
import { signUpStaff } from '../../../../test/staff.ts'
import { claimMailboxes } from '../../../mail/mailboxes/owners.ts'
import { addImapMailbox } from '../../../mail/mailboxes/store.ts'
import { erasedTables } from './erasure-counts.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url)
const reason = 'The user asked for it.'
let admin: Person
let support: Person

beforeAll(async () => {
  admin = await signUpStaff(product, db, 'adam', 'admin')
  support = await signUpStaff(product, db, 'susan', 'support')
})

const idOf = async (email: string) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
const act = (id: string, path: string, body: object = {}) => admin.try('POST', `/api/admin/users/${id}/${path}`, { reason, ...body })
const detail = (id: string) => support.ask(api.getAdminUserApi, 'GET', `/api/admin/users/${id}`)
const find = async (query: string) =>
  (await support.ask(api.listAdminUsersApi, 'GET', `/api/admin/users?${query}`)).items.map(({ email }) => email)
const outbox = async () => (await fetch(`${product.url}/sandbox/outbox`)).text()
const emailTo = (email: string, subject: string) =>
  vi.waitFor(async () => {
    const emails = (await outbox()).split('<li>').filter(one => one.includes(email) && one.includes(subject))
    if (emails.length === 0) throw new Error(`${email} got no email “${subject}”.`)
  }, patience)

test('users are found by how their address, name or phone begins, by id, and by state, role and second factor', async () => {
  const dora = await signUp(product, 'dora')
  const id = await idOf(dora.email)
  await db.updateTable('users').set({ user_metadata: '{"name":"Thea Doranova"}', phone: '15550177001' }).where('id', '=', id).execute()
  for (const q of ['DORA', 'dora@', 'thea d', '+1 555 017 7001', id])
    expect(await find(`q=${encodeURIComponent(q)}`), q).toEqual([dora.email])
  for (const q of ['ora', 'doranova', '550177', '%25']) expect(await find(`q=${q}`), q).toEqual([])
  expect(await find('role=support')).toEqual([support.email])
  expect(await find('factor=yes')).toEqual([support.email, admin.email])
  expect(await find('factor=no&q=d')).toEqual([dora.email])
  expect(await find('state=unconfirmed')).toEqual([])
  expect(await find(`to=2020-01-01T00:00:00Z`)).toEqual([])
})

test('who sees masked numbers finds a phone by its whole number alone, so that nothing more than was typed is learned', async () => {
  const nora = await signUp(product, 'nora')
  await db
    .updateTable('users')
    .set({ phone: '15550177050' })
    .where('id', '=', await idOf(nora.email))
    .execute()
  const findAs = async (person: Person, q: string) =>
    (await person.ask(api.listAdminUsersApi, 'GET', `/api/admin/users?q=${q}`)).items.map(({ email }) => email)
  for (const begin of ['1555017', '1555017705', '155501770501']) expect(await findAs(support, begin), begin).toEqual([])
  expect(await findAs(support, '15550177050')).toEqual([nora.email])
  expect(await findAs(admin, '1555017705')).toEqual([nora.email])
})

test('pages follow each other without a gap, and the CSV has the same rows', async () => {
  const all = await find('limit=100')
  const first = await support.ask(api.listAdminUsersApi, 'GET', '/api/admin/users?limit=2')
  const rest = await find(`limit=100&cursor=${first.next}`)
  expect([...first.items.map(({ email }) => email), ...rest]).toEqual(all)
  const csv = (await support.try('GET', '/api/admin/users.csv')).text.trim().split('\r\n')
  expect(csv).toHaveLength(all.length + 1)
  expect(csv[1]).toContain(String(all[0]))
  expect(await support.try('GET', '/api/admin/users?cursor=nonsense')).toMatchObject({ status: 400, body: { code: 'cursor_wrong' } })
})

test('a user’s page shows states and shapes, and not a word of an email or a filter', async () => {
  const eva = await signUp(product, 'eva')
  const { address } = await eva.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, eva, '15550177010')
  await addFilter(eva, 'zephyr', 'The filter named Boreas')
  await sendMail(product, address, { subject: 'A zephyr in spring' })
  await untilMessageState(eva, 'A zephyr in spring', 'forwarded')
  const user = await detail(await idOf(eva.email))
  expect(user).toMatchObject({ email: eva.email, state: 'active', roles: [], subscription: null, exports: [] })
  expect(user.mailboxes).toMatchObject([{ kind: 'address', domain: address.split('@')[1], state: 'live', isSuspended: false }])
  expect(user.phones).toMatchObject([{ state: 'linked', number: '+1 ••• ••• 010' }])
  expect(user.filters).toMatchObject([{ isPaused: false, actions: ['forward'], matchCount: 1 }])
  expect(user.filters[0]?.conditions).toHaveLength(1)
  expect(user.deliveries[0]?.sizeBytes).toBeGreaterThan(100)
  expect(user.sessions).toHaveLength(1)
  expect(JSON.stringify(user)).not.toMatch(/zephyr|boreas|spring/i)
  expect(JSON.stringify(user)).not.toContain(address)
})

test('a suspended user is signed out, their emails wait, and all of them come after the suspension', async () => {
  const finn = await signUp(product, 'finn')
  const id = await idOf(finn.email)
  const phone = '15550177020'
  const { address } = await finn.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, finn, phone)
  await addFilter(finn, 'harvest')
  expect((await act(id, 'suspensions', { until: '2020-01-01T00:00:00Z' })).body).toMatchObject({ code: 'until_past' })
  expect((await act(id, 'suspensions', { until: null })).status).toBe(200)
  expect((await finn.try('GET', '/api/mailboxes')).status).toBe(401)
  await sendMail(product, address, { subject: 'The harvest of this year' })
  await vi.waitFor(async () => expect((await detail(id)).deliveries).toMatchObject([{ state: 'held', reason: 'paused' }]), patience)
  expect(await detail(id)).toMatchObject({ state: 'suspended', isForGood: true, sessions: [] })
  expect(await find('state=suspended')).toEqual([finn.email])
  await emailTo(finn.email, 'Your account is suspended')
  expect((await textsOn(product, phone)).join()).not.toContain('harvest of this year')
  expect((await act(id, 'resumptions')).status).toBe(200)
  await vi.waitFor(async () => expect((await textsOn(product, phone)).join()).toContain('harvest of this year'), patience)
  await emailTo(finn.email, 'Your account is active again')
  const { log } = await detail(id)
  expect(log.filter(line => line.byEmail)).toMatchObject([
    { action: 'admin.user.resumed', reason, byEmail: admin.email },
    { action: 'admin.user.suspended', reason, byEmail: admin.email },
  ])
})

test('the IMAP accounts of a suspended user are watched by nobody until the suspension ends', async () => {
  const gina = await signUp(product, 'gina')
  const id = await idOf(gina.email)
  const now = new Date()
  const settings = { host: 'imap.example.com', port: 993, security: 'tls' as const, username: 'gina' }
  const mailboxId = crypto.randomUUID()
  // Leased far into the future, so that no host of the product takes it.
  await addImapMailbox(db, id, { id: mailboxId, address: 'gina@example.org', settings, secret: Buffer.from('x'), now })
  await db
    .updateTable('mailboxes')
    .set({ lease_host: 'other', lease_until: new Date('2100-01-01') })
    .where('id', '=', mailboxId)
    .execute()
  expect((await act(id, 'suspensions', { until: new Date(now.getTime() + 3_600_000).toISOString() })).status).toBe(200)
  const claim = async (at: Date) => {
    const ask = { host: 'test', now: at, leaseMs: 60_000, most: 10, mine: false, except: [] }
    return (await claimMailboxes(db, ask)).map(leased => leased.id)
  }
  const row = await db.selectFrom('mailboxes').selectAll().where('id', '=', mailboxId).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ lease_host: null, state: 'connecting' })
  expect(await claim(now)).toEqual([])
  expect((await detail(id)).mailboxes).toMatchObject([{ domain: 'example.org', isSuspended: true }])
  expect(await claim(new Date(now.getTime() + 3_600_001))).toEqual([mailboxId])
})

test('resetting second factors and signing out end every session, and the user is notified', async () => {
  const hugo = await signUpStaff(product, db, 'hugo', 'billing')
  const id = await idOf(hugo.email)
  expect((await detail(id)).factors).toMatchObject([{ type: 'totp', isVerified: true }])
  expect((await act(id, 'factor-resets')).status).toBe(200)
  expect(await detail(id)).toMatchObject({ factors: [], sessions: [] })
  expect((await hugo.try('GET', '/api/mailboxes')).status).toBe(401)
  await emailTo(hugo.email, 'Your two-factor sign-in was reset')
  const iris = await signUp(product, 'iris')
  const irisId = await idOf(iris.email)
  const [session] = (await detail(irisId)).sessions
  expect((await act(irisId, 'sign-outs', { sessionId: crypto.randomUUID() })).status).toBeGreaterThanOrEqual(400)
  expect((await act(irisId, 'sign-outs', { sessionId: session?.id })).status).toBe(200)
  expect((await iris.try('GET', '/api/mailboxes')).status).toBe(401)
})

test('roles are given and taken, but nobody takes their own or the last administrator’s', async () => {
  const jana = await signUp(product, 'jana')
  const id = await idOf(jana.email)
  const adminId = await idOf(admin.email)
  expect((await act(id, 'roles', { role: 'admin', change: 'grant' })).status).toBe(200)
  expect((await act(adminId, 'roles', { role: 'admin', change: 'revoke' })).body).toMatchObject({ code: 'own_admin_role' })
  await emailTo(jana.email, 'Your role was changed')
  expect((await act(id, 'roles', { role: 'admin', change: 'grant' })).body).toMatchObject({ code: 'has_role' })
  expect((await act(id, 'roles', { role: 'admin', change: 'revoke' })).status).toBe(200)
  for (const path of ['suspensions', 'erasures'])
    expect((await act(adminId, path, { until: null, confirmation: admin.email })).body).toMatchObject({ code: 'own_account' })
  const [entry] = (await detail(id)).log
  expect(entry).toMatchObject({ action: 'admin.user.role_revoked', reason })
})

test('only administrators act, and only with a reason', async () => {
  const id = await idOf(support.email)
  const body = { until: null, reason }
  expect((await support.try('POST', `/api/admin/users/${id}/suspensions`, body)).body).toMatchObject({ code: 'role_missing' })
  expect((await admin.try('POST', `/api/admin/users/${id}/suspensions`, { ...body, reason: 'no' })).status).toBe(400)
  expect((await act(crypto.randomUUID(), 'suspensions', { until: null })).body).toMatchObject({ code: 'user_unknown' })
})

test('billing sees who pays and nothing else of them, and nobody who does not', async () => {
  const bella = await signUpStaff(product, db, 'bella', 'billing')
  const payer = await signUp(product, 'percy')
  const id = await idOf(payer.email)
  await payer.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  const now = new Date()
  const plan = { plan_id: 'plus', plan_version: 1, interval: 'month', currency: 'EUR', amount: 500, raw_state: 'active' } as const
  const refs = { owner_id: id, id: crypto.randomUUID(), provider: 'invoice', subscription_ref: 'test', state: 'active' } as const
  await db
    .insertInto('subscriptions')
    .values({ ...plan, ...refs, started_at: now, updated_at: now })
    .execute()
  await db.updateTable('users').set({ phone: '15550177099' }).where('id', '=', id).execute()
  const list = await bella.ask(api.listAdminUsersApi, 'GET', '/api/admin/users')
  expect(list.items).toMatchObject([{ email: payer.email, plan: 'plus', phone: null }])
  expect((await bella.ask(api.listAdminUsersApi, 'GET', '/api/admin/users?q=1555017')).items).toEqual([])
  expect(await find('q=15550177099')).toEqual([payer.email])
  const seen = await bella.ask(api.getAdminUserApi, 'GET', `/api/admin/users/${id}`)
  expect(seen).toMatchObject({ email: payer.email, subscription: { plan: 'plus' }, mailboxes: [], sessions: [], log: [] })
  expect((await bella.try('GET', `/api/admin/users/${await idOf(support.email)}`)).body).toMatchObject({ code: 'payers_only' })
  const file = (await bella.try('GET', '/api/admin/users.csv')).text.trim().split('\r\n')
  expect(file).toHaveLength(2)
  expect(file[1]).not.toContain('099')
})

test('an invited user is not confirmed until staff or they do it, and nobody is invited twice over an account', async () => {
  const email = 'karl@example.com'
  const { id } = await admin.ask(api.inviteUserApi, 'POST', '/api/admin/users/invitations', { email, reason })
  await emailTo(email, 'invited to Mailferry')
  expect(await detail(id)).toMatchObject({ state: 'unconfirmed', isEmailConfirmed: false })
  expect(await find('state=unconfirmed')).toEqual([email])
  expect((await act(id, 'roles', { role: 'support', change: 'grant' })).body).toMatchObject({ code: 'not_active' })
  expect((await act(id, 'confirmations')).status).toBe(200)
  expect(await detail(id)).toMatchObject({ state: 'active', isEmailConfirmed: true })
  expect((await act(id, 'confirmations')).body).toMatchObject({ code: 'confirmed' })
  const again = await admin.try('POST', '/api/admin/users/invitations', { email, reason })
  expect(again.body).toMatchObject({ code: 'email_exists' })
})

test('an export that staff start is ready for its user, and staff get nothing but that', async () => {
  const lena = await signUp(product, 'lena')
  const id = await idOf(lena.email)
  expect((await act(id, 'exports')).body).toEqual({})
  expect((await act(id, 'exports')).body).toMatchObject({ code: 'export_under_way' })
  const [line] = (await detail(id)).exports
  expect(Object.keys(line ?? {}).sort()).toEqual(['createdAt', 'expiresAt', 'id', 'state'])
  expect((await lena.try('GET', '/api/exports')).text).toContain(String(line?.id))
  expect((await admin.try('GET', `/api/exports/${line?.id}`)).status).toBe(404)
})

test('erasing needs the typed address, leaves no row, and keeps a receipt that names nobody', async () => {
  const mila = await signUp(product, 'mila')
  const id = await idOf(mila.email)
  const { address } = await mila.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await addFilter(mila, 'tulip')
  await sendMail(product, address, { subject: 'A tulip' })
  expect((await act(id, 'erasures', { confirmation: 'somebody@example.com' })).body).toMatchObject({ code: 'confirmation_wrong' })
  const receipt = await admin.ask(eraseUserApi, 'POST', `/api/admin/users/${id}/erasures`, { confirmation: mila.email, reason })
  expect(receipt).toMatchObject({ byEmail: admin.email, reason })
  expect(receipt.counts['auth']).toMatchObject({ users: 1, identities: 1, sessions: 1 })
  expect(receipt.counts['mail']).toMatchObject({ mailboxes: 1, messages: 1 })
  expect(receipt.counts['filters']).toMatchObject({ filters: 1 })
  expect(JSON.stringify(receipt)).not.toContain(id)
  const found = await support.ask(listErasureReceiptsApi, 'GET', `/api/admin/erasure-receipts?userId=${id}`)
  expect(found.items).toEqual([receipt])
  expect((await support.try('GET', `/api/admin/users/${id}`)).status).toBe(404)
  await emailTo(mila.email, 'Your account was deleted')
  const left = await rowsOf(id)
  expect(left).toEqual([])
})

/**
 * What a receipt does not count: the record of the erasure itself, statistics that lose their owner, and inbound messages, which are
 * found by phone number.
 */
const kept = ['account_deletions', 'subscription_changes', 'inbound_messages']

test('a receipt counts every table that holds rows of a user', async () => {
  const listed = new Set<string>(Object.values(erasedTables).flat())
  const unlisted = (await tablesOfUsers()).filter(({ name }) => !listed.has(name) && !kept.includes(name))
  expect(unlisted).toEqual([])
})

async function tablesOfUsers(): Promise<{ name: string; column: string }[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.table_name as name, c.column_name as column from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.column_name in ('user_id', 'owner_id') order by 1`.execute(db)
  return rows
}

async function rowsOf(userId: string): Promise<string[]> {
  const found: string[] = []
  for (const { name, column } of await tablesOfUsers()) {
    if (kept.includes(name)) continue
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(name)} where ${sql.ref(column)} = ${userId}::uuid`.execute(db)
    if (rows[0]?.count) found.push(name)
  }
  return found
}
