// Tests that imported filters are saved only after review.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { subjectContains } from '../../queries/filters.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { ImportFilters } from './ImportFilters.tsx'
import { detectFormat } from './ImportSource.tsx'
import { excerptAt } from './ImportWarnings.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['<?xml version="1.0"?><feed>', '', 'gmail'],
  ['{"filters": []}', '', 'json'],
  ['require ["fileinto"];\nif header :is "subject" "x" { stop; }', '', 'sieve'],
  ['# rule:[Bank]\nif true { keep; }', '', 'sieve'],
  ['mailferry: 1\nfilters:\n  - name: Bank', '', 'yaml'],
  ['keep;', 'mine.sieve', 'sieve'],
])('%j has its format detected', (text, name, format) => {
  expect(detectFormat(text, name)).toBe(format)
})

test('a warning shows its line with the affected part marked', () => {
  expect(excerptAt('one\ntwo vacation three\nfour', { start: 8, end: 16 })).toEqual({
    line: 2,
    before: 'two ',
    marked: 'vacation',
    after: ' three',
  })
  expect(excerptAt('', { start: 5, end: 9 })).toEqual({ line: 1, before: '', marked: '', after: '' })
})

test('found filters are reviewed, and only the chosen ones are saved, after their lists', async () => {
  const draft = (name: string) => ({
    name,
    paused: false,
    condition: subjectContains('a'),
    actions: [{ kind: 'forward', destinationIds: [] }],
  })
  const { requests, address } = await stageScreen({
    catalogs: ['filterways', 'filterlist', 'editor', 'speech', 'oncall'],
    at: '/filters/import',
    routes: { '/filters/import': <ImportFilters />, '/filters': <p>the list</p> },
    responses: {
      'POST /api/filters/imports': () => ({
        filters: [draft('Bank'), draft('News')],
        lists: [{ name: 'Family', entries: ['a@example.com'] }],
        warnings: [{ code: 'sieve.vacation', message: 'Nothing is answered here.', at: { start: 9, end: 17 } }],
      }),
      'PUT /api/filters/lists/Family': () => ({ name: 'Family', entries: ['a@example.com'], usedBy: [] }),
      'POST /api/filters/batches': () => ({ status: 201, body: { items: [], next: null } }),
    },
  })
  await page.getByRole('textbox', { name: 'Text to import' }).fill('require "vacation";')
  await expect.element(page.getByRole('combobox', { name: 'Format' })).toHaveValue('sieve')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: '2 filters found' })).toBeVisible()
  await expect.element(page.getByText(/Nothing is answered here\./)).toBeVisible()
  expect(document.querySelector('mark')?.textContent).toBe('vacation')
  expect(requests.some(request => request.path === '/api/filters/batches')).toBe(false)
  await page.getByRole('checkbox', { name: 'Import “News”' }).click()
  await page.getByRole('button', { name: 'Import 1 filter' }).click()
  await expect.poll(address).toBe('/filters')
  const writes = requests.filter(request => request.method !== 'GET' && request.path !== '/api/filters/imports')
  expect(writes.map(request => [request.method, request.path])).toEqual([
    ['PUT', '/api/filters/lists/Family'],
    ['POST', '/api/filters/batches'],
  ])
  expect(writes[1]?.body).toMatchObject({ filters: [{ name: 'Bank' }], sureOfMany: false })
})

test('filters that forward many emails a day are saved only after confirmation, with the number', async () => {
  const actions = [{ kind: 'forward', destinationIds: [] }]
  const { requests, address } = await stageScreen({
    catalogs: ['filterways', 'filterlist', 'editor', 'speech', 'oncall'],
    at: '/filters/import',
    routes: { '/filters/import': <ImportFilters />, '/filters': <p>the list</p> },
    responses: {
      'POST /api/filters/imports': () => ({
        filters: [{ name: 'All', paused: false, condition: subjectContains('a'), actions }],
        lists: [],
        warnings: [],
      }),
      'POST /api/filters/batches': ({ body }) =>
        JSON.stringify(body).includes('"sureOfMany":true')
          ? { status: 201, body: { items: [], next: null } }
          : { status: 409, body: { code: 'filter_forwards_many', message: 'Too many?', details: { perDay: 132 } } },
    },
  })
  await page.getByRole('textbox', { name: 'Text to import' }).fill('keep;')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Import 1 filter' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'These forward about 132 emails a day' })).toBeVisible()
  expect(page.getByText('Too many?').query()).toBeNull()
  await expect.element(page.getByRole('button', { name: 'Change selection' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/filters')
  expect(requests.filter(request => request.path === '/api/filters/batches')).toHaveLength(2)
})

test('a text that cannot be parsed is refused with advice, and stays', async () => {
  await stageScreen({
    catalogs: ['filterways', 'filterlist', 'editor', 'speech', 'oncall'],
    at: '/filters/import',
    routes: { '/filters/import': <ImportFilters /> },
    responses: { 'POST /api/filters/imports': () => ({ status: 422, body: { code: 'unreadable', message: 'Check indents.' } }) },
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Paste some text or choose a file first.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Text to import' }).fill('::')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Check indents.')
  await expect.element(page.getByRole('textbox', { name: 'Text to import' })).toHaveValue('::')
})

test('the same remark is made once, with its places, and a double press imports once', async () => {
  const at = (n: number) => ({ start: n * 9, end: n * 9 + 8 })
  const warnings = [0, 1, 2].map(n => ({ code: 'sieve.vacation', message: 'Nothing is answered here.', at: at(n) }))
  const draft = { name: 'Bank', paused: false, condition: subjectContains('a'), actions: [{ kind: 'forward', destinationIds: [] }] }
  const { requests, address } = await stageScreen({
    catalogs: ['filterways', 'filterlist', 'editor', 'speech', 'oncall'],
    at: '/filters/import',
    routes: { '/filters/import': <ImportFilters />, '/filters': <p>the list</p> },
    responses: {
      'POST /api/filters/imports': () => ({ filters: [draft], lists: [], warnings }),
      'POST /api/filters/batches': () => ({ status: 201, body: { items: [], next: null } }),
    },
  })
  await page.getByRole('textbox', { name: 'Text to import' }).fill('vacation\nvacation\nvacation')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('In 3 places')).toBeVisible()
  expect(page.getByText('Nothing is answered here.').elements()).toHaveLength(1)
  const take = page.getByRole('button', { name: /Import 1/ }).element()
  for (let press = 0; press < 2; press++) take.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(address).toBe('/filters')
  expect(requests.filter(({ path }) => path === '/api/filters/batches')).toHaveLength(1)
})
