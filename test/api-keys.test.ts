// Calls every route with every kind of API key and checks it against an independent list of what a key may do.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import * as filters from '../core/api/filters.ts'
import { listKeysApi } from '../core/api/keys.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import {
  addFilter,
  ageSessions,
  linkPhone,
  mailedCode,
  makeKey,
  type Person,
  personOf,
  runProduct,
  sendMail,
  signUp,
  untilMessageState,
} from './running.ts'

/** The routes that a key may use, on purpose; all others refuse it. */
const reads = `
  GET /api/mailboxes, GET /api/mailboxes/{id}, GET /api/mailboxes/{id}/events,
  GET /api/filters, GET /api/filters/{id}, GET /api/filters/{id}/versions, GET /api/filters/{id}/runs, GET /api/filters/lists, GET /api/filters/lint,
  GET /api/filters/exports, POST /api/filters/imports, POST /api/filters/trials, POST /api/filters/previews, POST /api/filters/examples,
  GET /api/messages, GET /api/messages/{id}, GET /api/messages/{id}/explanations, GET /api/messages/{id}/commands,
  GET /api/messages/{id}/replies, GET /api/deliveries/{id}/attempts, GET /api/deliveries/{id}/bubble, GET /api/ledger, GET /api/settings,
  GET /api/subscription, GET /api/destinations, GET /api/rotas`
const writes = `
  POST /api/filters, PUT /api/filters, POST /api/filters/batches, PUT /api/filters/order, PUT /api/filters/{id}, DELETE /api/filters/{id}, DELETE /api/filters/{id}/removal,
  POST /api/filters/{id}/runs, POST /api/filters/{id}/versions, PUT /api/filters/lists/{name}, DELETE /api/filters/lists/{name},
  POST /api/deliveries/{id}/attempts,
  POST /api/mailboxes, PATCH /api/mailboxes/{id}, DELETE /api/mailboxes/{id}, PATCH /api/destinations/{id}, PATCH /api/settings,
  POST /api/rotas, PUT /api/rotas/{id}, DELETE /api/rotas/{id}`
const named = (list: string): string[] => list.split(',').map(name => name.trim())
/** Other wires of the server know no keys at all. */
const elsewhere = [
  ['GET', '/auth/v1/user'],
  ['GET', '/auth/v1/reauthenticate'],
  ['GET', '/auth/v1/admin/users'],
  ['GET', '/rest/v1/activity_logs?select=*'],
  ['GET', '/storage/v1/bucket'],
] as const

const Operations = z.record(z.string(), z.looseObject({ security: z.optional(z.array(z.record(z.string(), z.array(z.string())))) }))
const { db, url } = await testDatabase()
const product = await runProduct(url, { REQUESTS_A_MINUTE: '10000', KEY_REQUESTS_A_MINUTE: '10000', AUTH_LIMITS: 'emailToAddress=100/1' })
const routes = await registered()
let anna: Person
let keys: Record<'read' | 'write' | 'expired' | 'revoked' | 'other', Person>
let ids: Record<string, string>

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  const ben = await signUp(product, 'ben')
  const destination = await linkPhone(product, anna, '15550104001')
  const filter = await addFilter(anna, 'harbour')
  const mailbox = await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, mailbox.address, { subject: 'The harbour' })
  const message = await untilMessageState(anna, 'The harbour', 'forwarded')
  const revoked = await makeKey(product, anna, 'write', 'Revoked')
  await anna.try('DELETE', `/api/keys/${revoked.key.id}`)
  const expired = await makeKey(product, anna, 'write', 'Expired')
  await db
    .updateTable('api_keys')
    .set({ expires_at: new Date(0) })
    .where('id', '=', expired.key.id)
    .execute()
  const program = (secret: string) => personOf(product, 'a program', secret)
  const read = await makeKey(product, anna, 'read')
  keys = {
    read: program(read.secret),
    write: program((await makeKey(product, anna, 'write')).secret),
    expired: program(expired.secret),
    revoked: program(revoked.secret),
    other: program((await makeKey(product, ben, 'write')).secret),
  }
  ids = {
    mailboxes: mailbox.id,
    filters: filter.id,
    messages: message.id,
    deliveries: message.deliveries[0]?.id ?? '',
    destinations: destination.id,
    keys: read.key.id,
  }
})

