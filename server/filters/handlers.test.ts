// Tests which filters may be saved.

import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FilterDraft } from '../../core/api/filters.ts'
import type { Action } from '../../core/filters/action.ts'
import type { Condition } from '../../core/filters/tree.ts'
import { selfHosted } from '../../core/plans/plans.ts'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../foundation/clock.ts'
import { openUserKeys } from '../foundation/db/keys.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { loadWords } from '../foundation/words.ts'
import { filterHandlers } from './handlers.ts'
import { noNewPhones } from './new-phones.fixture.ts'

let limits = selfHosted.limits

const { db } = await testDatabase()
const phone = newId(new Date())
const perDay = { now: 0, requested: 0, of: [] as Condition[] }
const handlers = filterHandlers({
  limitsOf: async () => limits,
  db,
  clock: systemClock,
  keys: openUserKeys(newKey(), systemClock.now),
  words: loadWords(),
  listDestinationIds: async () => [phone],
  newPhones: noNewPhones,
  estimatePerDay: async (_, condition) => {
    perDay.requested += 1
    perDay.of.push(condition)
    return perDay.now
  },
})
const request = {} as FastifyRequest
const person = () => ({ sessionId: '', query: undefined, params: undefined, body: undefined, request, userId: newId(new Date()) })
type Anybody = ReturnType<typeof person>

const invoice: Condition = { field: 'subject', operator: 'contains', values: ['invoice'] }
const forward: Action = { kind: 'forward', destinationIds: [] }
const draft = (change: Partial<FilterDraft> = {}): FilterDraft => ({
  name: 'Invoices',
  paused: false,
  condition: invoice,
  actions: [{ kind: 'stop' }],
  ...change,
})
const unsure = (one: FilterDraft) => ({ ...one, sureOfMany: false })
const add = (who: Anybody, one: FilterDraft = draft()) => handlers.add({ ...who, body: unsure(one) })
const change = (who: Anybody, id: string, one: FilterDraft) => handlers.change({ ...who, params: { id }, body: unsure(one) })
const names = async (who: Anybody) => (await handlers.list(who)).items.map(filter => filter.name)
const nobodys = newId(new Date())

test('the total cost of a user’s filters is limited, for new and changed ones', async () => {
  const [anna, ben] = [person(), person()]
  const costly = (values: number) =>
    draft({ condition: { field: 'body', operator: 'wildcard', values: Array.from({ length: values }, (_, i) => `*inv?ice ${i}*`) } })
  const first = await add(anna, costly(50))
  for (let i = 0; i < 4; i++) await add(anna, costly(50))
  await expect(add(anna, costly(1))).rejects.toMatchObject({ status: 422, code: 'filters_too_costly' })
  await change(anna, first.id, costly(49))
  await add(anna, costly(1))
  await expect(change(anna, first.id, costly(50))).rejects.toMatchObject({ status: 422 })
  await add(ben, costly(50))
})

