// Tests filters on past messages over HTTP: testing a draft, applying a filter, explanations, and lasting redactions.
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { findExampleApi, type TrialBody, TrialLine } from '../core/api/filter-trials.ts'
import * as filters from '../core/api/filters.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import type { Condition } from '../core/filters/tree.ts'
import { openLog } from '../server/foundation/log.ts'
import { testDatabase } from './database.ts'
import {
  applyToPast,
  linkPhone,
  type Person,
  patience,
  readSum,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from './running.ts'

const { url } = await testDatabase()
const logged: string[] = []
const log = openLog('trace', { write: line => void logged.push(line) })
const product = await runProduct(url, {}, log)
const phone = '15550103055'
const card = '4111 1111 1111 1111'
let maya: Person
let address: string

const subject = (...values: string[]): Condition => ({ field: 'subject', operator: 'contains', values })

beforeAll(async () => {
  maya = await signUp(product, 'maya')
  address = (await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
  await linkPhone(product, maya, phone)
  for (const [name, text] of [
    ['Invoice 1', `Paid with ${card}.`],
    ['Lunch', 'At noon.'],
    ['Invoice 2', 'Please pay.'],
    ['Code', 'Your code is 482913.'],
  ])
    await sendMail(product, address, { subject: name ?? '', text: text ?? '' })
  await vi.waitFor(async () => {
    if ((await readSum(maya)).notMatched !== 4) throw new Error('Not every mail has arrived.')
  }, patience)
})

// Nothing that is blacked out may be anywhere but in the mail itself.
afterEach(async () => {
  const everySent =
    JSON.stringify((await product.sandbox.sim('messages')).body) + JSON.stringify((await product.sandbox.sim('requests')).body)
  // As words of their own: an id may have such digits in it.
  for (const secret of [/\b1111\b/, /4111111/, /\b482913\b/]) {
    const place = secret.exec(everySent) ?? secret.exec(logged.join())
    if (place) throw new Error(`${secret} has left: ${place.input.slice(place.index - 80, place.index + 20)}`)
  }
})

async function attempt(body: Partial<TrialBody> & { condition: unknown }, token = maya.token): Promise<TrialLine[]> {
  const answer = await fetch(`${product.url}/api/filters/trials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ filterId: null, ...body }),
  })
  const lines = (await answer.text()).trim().split('\n')
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
  return lines.map(line => TrialLine.parse(JSON.parse(line)))
}

test('a draft is tested on past messages, and saves nothing', async () => {
  const lines = await attempt({ condition: subject('invoice'), actions: [{ kind: 'forward', destinationIds: [] }] })
  expect(lines.flatMap(line => (line.kind === 'sample' ? [line.sample.subject] : []))).toEqual(['Invoice 2', 'Invoice 1'])
  expect(lines.at(-1)).toMatchObject({
    kind: 'done',
    looked: 4,
    of: 4,
    matched: 2,
    gained: 2,
    perDay: 2,
    usedThisMonth: 0,
    allowance: null,
  })
  expect((await maya.ask(filters.listFiltersApi, 'GET', '/api/filters')).items).toEqual([])
})

test('what a trial answers is told with the rest of the API', async () => {
  const { body } = await maya.try('GET', '/api/openapi.json')
  const line = z.object({ paths: z.object({ '/api/filters/trials': z.object({ post: z.unknown() }) }) }).parse(body)
  expect(JSON.stringify(line)).toMatch(/"application\/x-ndjson":\{"schema".*"refused"/)
})

test('another person tests it only on their own messages', async () => {
  const ben = await signUp(product, 'ben')
  expect((await attempt({ condition: subject('invoice') }, ben.token)).at(-1)).toMatchObject({ looked: 0, matched: 0, since: null })
})

test('what cannot be tested is refused with a sentence', async () => {
  expect(await attempt({ condition: { field: 'subject', operator: 'regexp', values: ['(a'] } })).toMatchObject([{ kind: 'refused' }])
  expect(await attempt({ condition: subject('a'), filterId: '018f0000-0000-7000-8000-000000000001' })).toMatchObject([
    { kind: 'refused', code: 'filter_unknown', message: expect.stringContaining('Reload') },
  ])
  const deep = (n: number): unknown => (n === 0 ? subject('a') : { all: [deep(n - 1)] })
  expect(await maya.try('POST', '/api/filters/trials', { filterId: null, condition: deep(40) })).toMatchObject({ status: 422 })
  expect(await maya.try('POST', '/api/filters/trials', { filterId: null, condition: 7 })).toMatchObject({
    status: expect.not.stringMatching('200'),
  })
  const { status } = await fetch(`${product.url}/api/filters/trials`, { method: 'POST' })
  expect([400, 401]).toContain(status)
})

test('from picked mails comes the smallest filter that catches them', async () => {
  const { items } = await maya.ask(ledger.listMessagesApi, 'GET', '/api/messages')
  const messageIds = items.filter(item => item.subject?.startsWith('Invoice')).map(item => item.id)
  const found = await maya.ask(findExampleApi, 'POST', '/api/filters/examples', { messageIds })
  expect(found.best).toMatchObject({ condition: { field: 'subject' }, precision: 1, recall: 1, matched: 2 })
  const unknown = { messageIds: ['018f0000-0000-7000-8000-000000000001'] }
  expect(await maya.try('POST', '/api/filters/examples', unknown)).toMatchObject({ status: 404, body: { code: 'message_unknown' } })
})

test('a newer trial of the same person stops the older one', async () => {
  const [first, second] = await Promise.all([attempt({ condition: subject('i') }), attempt({ condition: subject('in') })])
  expect([first, second].filter(lines => lines.at(-1)?.kind === 'done').length).toBeGreaterThan(0)
  for (const lines of [first, second]) expect(['done', 'refused']).toContain(lines.at(-1)?.kind)
})

test('a filter is applied to past mail: what it matches goes once, with what it saw, and the sum stays right', async () => {
  const actions = [
    { kind: 'forward', destinationIds: [] },
    { kind: 'redact', what: ['cards', 'codes'], patterns: [] },
  ]
  const filter = await maya.ask(filters.addFilterApi, 'POST', '/api/filters', {
    name: 'Invoices',
    condition: subject('invoice', 'code'),
    actions,
  })
  const apply = () => applyToPast(maya, filter.id)
  expect(await apply()).toMatchObject({ state: 'done', looked: 4, of: 4, matched: 3, enqueued: 3, held: 0 })
  expect(await apply()).toMatchObject({ matched: 3, enqueued: 0, held: 0 })
  const detail = await untilMessageState(maya, 'Invoice 1', 'forwarded', 'delivered')
  expect(detail).toMatchObject({ result: 'matched', filterName: 'Invoices', deliveries: [{ filterName: 'Invoices' }], mailboxActions: [] })
  await untilMessageState(maya, 'Code', 'forwarded', 'delivered')
  const texts = (await textsOn(product, phone)).slice(1)
  expect(texts.map(text => /Invoice \d|Code/.exec(text)?.[0])).toEqual(['Invoice 1', 'Invoice 2', 'Code'])
  expect(texts[0]).toContain('Paid with ••••••.')
  expect(texts[2]).toContain('Your code is ••••••.')
  expect(await readSum(maya)).toEqual({
    arrived: 4,
    forwarded: 3,
    underWay: 0,
    held: 0,
    failed: 0,
    byEmail: 0,
    notMatched: 1,
    suppressed: 0,
  })
  const { items } = await maya.ask(ledger.getExplanationsApi, 'GET', `/api/messages/${detail.id}/explanations`)
  expect(items).toMatchObject([{ filterName: 'Invoices', acted: true, explanation: { held: true, seen: 'Invoice 1' } }])
})

test('redactions stay when the filter changes or is deleted', async () => {
  const [filter] = (await maya.ask(filters.listFiltersApi, 'GET', '/api/filters')).items
  await product.pass('25h')
  await sendMail(product, address, { subject: 'Invoice 3', text: `Paid with ${card}, code 482913.` })
  await untilMessageState(maya, 'Invoice 3', 'held')
  await maya.try('DELETE', `/api/filters/${filter?.id}`)
  await product.sandbox.sim(`phones/${phone}/messages`, { text: 'good morning' })
  await untilMessageState(maya, 'Invoice 3', 'forwarded', 'delivered')
  // The greeting has an answer of its own, which may come last.
  expect((await textsOn(product, phone)).join('\n')).toContain('Paid with ••••••, code ••••••.')
  expect(JSON.stringify((await product.sandbox.sim('requests')).body)).toContain('Paid with ••••••, code')
})

test("today's filters tell what they see in a mail of before, every test of them", async () => {
  const both: Condition = { all: [subject('lunch'), { any: [subject('x'), { field: 'body', operator: 'contains', values: ['noon'] }] }] }
  await maya.ask(filters.addFilterApi, 'POST', '/api/filters', { name: 'Lunch', condition: both, actions: [{ kind: 'stop' }] })
  const { items } = await maya.ask(ledger.listMessagesApi, 'GET', '/api/messages?state=not_matched')
  const lunch = items.find(item => item.subject === 'Lunch')
  const seen = await maya.ask(ledger.getExplanationsApi, 'GET', `/api/messages/${lunch?.id}/explanations?as=now`)
  expect(seen.items).toMatchObject([
    {
      filterName: 'Lunch',
      acted: true,
      explanation: { held: true, parts: [{ held: true }, { held: true, parts: [{ held: false }, { held: true }] }] },
    },
  ])
  const stored = await maya.ask(ledger.getExplanationsApi, 'GET', `/api/messages/${lunch?.id}/explanations`)
  expect(stored.items).toEqual([])
  expect((await maya.try('GET', `/api/messages/018f0000-0000-7000-8000-000000000001/explanations?as=now`)).status).toBe(404)
})

test('mail to an address of ours that a filter would mark says that there is nothing to mark', async () => {
  const actions = [{ kind: 'mark_read' }, { kind: 'move', folder: 'Bills' }]
  await maya.ask(filters.addFilterApi, 'POST', '/api/filters', { name: 'Bills', condition: subject('bill'), actions })
  await sendMail(product, address, { subject: 'Your bill' })
  const detail = await untilMessageState(maya, 'Your bill', 'suppressed')
  expect(detail.mailboxActions.map(deed => [deed.kind, deed.folder, deed.filterName, deed.state])).toEqual([
    ['mark_read', null, 'Bills', 'failed'],
    ['move', 'Bills', 'Bills', 'failed'],
  ])
  expect(detail.mailboxActions[0]?.reason).toContain('nothing to mark')
})
