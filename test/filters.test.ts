// Tests filters over HTTP: hostile bodies, histories, lists in conditions, and explanations.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as trials from '../core/api/filter-trials.ts'
import * as filters from '../core/api/filters.ts'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import { linkPhone, type Person, personOf, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const { url } = await testDatabase()
const product = await runProduct(url)
const nobody = personOf(product, 'nobody', '')
let anna: Person
let address: string

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  address = (await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
  await linkPhone(product, anna, '15550103001')
})

const subject = (...values: string[]) => ({ field: 'subject', operator: 'contains', values })
const draft = (condition: unknown, change: object = {}) => ({ name: 'Tried', condition, actions: [{ kind: 'stop' }], ...change })
const save = (condition: unknown, change: object = {}) => anna.ask(filters.addFilterApi, 'POST', '/api/filters', draft(condition, change))
const list = async () => (await anna.ask(filters.listFiltersApi, 'GET', '/api/filters')).items

const nested = (depth: number, leaf: unknown): unknown => (depth === 0 ? leaf : { all: [nested(depth - 1, leaf)] })
const many = (count: number, part: unknown) => Array.from({ length: count }, () => part)

describe('a hostile condition is refused at its place, at once, and nothing is saved', () => {
  test.each<[string, unknown, string, RegExp, unknown]>([
    ['groups within groups', nested(40, subject('a')), 'filter_too_large', /16 deep/, undefined],
    ['ten thousand tests', { any: many(10_000, subject('a')) }, 'filter_too_large', /500 conditions/, undefined],
    ['hundreds of empty groups', { any: many(400, { all: [] }) }, 'condition_unreadable', /group before condition 1/, { path: ['any', 0] }],
    ['tests that are none', { any: many(490, {}) }, 'condition_unreadable', /^Condition 1 /, { path: ['any', 0] }],
    [
      'one wrong test among many',
      { any: [...many(300, subject('a')), { all: [subject('a'), { ...subject(), operator: 'is' }] }] },
      'condition_unreadable',
      /^Condition 302 /,
      { path: ['any', 300, 'all', 1] },
    ],
    [
      'two groups in one',
      { all: [subject('a'), { any: [subject('a')], none: [subject('a')] }] },
      'condition_unreadable',
      /group before condition 2/,
      { path: ['all', 1] },
    ],
    ['a group that is no list', { all: 'subject' }, 'condition_unreadable', /group before/, { path: [] }],
    ['nothing', null, 'condition_unreadable', /^Condition 1 /, { path: [] }],
    [
      'a pattern that is none',
      { any: [subject('a'), { ...subject('(((('), operator: 'regexp' }] },
      'pattern_invalid',
      /condition 2/,
      expect.anything(),
    ],
  ])('%s', async (_, condition, code, message, details) => {
    const before = await list()
    const startedAt = performance.now()
    const answer = await anna.try('POST', '/api/filters', draft(condition))
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(answer).toMatchObject({
      status: 422,
      body: { code, message: expect.stringMatching(message), ...(details !== undefined && { details }) },
    })
    expect(answer.text.length).toBeLessThan(1000)
    const several = await anna.try('POST', '/api/filters/batches', { filters: [draft(subject('a')), draft(condition)] })
    expect(several.body).toMatchObject({ code, message: expect.stringMatching(/^Filter 2, “Tried”: /), details: { filter: 1 } })
    expect(await list()).toEqual(before)
  })

  test('only signed-in people may send a large body', async () => {
    const entries = Array.from({ length: 9000 }, (_, i) => `${i}`.padEnd(300, 'x'))
    const refused = await nobody.try('PUT', '/api/filters/lists/Long', { entries })
    expect(refused.status).toBe(401)
    const known = await anna.try('PUT', '/api/filters/lists/Long', { entries })
    expect(known.status).toBe(200)
    expect((await anna.try('POST', '/api/filters', draft({ any: many(40_000, subject('a')) }))).status).toBe(413)
  })
})