test('a user has at most 500 filters, even with concurrent requests', async () => {
  const anna = person()
  await handlers.addAll({ ...anna, body: { filters: Array.from({ length: 499 }, () => draft()), sureOfMany: false } })
  const two = await Promise.allSettled([add(anna), add(anna)])
  expect(two.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(add(anna)).rejects.toMatchObject({ status: 422, code: 'too_many_filters' })
  expect(await names(anna)).toHaveLength(500)
})

const nested = (depth: number): Condition => (depth === 0 ? invoice : { all: [nested(depth - 1)] })
const regexp = (...values: string[]): Condition => ({ all: [invoice, { field: 'body', operator: 'regexp', values }] })
const manyPatterns = { any: Array.from({ length: 3 }, (_, i) => regexp(...Array.from({ length: 80 }, (_, n) => `a{${i + n}}`))) }
const blackOut = (count: number): Action => ({ kind: 'redact', what: [], patterns: Array.from({ length: count }, (_, i) => `b{${i}}`) })
const digest = (rest: object): Partial<FilterDraft> => ({ actions: [{ kind: 'digest', ...rest } as Action] })

test.each<[string, Partial<FilterDraft>, string, RegExp]>([
  ['nested too deeply', { condition: nested(17) }, 'filter_too_large', /up to 16 deep/],
  [
    'too many tests',
    { condition: { any: [{ any: Array(300).fill(invoice) }, { any: Array(201).fill(invoice) }] } },
    'filter_too_large',
    /500/,
  ],
  [
    'a pattern that is none',
    { condition: regexp('fine', 'a(b') },
    'pattern_invalid',
    /pattern a\(b in condition 2 isn’t valid: a bracket isn’t closed\. Check character 2\./,
  ],
  ['a list that is not there', { condition: { field: 'from', operator: 'in_list', list: 'VIP' } }, 'list_unknown', /list “VIP”/],
  [
    "a phone that is nobody's",
    { actions: [{ kind: 'forward', destinationIds: [nobodys] }] },
    'destination_unknown',
    /no longer linked to your account/,
  ],
  ['an action twice', { actions: [forward, { kind: 'forward', destinationIds: [phone] }] }, 'action_twice', /forward/],
  ['nothing to black out', { actions: [{ kind: 'redact', what: [], patterns: [] }] }, 'action_wrong', /Choose what to redact/],
  ['a pattern to black out', { actions: [{ kind: 'redact', what: [], patterns: ['['] }] }, 'pattern_invalid', /redaction pattern/],
  [
    'quiet hours of a whole day',
    { actions: [{ kind: 'quiet', from: '22:00', to: '22:00', then: 'hold' }] },
    'action_wrong',
    /two different times/,
  ],
  ['a daily digest on a day', digest({ every: 'day', at: '08:00', on: 'mon' }), 'action_wrong', /digest/],
  ['an hourly digest on a day', digest({ every: 'hour', on: 'mon' }), 'action_wrong', /digest/],
  ['an hourly digest at a time', digest({ every: 'hour', at: '08:00' }), 'action_wrong', /digest/],
])('%s is refused with a sentence, and nothing is saved', async (_, wrong, code, message) => {
  const anna = person()
  const saved = await add(anna)
  const refusal = { status: 422, code, message: expect.stringMatching(message) }
  await expect(add(anna, draft(wrong))).rejects.toMatchObject(refusal)
  await expect(change(anna, saved.id, draft(wrong))).rejects.toMatchObject(refusal)
  const several = handlers.addAll({ ...anna, body: { filters: [draft(), draft({ ...wrong, name: 'The wrong one' })], sureOfMany: false } })
  await expect(several).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^Filter 2, “The wrong one”: /),
    details: { filter: 1 },
  })
  const replaced = handlers.replaceAll({ ...anna, body: { filters: [draft(), draft(wrong)], sureOfMany: false } })
  await expect(replaced).rejects.toMatchObject({ code, details: { filter: 1 } })
  expect((await handlers.list(anna)).items).toMatchObject([{ id: saved.id, version: 1 }])
})

test('many patterns are accepted within the cost limit', async () => {
  await add(person(), draft({ condition: manyPatterns, actions: [blackOut(5)] }))
  await expect(add(person(), draft({ condition: manyPatterns, actions: [blackOut(20)] }))).rejects.toMatchObject({
    code: 'filters_too_costly',
  })
})

test('costly patterns are refused before they are compiled, naming the first beyond the limit', async () => {
  const costly = Array.from({ length: 249 }, (_, i) => `${'(?:[a-z]|b){9}'.repeat(60)}${i}`)
  const user = person()
  const adding = () => add(user, draft({ condition: { any: [regexp(...costly, 'a(b')] } }))
  const before = process.threadCpuUsage()
  await expect(adding()).rejects.toMatchObject({ code: 'filters_too_costly', details: { pattern: expect.stringContaining('(?:[a-z]|b)') } })
  const { user: worked } = process.threadCpuUsage(before)
  expect(worked / 1000).toBeLessThan(50)
  expect((await handlers.list(user)).items).toEqual([])
})

test('a digest may omit its hour and day', async () => {
  for (const every of ['hour', 'day', 'week']) await add(person(), draft({ actions: [forward, ...(digest({ every }).actions ?? [])] }))
})

