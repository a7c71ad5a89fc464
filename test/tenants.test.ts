// Tests tenant isolation: requests every route under /api for another person's rows.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as account from '../core/api/account.ts'
import * as billing from '../core/api/billing.ts'
import * as delivery from '../core/api/delivery.ts'
import * as copies from '../core/api/exports.ts'
import * as filters from '../core/api/filters.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import * as outgoing from '../core/api/outgoing.ts'
import * as pause from '../core/api/pause.ts'
import * as push from '../core/api/push.ts'
import * as rotas from '../core/api/rotas.ts'
import * as settings from '../core/api/settings.ts'
import { runInvoicesCommand } from '../server/use-cases/admin/invoices.ts'
import { testDatabase } from './database.ts'
import {
  addFilter,
  linkPhone,
  makeKey,
  type Person,
  patience,
  personOf,
  phoneWrites,
  readSum,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from './running.ts'

const Operation = z.looseObject({
  security: z.optional(z.array(z.unknown())),
  requestBody: z.optional(z.unknown()),
  'x-roles': z.optional(z.array(z.string())),
})
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

/** What anybody may ask. A new route that asks nobody who they are has to be added here on purpose. */
// The token of a link says whose mail it opens.
// A visitor may see who runs the server, write to them, and see what is sold.
const open = [
  ...['GET /api/config', 'GET /api/notices', 'GET /api/ip', 'GET /api/operator', 'POST /api/contact', 'POST /api/help-votes'],
  ...['GET /api/plans', 'POST /api/views'],
]

const { db, url } = await testDatabase()
// Its tests ask more in a minute than a person does.
const product = await runProduct(url, { REQUESTS_A_MINUTE: '10000', BILLING_PROVIDER: 'invoice' })
const nobody = personOf(product, 'nobody', '')
const routes = await registered()
const shift = { destinationId: '00000000-0000-4000-8000-000000000000', from: '08:00', to: '18:00', days: ['mon'] }
const phones = { anna: '15550102001', ben: '15550102002' }
let anna: Person
let ben: Person
let owned: Record<string, string>
let secrets: string[]

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  ben = await signUp(product, 'ben')
  await furnish(anna, phones.anna, 'harbour')
  const his = await furnish(ben, phones.ben, 'lighthouse')
  owned = his.ids
  secrets = [...Object.values(his.ids), his.address, phones.ben, ben.email, 'lighthouse']
})

test('the document of the routes lists the routes of a person', () => {
  expect(routes.map(r => r.name)).toEqual(expect.arrayContaining(['GET /api/messages', 'DELETE /api/destinations/{id}', ...open]))
  expect(routes.filter(r => !r.isForPerson && !r.isForAdmin).map(r => r.name)).toEqual(open)
})

describe('without a sign-in', () => {
  test.each(routes.filter(r => r.isForPerson))('$name answers 401 and says what to do', async ({ method, path }) => {
    for (const somebody of [nobody, personOf(product, 'nobody', 'made-up'), personOf(product, 'nobody', forged())]) {
      const answer = await somebody.try(method, asked(idIn(path, '00000000-0000-4000-8000-000000000000')), bodyOf(method, path))
      // A body that does not fit its shape would be refused first, and prove nothing.
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in', message: expect.stringContaining('Sign in') } })
    }
  })
})

describe("with another person's id", () => {
  test.each(routes.filter(r => r.isForPerson && r.path.includes('{') && !writesByName(r)))(
    '$name answers 404 and changes nothing',
    async ({ method, path }) => {
      const before = await everythingOf(ben)
      const answer = await anna.try(method, idIn(path, ownedBy(path)), bodyOf(method, path))
      expect(answer).toMatchObject({ status: 404, body: { message: expect.stringMatching(/\w+ \w+/) } })
      expect(await everythingOf(ben)).toEqual(before)
      for (const secret of secrets) expect(answer.text).not.toContain(secret)
    },
  )
  test.each(routes.filter(r => r.isForPerson && r.method === 'GET' && r.path.includes('{')))(
    '$name answers its owner',
    async ({ path }) => {
      expect((await ben.try('GET', idIn(path, ownedBy(path)))).status).toBe(200)
    },
  )
})