test('a filter counts what it matched, and its list decides anew from one mail to the next', async () => {
  await anna.ask(filters.saveListApi, 'PUT', '/api/filters/lists/VIP', { entries: ['boss@example.com'] })
  const condition = { field: 'from', operator: 'in_list', list: 'VIP' }
  const { id } = await save(condition, { name: 'VIP', actions: [{ kind: 'forward', destinationIds: [] }] })
  const send = (subject: string, from: string) => sendMail(product, address, { subject, from })
  await send('first', 'Boss <boss@example.com>')
  await send('second', 'Eve <eve@example.net>')
  await untilMessageState(anna, 'first', 'forwarded')
  await untilMessageState(anna, 'second', 'not_matched')
  await anna.ask(filters.saveListApi, 'PUT', '/api/filters/lists/VIP', { entries: ['eve@example.net'] })
  await send('third', 'Boss <boss@example.com>')
  await send('fourth', 'Eve <eve@example.net>')
  await untilMessageState(anna, 'third', 'not_matched')
  await untilMessageState(anna, 'fourth', 'forwarded')
  const line = (await list()).find(filter => filter.id === id)
  expect(line?.matchedDaily.slice(-2).reduce((sum, n) => sum + n)).toBe(2)
  expect(Date.now() - Date.parse(line?.lastMatchedAt ?? '')).toBeLessThan(60_000)
})

test('a filter can be restored to an earlier version, as a new version', async () => {
  const { id } = await save(subject('one'))
  await anna.ask(filters.changeFilterApi, 'PUT', `/api/filters/${id}`, draft(subject('two')))
  const restored = await anna.try('POST', `/api/filters/${id}/versions`, { from: 1 })
  expect(restored).toMatchObject({ status: 201, body: { version: 3, condition: subject('one') } })
  const { items } = await anna.ask(filters.listVersionsApi, 'GET', `/api/filters/${id}/versions`)
  expect(items.map(({ version, restored: from, condition }) => [version, from, condition])).toEqual([
    [3, 1, subject('one')],
    [2, null, subject('two')],
    [1, null, subject('one')],
  ])
})

test('a filter that somebody else changed meanwhile is not overwritten unseen', async () => {
  const { id, version } = await save(subject('one'))
  await anna.ask(filters.changeFilterApi, 'PUT', `/api/filters/${id}`, { ...draft(subject('two')), version })
  const second = await anna.try('PUT', `/api/filters/${id}`, { ...draft(subject('three')), version })
  expect(second).toMatchObject({
    status: 409,
    body: { code: 'changed_elsewhere', details: { current: { id, version: 2, condition: subject('two') } } },
  })
  const seen = await anna.try('PUT', `/api/filters/${id}`, { ...draft(subject('three')), version: 2 })
  expect(seen).toMatchObject({ status: 200, body: { version: 3, condition: subject('three') } })
  // What both wanted is no conflict.
  expect((await anna.try('PUT', `/api/filters/${id}`, { ...draft(subject('three')), version: 1 })).status).toBe(200)
})

test('filters sent twice with one idempotency key are added once', async () => {
  const before = (await list()).length
  const key = { 'idempotency-key': randomUUID() }
  const body = { filters: [draft(subject('x')), draft(subject('y'))] }
  const [first, again] = [
    await anna.try('POST', '/api/filters/batches', body, key),
    await anna.try('POST', '/api/filters/batches', body, key),
  ]
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect((await list()).length).toBe(before + 2)
})

test('errors in filters are reported by filter name', async () => {
  const eve = await signUp(product, 'eve')
  const add = (name: string, condition: unknown) => eve.ask(filters.addFilterApi, 'POST', '/api/filters', { ...draft(condition), name })
  const [first, second] = [await add('First', subject('a')), await add('Second', subject('abc'))]
  const never = await add('Never', { all: [subject('x'), { none: [subject('x')] }] })
  const { items } = await eve.ask(trials.lintFiltersApi, 'GET', '/api/filters/lint')
  expect(items).toEqual([
    { filterId: second.id, kind: 'shadowed', other: first.id, message: expect.stringMatching(/“First” comes first/) },
    { filterId: never.id, kind: 'impossible', other: null, message: expect.stringMatching(/conditions 1 and 2 rule each other out/) },
  ])
})

test('one person may add hundreds of filters at once only so often in a minute', async () => {
  const busy = await signUp(product, 'busy')
  const answers: number[] = []
  for (let i = 0; i < 61; i++) answers.push((await busy.try('PUT', '/api/filters', { filters: [] })).status)
  expect(answers.filter(status => status === 200)).toHaveLength(60)
  expect(answers.at(-1)).toBe(429)
})