test('the API document lists for each route which keys it accepts', () => {
  expect(routes.filter(route => route.takes === 'read').map(route => route.name)).toEqual(named(reads).toSorted())
  expect(routes.filter(route => route.takes === 'write').map(route => route.name)).toEqual(named(writes).toSorted())
})

test('every route accepts and refuses the right kinds of key', async () => {
  let asked = 0
  const surprises: string[] = []
  for (const route of routes.filter(one => one.takes !== 'anybody'))
    for (const [kind, program] of Object.entries(keys)) {
      const { status, body } = await program.try(route.method, addressOf(route), route.method === 'GET' ? undefined : {})
      const got = status === 401 || status === 403 ? codeOf(body) : status < 500 ? 'let in' : String(status)
      const isOthers = kind === 'other' && route.path.includes('{id}') && route.method === 'GET' && got === 'let in'
      asked++
      if (got !== wanted(kind, route)) surprises.push(`${route.name} with the ${kind} key: ${got}`)
      if (isOthers && status !== 404) surprises.push(`${route.name} with the ${kind} key: ${status}`)
    }
  console.log(`${asked} answers to keys on ${routes.length} routes, ${surprises.length} surprises`)
  expect(surprises).toEqual([])
  expect(asked).toBeGreaterThan(300)
})

test.each(elsewhere)('%s %s knows no keys', async (method, path) => {
  const { status, text } = await keys.write.try(method, path, undefined, { apikey: 'sb_publishable_sandbox' })
  // The storage wire says so with a 400.
  expect([400, 401, 403]).toContain(status)
  expect(text).not.toContain(anna.email)
})

describe('a program', () => {
  test('reads what its person has, and with a key that writes adds a filter', async () => {
    expect((await keys.read.ask(ledger.listMessagesApi, 'GET', '/api/messages')).items.map(item => item.subject)).toEqual(['The harbour'])
    await addFilter(keys.write, 'quay')
    const { items } = await anna.ask(filters.listFiltersApi, 'GET', '/api/filters')
    expect(items.map(item => item.name)).toContain('Mails with quay')
    expect((await keys.other.ask(ledger.listMessagesApi, 'GET', '/api/messages')).items).toEqual([])
  })

  test('is refused once its owner is banned', async () => {
    const ban = (until: Date | null) => db.updateTable('users').set({ banned_until: until }).where('email', '=', anna.email).execute()
    await ban(new Date(Date.now() + 3_600_000))
    expect(await keys.read.try('GET', '/api/filters')).toMatchObject({ status: 401, body: { code: 'key_unknown' } })
    await ban(null)
  })
})