describe('a list', () => {
  test.each(routes.filter(r => r.isForPerson && r.method === 'GET' && !r.path.includes('{')))(
    '$name shows nothing of another person',
    async ({ path }) => {
      const answer = await anna.try('GET', asked(path))
      expect(answer.status).toBe(200)
      for (const secret of secrets) expect(answer.text).not.toContain(secret)
      expect((await ben.try('GET', asked(path))).text).not.toBe(answer.text)
    },
  )
  test("shows nothing of another person behind that person's cursor", async () => {
    const { next } = await ben.ask(ledger.listMessagesApi, 'GET', '/api/messages?limit=1')
    expect(next).not.toBeNull()
    const answer = await anna.try('GET', `/api/messages?cursor=${encodeURIComponent(next ?? '')}`)
    for (const secret of secrets) expect(answer.text).not.toContain(secret)
  })
})

test('a list has the name that another person gave one of theirs, and is its own', async () => {
  const before = await everythingOf(ben)
  const answer = await anna.try('PUT', '/api/filters/lists/lighthouse', { entries: ['a'] })
  expect(answer.body).toEqual({ name: 'lighthouse', entries: ['a'], usedBy: [] })
  expect(await everythingOf(ben)).toEqual(before)
  expect((await anna.try('DELETE', '/api/filters/lists/lighthouse')).status).toBe(200)
  expect(await everythingOf(ben)).toEqual(before)
})

test("filters cannot be replaced by another person's ids", async () => {
  const before = [await everythingOf(anna), await everythingOf(ben)]
  const answer = await anna.try('PUT', '/api/filters', { filters: [{ ...filter, id: owned['filters'] }] })
  expect(answer.status).toBe(404)
  expect([await everythingOf(anna), await everythingOf(ben)]).toEqual(before)
})

test("filters cannot be put in order by another person's ids", async () => {
  const before = await everythingOf(ben)
  const answer = await anna.try('PUT', '/api/filters/order', { ids: [owned['filters']] })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(await everythingOf(ben)).toEqual(before)
})

test("a filter that names another person's phone is refused, and nothing is sent there", async () => {
  const condition = { field: 'subject', operator: 'contains', values: ['trespass'] }
  const actions = [{ kind: 'forward', destinationIds: [owned['destinations']] }]
  expect((await anna.try('POST', '/api/filters', { name: 'Over the fence', condition, actions })).status).toBe(422)
  const { items } = await anna.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
  await sendMail(product, items[0]?.address ?? '', { subject: 'trespass' })
  await untilMessageState(anna, 'trespass', 'not_matched')
  expect((await textsOn(product, phones.ben)).filter(text => text.includes('trespass'))).toEqual([])
})