test('every valid action is saved, even those that are not carried out yet', async () => {
  const actions: Action[] = [
    { kind: 'forward', destinationIds: [phone], show: 'summary', attachments: false },
    { kind: 'redact', what: ['codes'], patterns: ['\\d{4}'] },
    { kind: 'mark_read' },
    { kind: 'flag' },
    { kind: 'move', folder: 'Bills' },
    { kind: 'urgent' },
    { kind: 'digest', every: 'week', at: '08:00', on: 'mon' },
    { kind: 'quiet', from: '22:00', to: '07:00', then: 'urgent_only' },
    { kind: 'at_most', perHour: 3 },
    { kind: 'stop' },
  ]
  const anna = person()
  const { id } = await add(anna, draft({ actions }))
  expect((await handlers.get({ ...anna, params: { id } })).actions).toEqual(actions)
})

test('many filters are added after the others, all or none', async () => {
  const anna = person()
  await add(anna, draft({ name: 'first' }))
  const { items } = await handlers.addAll({ ...anna, body: { filters: [draft({ name: 'b' }), draft({ name: 'c' })], sureOfMany: false } })
  expect(items.map(filter => [filter.name, filter.version])).toEqual([
    ['b', 1],
    ['c', 1],
  ])
  expect(await names(anna)).toEqual(['first', 'b', 'c'])
})

test('replacing keeps, changes, adds and removes filters, in the given order', async () => {
  const anna = person()
  const [a, b] = [await add(anna, draft({ name: 'a' })), await add(anna, draft({ name: 'b' }))]
  await add(anna, draft({ name: 'gone' }))
  const filters = [draft({ name: 'new' }), { ...draft({ name: 'b2' }), id: b.id }, { ...draft({ name: 'a' }), id: a.id }]
  const { items } = await handlers.replaceAll({ ...anna, body: { filters, sureOfMany: false } })
  expect(items.map(filter => [filter.name, filter.id, filter.version])).toEqual([
    ['new', expect.any(String), 1],
    ['b2', b.id, 2],
    ['a', a.id, 1],
  ])
  expect(await names(anna)).toEqual(['new', 'b2', 'a'])
  expect((await handlers.versions({ ...anna, params: { id: b.id } })).items.map(version => version.name)).toEqual(['b2', 'b'])
})

test('replacing with another user’s filter, or naming one twice, changes nothing', async () => {
  const [anna, ben] = [person(), person()]
  const [hers, his] = [await add(anna), await add(ben, draft({ name: 'his' }))]
  const taken = handlers.replaceAll({ ...anna, body: { filters: [{ ...draft(), id: his.id }], sureOfMany: false } })
  await expect(taken).rejects.toMatchObject({ status: 404 })
  const twice = handlers.replaceAll({
    ...anna,
    body: { filters: [1, 2].map(n => ({ ...draft({ name: `${n}` }), id: hers.id })), sureOfMany: false },
  })
  await expect(twice).rejects.toMatchObject({ status: 422, code: 'filter_named_twice' })
  expect([await names(anna), await names(ben)]).toEqual([['Invoices'], ['his']])
})

test('a filter that would forward more than 50 emails a day needs confirmation', async () => {
  const anna = person()
  const busy = draft({ actions: [forward] })
  Object.assign(perDay, { now: 50.4, requested: 0 })
  const { id } = await add(anna, busy)
  perDay.now = 131.7
  const question = { status: 409, code: 'filter_forwards_many', message: expect.stringContaining('132 emails'), details: { perDay: 132 } }
  await expect(add(anna, busy)).rejects.toMatchObject(question)
  await handlers.add({ ...anna, body: { ...busy, sureOfMany: true } })
  const other: Condition = { field: 'subject', operator: 'contains', values: ['bill'] }
  await expect(change(anna, id, { ...busy, condition: other })).rejects.toMatchObject(question)
  expect(perDay.requested).toBe(3)
  await change(anna, id, { ...busy, name: 'Renamed', paused: true })
  await change(anna, id, { ...draft(), condition: other })
  expect(perDay.requested).toBe(3)
  await expect(change(anna, id, { ...busy, condition: other })).rejects.toMatchObject(question)
  expect((await handlers.get({ ...anna, params: { id } })).actions).toEqual([{ kind: 'stop' }])
})