describe('making a key', () => {
  let carol: Person
  beforeAll(async () => {
    carol = await signUp(product, 'carol')
  })
  const draft = { name: 'One more', scope: 'read', expiry: { days: 90 } }

  test('needs the emailed code, once, where the session is not fresh, and an expiry within a year', async () => {
    await ageSessions(db)
    expect(await carol.try('POST', '/api/keys', { ...draft, code: null })).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_needed' },
    })
    const code = await mailedCode(product, carol)
    const tooFar = { ...draft, expiry: { until: '2999-01-01' }, code }
    expect(await carol.try('POST', '/api/keys', tooFar)).toMatchObject({ status: 422, body: { code: 'expiry_wrong' } })
    expect((await carol.try('POST', '/api/keys', { ...draft, code })).status).toBe(201)
    expect((await carol.try('POST', '/api/keys', { ...draft, code })).status).toBe(403)
  })

  test('leaves a digest alone, a line in the log, and a letter; its use is kept by the hour', async () => {
    const { key, secret } = await makeKey(product, carol, 'read', 'Watched')
    const rows = await db.selectFrom('api_keys').selectAll().where('id', '=', key.id).execute()
    const everything = JSON.stringify([rows, await db.selectFrom('idempotency_keys').selectAll().execute()])
    expect(everything).not.toContain(secret.slice(8))
    const logged = await db.selectFrom('activity_logs').select('action').where('resource_id', '=', key.id).execute()
    expect(logged).toEqual([{ action: 'api_key.created' }])
    const outbox = await (await fetch(`${product.url}/sandbox/outbox`)).text()
    expect(outbox).toContain('New API key: Watched')
    expect(outbox).not.toContain(secret)
    const program = personOf(product, 'a program', secret)
    for (let n = 0; n < 2; n++) expect((await program.try('GET', '/api/settings')).status).toBe(200)
    const { items } = await carol.ask(listKeysApi, 'GET', '/api/keys')
    expect(items[0]).toMatchObject({ name: 'Watched', prefix: secret.slice(0, 8), lastUsedAt: expect.stringMatching(/T\d\d:00:00\.000Z$/) })
    await carol.try('DELETE', `/api/keys/${key.id}`)
    expect(await program.try('GET', '/api/settings')).toMatchObject({ status: 401, body: { code: 'key_revoked' } })
    expect((await carol.try('DELETE', `/api/keys/${key.id}`)).status).toBe(404)
  })

  test('is refused once there are too many active keys', async () => {
    const dave = await signUp(product, 'dave')
    const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', dave.email).executeTakeFirstOrThrow()
    const [until, now] = [new Date(Date.now() + 3_600_000), new Date()]
    const row = { user_id: userId, name: 'n', prefix: 'mf_', scope: 'read' as const, created_at: now, expires_at: until }
    const many = Array.from({ length: 20 }, (_, n) => ({ ...row, id: crypto.randomUUID(), key_hash: Buffer.from([n]) }))
    await db.insertInto('api_keys').values(many).execute()
    const code = await mailedCode(product, dave)
    expect(await dave.try('POST', '/api/keys', { ...draft, code })).toMatchObject({ status: 409, body: { code: 'too_many_keys' } })
    await db
      .updateTable('api_keys')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('key_hash', '=', Buffer.from([0]))
      .execute()
    // The code was not spent on what could not be.
    expect((await dave.try('POST', '/api/keys', { ...draft, code })).status).toBe(201)
  })
})

interface Route {
  name: string
  method: string
  path: string
  takes: 'read' | 'write' | 'none' | 'anybody'
}

async function registered(): Promise<Route[]> {
  const { body } = await personOf(product, 'nobody', '').try('GET', '/api/openapi.json')
  const { paths } = z.object({ paths: z.record(z.string(), Operations) }).parse(body)
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, { security = [] }]) => {
      const method = verb.toUpperCase()
      const has = (name: string) => security.some(one => name in one)
      const keyed = has('readKey') ? ('read' as const) : has('writeKey') ? ('write' as const) : ('none' as const)
      return { name: `${method} ${path}`, method, path, takes: security.length === 0 ? ('anybody' as const) : keyed }
    }),
  )
  return all.filter(({ path }) => path.startsWith('/api/')).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function wanted(kind: string, { name }: Route): string {
  if (kind === 'expired' || kind === 'revoked') return `key_${kind}`
  if (named(reads).includes(name)) return 'let in'
  if (!named(writes).includes(name)) return 'key_not_taken'
  return kind === 'read' ? 'key_reads_only' : 'let in'
}

const codeOf = (body: unknown): string => z.catch(z.object({ code: z.string() }), { code: 'no code' }).parse(body).code

/** Of Anna's own rows, so that nothing is refused for not being there. */
function addressOf({ path, method }: Route): string {
  const [, , room = ''] = path.split('/')
  const asked = path.replace('{id}', ids[room] ?? '00000000-0000-4000-8000-000000000000').replace('{name}', 'nobody')
  // Deleting is tried on what is not there: the others need it.
  if (method === 'DELETE') return path.replace('{id}', '00000000-0000-4000-8000-000000000000').replace('{name}', 'nobody')
  return asked === '/api/filters/exports' ? `${asked}?format=json` : asked
}
