// Tests imports from and exports to other filter formats.

import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { Format, getExportApi, readImportApi } from '../../../core/api/filter-exchange.ts'
import type { FilterDraft } from '../../../core/api/filters.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { filterHandlers } from '../handlers.ts'
import { noNewPhones } from '../new-phones.fixture.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const hands = { listDestinationIds: async () => [], newPhones: noNewPhones, estimatePerDay: async () => 0 }
const handlers = filterHandlers({ db, clock: systemClock, keys, words: loadWords(), limitsOf: async () => selfHosted.limits, ...hands })
const request = {} as FastifyRequest
const person = () => ({ sessionId: '', query: undefined, params: undefined, body: undefined, request, userId: newId(new Date()) })
const read = async (format: Format, text: string) =>
  readImportApi.answer.parse(await handlers.readImport({ ...person(), body: { format, text } }))

const gmail = (properties: string) => `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
<entry><category term='filter'></category>${properties}</entry></feed>`
const property = (name: string, value: string) => `<apps:property name='${name}' value='${value}'/>`
const drafts: FilterDraft[] = [
  {
    name: 'Bank',
    paused: false,
    condition: {
      all: [{ field: 'from', operator: 'in_list', list: 'VIP' }, { none: [{ field: 'subject', operator: 'contains', values: ['news'] }] }],
    },
    actions: [{ kind: 'forward', destinationIds: [] }],
  },
  {
    name: 'Off',
    paused: true,
    condition: { field: 'size', operator: 'over', bytes: 5_000_000 },
    actions: [{ kind: 'flag' }, { kind: 'stop' }],
  },
]

async function furnished() {
  const who = person()
  await handlers.saveList({ ...who, params: { name: 'VIP' }, body: { entries: ['boss@example.com', 'Straße'] } })
  await handlers.addAll({ ...who, body: { filters: drafts, sureOfMany: false } })
  return who
}

test('Gmail filters are imported for review with warnings, and nothing is saved', async () => {
  const who = person()
  const text = gmail(property('from', 'bank.example') + property('forwardTo', 'me@example.com') + property('unheardOf', '1'))
  const answer = readImportApi.answer.parse(await handlers.readImport({ ...who, body: { format: 'gmail', text } }))
  expect(answer.filters).toMatchObject([{ condition: { field: 'from', values: ['bank.example'] } }])
  expect(answer.warnings.length).toBeGreaterThan(0)
  for (const { message, at } of answer.warnings) {
    expect(message).toMatch(/^.{10,}\.$/)
    expect(text.slice(at.start, at.end)).not.toBe('')
  }
  expect((await handlers.list(who)).items).toEqual([])
})

test.each(['json', 'yaml'] as const)('an export as %s can be imported again, with filters and lists', async format => {
  const who = await furnished()
  const written = getExportApi.answer.parse(await handlers.getExport({ ...who, query: { format } }))
  expect(written).toMatchObject({ fileName: `filters.${format}`, warnings: [] })
  const again = await read(format, written.text)
  expect(again).toEqual({ filters: drafts, lists: [{ name: 'VIP', entries: ['boss@example.com', 'Straße'] }], warnings: [] })
})

test.each([
  ['gmail', 'mailFilters.xml', '<feed'],
  ['sieve', 'filters.sieve', 'require'],
] as const)('filters are exported for %s, with warnings for what cannot be', async (format, fileName, start) => {
  const who = await furnished()
  const written = getExportApi.answer.parse(await handlers.getExport({ ...who, query: { format } }))
  expect(written.fileName).toBe(fileName)
  expect(written.text).toContain(start)
  for (const { message } of written.warnings) expect(message).toMatch(/^.{10,}\.$/)
})

test('an export contains no filters or lists of other users', async () => {
  await furnished()
  const { text } = await handlers.getExport({ ...person(), query: { format: 'json' } })
  expect(text).not.toMatch(/Bank|VIP|boss/)
})

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  return [await work(), performance.now() - startedAt]
}

test.each(Format.options)('any input that claims to be %s gets a quick, readable answer, even if hostile', async format => {
  const hostile = [
    '',
    '\u0000',
    '[[[[',
    '{'.repeat(100_000),
    'a: &a [*a, *a]\n'.repeat(1000),
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><feed>&b;</feed>',
    '<a>'.repeat(100_000),
    'if '.repeat(100_000),
    `if ${'not '.repeat(100_000)}true { keep; }`,
    '"'.repeat(500_000),
    `{"mailferry":1,"filters":[{"name":"a","condition":${'{"all":['.repeat(20_000)}`,
    'x'.repeat(2_000_000),
  ]
  for (const text of hostile) {
    let [answer, tookMs] = await timed(() => read(format, text))
    // A busy machine is late once, but not each time.
    for (let i = 0; i < 5 && tookMs >= 1000; i++) [answer, tookMs] = await timed(() => read(format, text))
    if (answer.filters.length === 0 && text.trim() !== '')
      expect([text.slice(0, 20), answer.warnings.length]).not.toEqual([text.slice(0, 20), 0])
    for (const { at } of answer.warnings) expect(at.start <= at.end && at.end <= text.length).toBe(true)
    expect([text.slice(0, 20), tookMs < 1000]).toEqual([text.slice(0, 20), true])
  }
})