test('several filters together ask once, for the emails that no filter forwards yet', async () => {
  const anna = person()
  const busy = (change: Partial<FilterDraft>) => draft({ actions: [forward], ...change })
  const bill: Condition = { field: 'subject', operator: 'contains', values: ['bill'] }
  const filters = [busy({ name: 'a' }), busy({ name: 'b', condition: bill }), busy({ name: 'off', paused: true }), draft({ name: 'stops' })]
  Object.assign(perDay, { now: 131.7, requested: 0, of: [] })
  const question = { status: 409, code: 'filter_forwards_many', message: expect.stringContaining('132 emails'), details: { perDay: 132 } }
  await expect(handlers.addAll({ ...anna, body: { filters, sureOfMany: false } })).rejects.toMatchObject(question)
  expect([perDay.requested, perDay.of]).toEqual([1, [{ any: [invoice, bill] }]])
  expect(await names(anna)).toEqual([])
  const { items } = await handlers.addAll({ ...anna, body: { filters, sureOfMany: true } })
  const saved = filters.map((filter, i) => ({ ...filter, id: items[i]?.id }))
  await handlers.replaceAll({ ...anna, body: { filters: saved, sureOfMany: false } })
  await handlers.addAll({ ...anna, body: { filters: [draft(), busy({ paused: true })], sureOfMany: false } })
  expect(perDay.requested).toBe(1)
  const other: Condition = { field: 'subject', operator: 'contains', values: ['parcel'] }
  const changed = saved.map(filter => (filter.name === 'a' ? { ...filter, condition: other } : filter))
  await expect(handlers.replaceAll({ ...anna, body: { filters: changed, sureOfMany: false } })).rejects.toMatchObject(question)
  expect(perDay.of.at(-1)).toEqual(other)
})

describe('with a plan that allows three filters', () => {
  beforeAll(() => {
    limits = { ...selfHosted.limits, filters: 3 }
  })
  afterAll(() => {
    limits = selfHosted.limits
  })
  const refused = { status: 403, code: 'plan_limit', message: expect.stringMatching(/allows 3 filters.*Nothing was saved.*larger plan/) }
  const addMany = (who: Anybody, n: number) =>
    handlers.addAll({ ...who, body: { filters: Array.from({ length: n }, () => draft()), sureOfMany: false } })

  test('a fourth is refused, paused ones counted, even with concurrent requests', async () => {
    const anna = person()
    await add(anna)
    await add(anna, draft({ paused: true }))
    const two = await Promise.allSettled([add(anna), add(anna)])
    expect(two.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(add(anna)).rejects.toMatchObject(refused)
    expect(await names(anna)).toHaveLength(3)
  })

  test('several filters that do not all fit are refused together, and nothing is saved', async () => {
    const anna = person()
    await add(anna)
    await expect(addMany(anna, 3)).rejects.toMatchObject(refused)
    expect(await names(anna)).toHaveLength(1)
    await addMany(anna, 2)
  })

  test('filters of a larger plan keep working and may be changed, paused and removed, but not resumed or added', async () => {
    const anna = person()
    limits = selfHosted.limits
    const [first, second] = (await addMany(anna, 5)).items
    limits = { ...selfHosted.limits, filters: 3 }
    const id = first?.id ?? ''
    expect(await change(anna, id, draft({ name: 'Bills' }))).toMatchObject({ name: 'Bills' })
    await change(anna, id, draft({ paused: true }))
    await expect(change(anna, id, draft())).rejects.toMatchObject(refused)
    await handlers.remove({ ...anna, params: { id: second?.id ?? '' } })
    await expect(handlers.undoRemoval({ ...anna, params: { id: second?.id ?? '' } })).rejects.toMatchObject(refused)
    await expect(add(anna)).rejects.toMatchObject(refused)
    expect(await names(anna)).toHaveLength(4)
    const kept = (await handlers.list(anna)).items.slice(0, 3).map(({ id, name, paused }) => ({ ...draft({ name, paused }), id }))
    await handlers.replaceAll({ ...anna, body: { filters: kept, sureOfMany: false } })
    expect(await change(anna, id, draft())).toMatchObject({ paused: false })
  })
})
