// Tests account deletion: confirmed by an emailed code, it leaves none of the person's rows in any table.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import * as account from '../core/api/account.ts'
import * as billing from '../core/api/billing.ts'
import * as filters from '../core/api/filters.ts'
import * as mail from '../core/api/mail.ts'
import * as notifications from '../core/api/notifications.ts'
import * as pause from '../core/api/pause.ts'
import { createServiceKey } from '../server/auth/administration/service-keys.ts'
import { openTokenKeys } from '../server/auth/keys.ts'
import { openMasterKey } from '../server/foundation/seal.ts'
import { runInvoicesCommand } from '../server/use-cases/admin/invoices.ts'
import { eraseLeftovers } from '../server/use-cases/leave.ts'
import { testDatabase } from './database.ts'
import { addFilter, linkPhone, mailedCode, type Person, readSum, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const { db, url } = await testDatabase()
const masterKeyFile = join(mkdtempSync(join(tmpdir(), 'mailferry-leave-')), 'master.key')
const product = await runProduct(url, { MASTER_KEY_FILE: masterKeyFile, BILLING_PROVIDER: 'invoice' })
const apikey = { apikey: 'sb_publishable_sandbox' }
let anna: Person
let ben: Person
let address: string

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  ben = await signUp(product, 'ben')
  address = await furnish(anna, '15550103001')
  await furnish(ben, '15550103002')
})

async function furnish(person: Person, phone: string): Promise<string> {
  await subscribe(person)
  await linkPhone(product, person, phone)
  await addFilter(person, 'harbour')
  await person.ask(filters.saveListApi, 'PUT', '/api/filters/lists/VIP', { entries: ['boss@example.com'] })
  await keepFile(person)
  const mailbox = await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, mailbox.address, { subject: 'The harbour' })
  await untilMessageState(person, 'The harbour', 'forwarded')
  const now = Date.now()
  await person.ask(notifications.seeNotificationsApi, 'PUT', '/api/notifications/seen', { seen: [] })
  await person.ask(pause.setPauseApi, 'PUT', '/api/pause', { until: new Date(now + 3_600_000).toISOString() })
  return mailbox.address
}

async function subscribe(person: Person): Promise<void> {
  await person.ask(billing.addCheckoutApi, 'POST', '/api/checkouts', { planId: 'business', interval: 'month' })
  const { items } = await person.ask(billing.listInvoicesApi, 'GET', '/api/invoices')
  const deps = { db, now: () => new Date(), dueDays: 14, graceDays: 7 }
  await runInvoicesCommand(deps, ['paid', items[0]?.number ?? '', 'bank'])
}

async function keepFile(person: Person): Promise<void> {
  const folder = await idOf(person.email)
  const kept = await fetch(`${product.url}/storage/v1/object/attachments/${folder}/harbour.txt`, {
    method: 'POST',
    headers: { ...apikey, authorization: `Bearer ${person.token}`, 'content-type': 'text/plain' },
    body: 'The harbour',
  })
  expect(kept.status).toBe(200)
}

/** Rows of this person by table, over every table that names people. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const columns = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where column_name in ('user_id', 'owner_id') and table_schema = 'public'`.execute(db)
  const counts = columns.rows.map(async ({ table_name, column_name }) => {
    const found = await sql<{ n: string }>`
      select count(*) as n from ${sql.table(table_name)} where ${sql.ref(column_name)} = ${userId}`.execute(db)
    return [table_name, Number(found.rows[0]?.n ?? 0)] as const
  })
  return Object.fromEntries((await Promise.all(counts)).filter(([, n]) => n > 0))
}

/** What the provider keeps of a subscription. */
const soldTo = (userId: string) =>
  db.selectFrom('hand_subscriptions').select('state').where('customer_ref', '=', `hand_${userId}`).execute()

/** Who has written to us from a phone, as we keep them. */
const writers = () => db.selectFrom('inbound_messages').select('sender').distinct().orderBy('sender').execute()

const idOf = async (email: string) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** A person deleted by a key of the service. */
async function deleted(email: string, softly: boolean) {
  const now = new Date()
  const keys = await openTokenKeys(db, openMasterKey(masterKeyFile), 'http://mailferry.example/auth/v1', () => now)
  const { token } = await createServiceKey(db, keys, 1, now)
  const { auth } = createClient(product.url, token, { auth: { persistSession: false, autoRefreshToken: false } })
  const userId = await idOf(email)
  expect((await auth.admin.deleteUser(userId, softly)).error).toBeNull()
  return { userId, auth }
}