test("another person's phone is no other way for mail", async () => {
  const { items } = await anna.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')
  const fallback = { kind: 'destination', id: owned['destinations'] }
  const answer = await anna.try('PATCH', `/api/destinations/${items[0]?.id}`, { fallback })
  expect(answer).toMatchObject({ status: 422, body: { code: 'wrong_fallback' } })
  expect((await anna.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')).items).toEqual(items)
})

test("the key of a repeated write gives nobody another person's answer", async () => {
  const key = { 'idempotency-key': 'the-same-key' }
  const his = await ben.try('POST', '/api/destinations', { name: 'Phone of lighthouse' }, key)
  const hers = await anna.try('POST', '/api/destinations', { name: 'Phone of lighthouse' }, key)
  expect([his.status, hers.status]).toEqual([201, 201])
  const id = (answer: typeof his) => delivery.LinkOffer.parse(answer.body).destination.id
  expect(id(hers)).not.toBe(id(his))
})

/** Rows of every kind. */
async function furnish(person: Person, phone: string, word: string) {
  const bought = await subscribe(person)
  const destination = await linkPhone(product, person, phone, `Phone of ${word}`)
  const filter = await addFilter(person, word)
  // Its list is empty, which lint has a word about.
  await person.ask(filters.saveListApi, 'PUT', `/api/filters/lists/${word}`, { entries: [] })
  const listed = { field: 'from', operator: 'in_list', list: word }
  await person.ask(filters.addFilterApi, 'POST', '/api/filters', { name: `From ${word}`, condition: listed, actions: [{ kind: 'stop' }] })
  await person.ask(settings.changeSettingsApi, 'PATCH', '/api/settings', { retentionDays: word.length })
  const mailbox = await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, mailbox.address, { subject: `nothing about it ${word.slice(0, 3)}` })
  await sendMail(product, mailbox.address, { subject: `The ${word}`, text: `All of it is about the ${word}.` })
  const message = await untilMessageState(person, `The ${word}`, 'forwarded')
  const reply = await person.ask(outgoing.addReplyApi, 'POST', `/api/messages/${message.id}/replies`, { text: 'Answered' })
  const shifts = [{ ...shift, destinationId: destination.id }]
  const rota = await person.ask(rotas.addRotaApi, 'POST', '/api/rotas', { name: `Watch of ${word}`, shifts })
  await needHelp(person, phone, word)
  const browser = await person.ask(push.addPushSubscriptionApi, 'POST', '/api/push-subscriptions', subscription(word))
  const sessions = await person.ask(account.listSessionsApi, 'GET', '/api/sessions')
  const ids: Record<string, string> = {
    sessions: sessions.items[0]?.id ?? '',
    exports: await makeCopy(person),
    keys: (await makeKey(product, person, 'read', `Key of ${word}`)).key.id,
    mailboxes: mailbox.id,
    filters: filter.id,
    lists: word,
    destinations: destination.id,
    rotas: rota.id,
    'push-subscriptions': browser.id,
    messages: message.id,
    replies: reply.id,
    deliveries: message.deliveries[0]?.id ?? '',
    ...bought,
  }
  return { ids, address: mailbox.address }
}

/** A paid plan; what is free allows less than these tests need. */
async function subscribe(person: Person): Promise<{ checkouts: string; invoices: string }> {
  const body = { planId: 'business', interval: 'month' }
  const { id } = await person.ask(billing.addCheckoutApi, 'POST', '/api/checkouts', body)
  const { items } = await person.ask(billing.listInvoicesApi, 'GET', '/api/invoices')
  const [invoice] = items
  const deps = { db, now: () => new Date(), dueDays: 14, graceDays: 7 }
  await runInvoicesCommand(deps, ['paid', invoice?.number ?? '', 'bank'])
  return { checkouts: id, invoices: invoice?.id ?? '' }
}

/** A phone that said STOP is something that needs its person; the others rest. */
async function needHelp(person: Person, phone: string, word: string): Promise<void> {
  const other = phone.replace('0102', '0104')
  await linkPhone(product, person, other, `Stopped phone of ${word}`)
  await phoneWrites(product, other, 'STOP')
  await vi.waitFor(async () => {
    const { items } = await person.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')
    if (items.every(one => one.state !== 'stopped')) throw new Error('The phone has not stopped.')
  }, patience)
  const until = new Date(Date.now() + word.length * 3_600_000).toISOString()
  await person.ask(pause.setPauseApi, 'PUT', '/api/pause', { until })
}

/** Under way it would change by itself. */
async function makeCopy(person: Person): Promise<string> {
  const { id } = await person.ask(copies.startExportApi, 'POST', '/api/exports')
  await vi.waitFor(async () => {
    const { items } = await person.ask(copies.listExportsApi, 'GET', '/api/exports')
    expect(items).toMatchObject([{ id, state: 'ready' }])
  }, patience)
  return id
}

async function everythingOf(person: Person): Promise<unknown> {
  const lists = [
    '/api/mailboxes',
    '/api/keys',
    '/api/exports',
    '/api/filters',
    '/api/filters/lists',
    '/api/destinations',
    '/api/rotas',
    '/api/push-subscriptions',
    '/api/messages',
    '/api/settings',
    '/api/pause',
    '/api/notifications',
    '/api/invoices',
  ]
  const answers = await Promise.all(lists.map(path => person.try('GET', path)))
  const { items } = mail.listMailboxesApi.answer.parse(answers[0]?.body)
  // A mailbox tells when it was last alive, which goes on by itself.
  return [items.map(({ lastAliveAt: _, ...rest }) => rest), answers.slice(1).map(a => a.body), await readSum(person)]
}

interface Route {
  name: string
  method: string
  path: string
  isForPerson: boolean
  isForAdmin: boolean
}

async function registered(): Promise<Route[]> {
  const { paths } = OpenApi.parse((await nobody.try('GET', '/api/openapi.json')).body)
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([name, operation]) => {
        const method = name.toUpperCase()
        const isForAdmin = operation['x-roles'] !== undefined
        const isForPerson = !isForAdmin && (operation.security ?? []).length > 0
        return { name: `${method} ${path}`, method, path, isForPerson, isForAdmin }
      }),
    )
}