describe('where one is signed in', () => {
  test('the list names this session and the others, and an ended one answers nothing more', async () => {
    const signedIn = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        ...apikey,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      body: JSON.stringify({ email: ben.email, password: 'a long pass phrase of ben' }),
    })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    const bearer = { authorization: `Bearer ${access_token}` }
    const { items } = await ben.ask(account.listSessionsApi, 'GET', '/api/sessions')
    expect(items.map(one => one.isCurrent).toSorted()).toEqual([false, true])
    const other = items.find(one => !one.isCurrent)
    expect(other).toMatchObject({ device: { browser: 'Firefox', system: 'Linux' }, ip: '127.0.0.1' })
    expect((await fetch(`${product.url}/api/filters`, { headers: bearer })).status).toBe(200)
    // What was begun there would be a way back in.
    await db.updateTable('users').set({ new_phone: '15550100' }).where('email', '=', ben.email).execute()
    await ben.ask(account.endSessionApi, 'DELETE', `/api/sessions/${other?.id}`)
    const { new_phone } = await db.selectFrom('users').select('new_phone').where('email', '=', ben.email).executeTakeFirstOrThrow()
    expect(new_phone).toBeNull()
    expect((await fetch(`${product.url}/api/filters`, { headers: bearer })).status).toBe(401)
    expect((await ben.ask(account.listSessionsApi, 'GET', '/api/sessions')).items.map(one => one.isCurrent)).toEqual([true])
    expect((await ben.try('DELETE', `/api/sessions/${other?.id}`)).status).toBe(404)
  })
})

describe('leaving', () => {
  let code: string
  test('nothing is deleted without the emailed code', async () => {
    code = await mailedCode(product, anna)
    const wrong = code === '111111' ? '222222' : '111111'
    for (const given of [null, wrong, '']) {
      const answer = await anna.try('POST', '/api/erasures', { code: given })
      expect(answer).toMatchObject({ status: 403, body: { code: 'code_wrong', message: expect.stringContaining('Get a new one') } })
    }
    const bens = await mailedCode(product, ben)
    if (bens !== code) expect((await anna.try('POST', '/api/erasures', { code: bens })).status).toBe(403)
    expect(await readSum(anna)).toMatchObject({ arrived: 1, forwarded: 1 })
  })

  test('with the code everything is deleted, including late work, and other people keep their data', async () => {
    const [hers, his] = [await idOf(anna.email), await idOf(ben.email)]
    const before = await rowsOf(his)
    expect(await rowsOf(hers)).toMatchObject({ messages: 1, deliveries: 1, filters: 1, sessions: 1, user_keys: 1, decisions: 1 })
    const wrote = await writers()
    expect(wrote).toHaveLength(2)
    expect(await rowsOf(hers)).toMatchObject({ filter_sets: 1, filter_versions: 1, filter_lists: 1, filter_days: 1, known_senders: 1 })
    expect(await rowsOf(hers)).toMatchObject({ files: 1, file_chunks: 1 })
    expect(await rowsOf(hers)).toMatchObject({ subscriptions: 1, invoices: 1, billing_customers: 1, billing_intents: 1 })
    expect((await anna.try('POST', '/api/erasures', { code })).status).toBe(201)

    expect(await rowsOf(hers)).toEqual({ account_deletions: 1 })
    expect(await soldTo(hers)).toEqual([{ state: 'ended' }])
    expect(await soldTo(his)).toEqual([{ state: 'active' }])
    expect(await writers()).toHaveLength(1)
    expect(wrote).toContainEqual((await writers())[0])
    expect(await db.selectFrom('users').selectAll().where('id', '=', hers).execute()).toEqual([])
    expect(await rowsOf(his)).toEqual(before)
    expect((await anna.try('GET', '/api/filters')).status).toBe(401)
    await expect(sendMail(product, address, { subject: 'The harbour again' })).rejects.toThrow(/550/)
    expect(await (await fetch(`${product.url}/sandbox/outbox`)).text()).toContain('Your account was deleted')

    await db.insertInto('usage').values({ owner_id: hers, month: '2026-11' }).execute()
    await eraseLeftovers(db, new Date())
    expect(await rowsOf(hers)).toEqual({ account_deletions: 1 })
    await eraseLeftovers(db, new Date(Date.now() + 2 * 3_600_000))
    expect(await rowsOf(hers)).toEqual({})
  })

  test('the address can be used again', async () => {
    const again = await signUp(product, 'anna')
    expect(await readSum(again)).toMatchObject({ arrived: 0 })
  })
})

describe('deleted by who administers people', () => {
  test('a person goes from every room as if they had left, and their id is not given anew while that goes on', async () => {
    const { userId, auth } = await deleted(ben.email, false)
    expect(await rowsOf(userId)).toEqual({ account_deletions: 1 })
    expect(await db.selectFrom('users').selectAll().where('id', '=', userId).execute()).toEqual([])
    expect((await ben.try('GET', '/api/filters')).status).toBe(401)
    expect((await auth.admin.createUser({ id: userId, email: ben.email })).error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
    })
  })

  test('a soft deletion leaves only an empty row', async () => {
    const eve = await signUp(product, 'eve')
    const { userId } = await deleted(eve.email, true)
    expect(await rowsOf(userId)).toEqual({ account_deletions: 1, identities: 1 })
    const left = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
    expect(left).toMatchObject({ password_hash: null, user_metadata: {}, deleted_at: expect.any(Date) })
    expect(left.email).not.toContain('eve')
  })
})