/** Fails for a kind of row that Ben has none of: a new kind needs a row in `furnish`. */
function ownedBy(path: string): string {
  const [, , room = '', kind = ''] = path.split('/')
  const id = owned[path.includes('{name}') ? kind : room]
  if (!id || !/^\/api\/[a-z-]+\/(\{id\}|[a-z]+\/\{name\})(\/[a-z]+){0,2}$/.test(path))
    throw new Error(`Nobody has a row for ${path}. Make one in furnish().`)
  return id
}

/** Such a write makes a row of one's own where there is none. */
const writesByName = ({ method, path }: Route): boolean => method === 'PUT' && path.includes('{name}')

const idIn = (path: string, id: string): string => path.replace(/\{(id|name)\}/, id)

/** With the query that it cannot do without. */
const asked = (path: string): string => (path === '/api/filters/exports' ? `${path}?format=json` : path)

const imap = { address: 'anna@example.org', host: '127.0.0.1', port: 1, security: 'none', username: 'anna', password: 'secret' }
const filter = {
  name: 'Taken over',
  condition: { field: 'subject', operator: 'contains', values: ['taken'] },
  actions: [{ kind: 'stop' }],
}
const bodies: Record<string, unknown> = {
  'POST /api/mailboxes': { kind: 'imap', ...imap },
  'PATCH /api/mailboxes/{id}': { paused: true },
  'PATCH /api/settings': { retentionDays: 7 },
  'PATCH /api/mailboxes/{id}/outgoing': { name: 'Taken over' },
  'POST /api/messages/{id}/replies': { text: 'Taken over' },
  'PATCH /api/replies/{id}': { act: 'cancel' },
  'POST /api/mailboxes/checks': imap,
  'POST /api/mailboxes/discoveries': { address: 'anna@example.org' },
  'POST /api/mailboxes/sign-ins': { provider: 'google' },
  'POST /api/erasures': { code: null },
  'POST /api/keys': { name: 'Taken over', scope: 'read', expiry: { days: 30 }, code: null },
  'POST /api/filters': filter,
  'PUT /api/filters/{id}': filter,
  'PUT /api/filters/order': { ids: [] },
  'PUT /api/filters': { filters: [filter] },
  'POST /api/filters/imports': { format: 'json', text: '{}' },
  'POST /api/filters/batches': { filters: [filter] },
  'PUT /api/filters/lists/{name}': { entries: ['taken'] },
  'POST /api/filters/{id}/versions': { from: 1 },
  'POST /api/filters/{id}/runs': { days: 30 },
  'POST /api/filters/examples': { messageIds: ['00000000-0000-4000-8000-000000000000'] },
  'POST /api/filters/previews': { name: filter.name, actions: filter.actions, messageIds: [] },
  'POST /api/filters/trials': { filterId: null, condition: filter.condition },
  'PUT /api/pause': { until: null },
  'PATCH /api/subscription': { action: 'cancel' },
  'POST /api/subscription/previews': { planId: 'personal', interval: 'month' },
  'POST /api/subscription/changes': {
    ...{ planId: 'personal', interval: 'month', prorationAt: null },
    dueNow: { amount: 0, currency: 'usd' },
  },
  'POST /api/checkouts': { planId: 'personal', interval: 'month' },
  'PUT /api/notifications/seen': { seen: [{ id: 'allowance_nearly:2026-11', at: '2026-11-01T00:00:00Z' }] },
  'POST /api/push-subscriptions': subscription('taken'),
  'POST /api/rotas': { name: 'Taken over', shifts: [shift] },
  'PUT /api/rotas/{id}': { name: 'Taken over', shifts: [shift] },
  'POST /api/destinations': { name: 'Taken over' },
  'PATCH /api/destinations/{id}': { name: 'Taken over' },
}

/** A browser's; its key is a point of the curve. */
function subscription(name: string) {
  const p256dh = 'BCEkBjzL8Z3C-oi2Q7oE5t2Np-p7osjGLg93qUP0wvqRT21EEWyf0cQDQcakQMqz4hQKYOQ3il2nNZct4HgAUQU'
  return { endpoint: `https://push.example/${name}`, keys: { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }
}

/** A body that fits, for each write that takes one: a new route needs its own here. */
function bodyOf(method: string, path: string): unknown {
  return bodies[`${method} ${path}`]
}

/** A token that says of itself that it needs no signature. */
function forged(): string {
  const parts = [{ alg: 'none' }, { sub: '00000000-0000-4000-8000-000000000000', role: 'authenticated', exp: 4e9 }]
  return `${parts.map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}
