// Tests the filter list: reordering by drag, buttons and keys, problems, and statistics.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterLine } from '../../../core/api/filters.ts'
import { filterLine, subjectContains } from '../queries/filters.fixture.ts'
import { at, testId } from '../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { Filters } from './Filters.tsx'

afterEach(() => vi.unstubAllGlobals())

const threeFilters = [
  filterLine(1, 'Bank', subjectContains('a')),
  filterLine(2, 'Family', subjectContains('b')),
  filterLine(3, 'Work', subjectContains('c')),
]

async function open(filters: FilterLine[], more: Record<string, FakeResponse> = {}, state: unknown = null) {
  await page.viewport(1280, 900)
  const staged = await stageScreen({
    catalogs: ['filterlist', 'speech', 'templates', 'oncall'],
    at: { pathname: '/filters', state },
    routes: { '/filters': <Filters />, '*': <p>elsewhere</p> },
    responses: { 'GET /api/filters': () => ({ items: filters, next: null }), ...more },
  })
  const savedOrder = () => staged.requests.findLast(request => request.path === '/api/filters/order')?.body
  return { ...staged, savedOrder }
}

const order = (...ns: number[]) => ({ ids: ns.map(testId) })
const row = (name: string) => page.getByRole('article', { name })

test('a filter is moved by its buttons and by the arrow keys on its handle, and each move is announced', async () => {
  const { savedOrder } = await open(threeFilters)
  await page.getByRole('button', { name: 'Move Bank down' }).click()
  await expect.poll(savedOrder).toEqual(order(2, 1, 3))
  await expect.element(page.getByText('Bank is now number 2 of 3.')).toBeInTheDocument()
  const handle = page.getByRole('button', { name: /^Move Work: drag/ })
  handle.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText(/^Work is now number \d of 3\.$/)).toBeInTheDocument()
  await expect.element(handle).toHaveFocus()
})

test('a filter can be dragged to a new position', async () => {
  const { savedOrder } = await open(threeFilters)
  await userEvent.dragAndDrop(page.getByRole('button', { name: /^Move Work: drag/ }), row('Bank'), { targetPosition: { x: 60, y: 3 } })
  await expect.poll(savedOrder).toEqual(order(3, 1, 2))
})

test('a problem is explained with a link to the other filter, and statistics have a text', async () => {
  const daily = Array.from({ length: 30 }, (_, day) => (day === 29 ? 4 : 1))
  await open(
    [
      filterLine(1, 'Bank', subjectContains('a')),
      filterLine(2, 'Family', subjectContains('b'), { matchedDaily: daily, lastMatchedAt: at('08:00:00') }),
    ],
    {
      'GET /api/filters/lint': () => ({
        items: [{ filterId: testId(2), kind: 'shadowed', other: testId(1), message: '“Bank” takes all of it.' }],
        next: null,
      }),
    },
  )
  await expect.element(row('Family').getByText('Never reached')).toBeVisible()
  await expect.element(row('Family').getByRole('link', { name: 'See “Bank”' })).toHaveAttribute('href', `/filters/${testId(1)}`)
  await expect.element(row('Family').getByRole('img', { name: /^33 matches in the last 30 days\. Most on .+: 4\.$/ })).toBeVisible()
  await expect.element(row('Bank').getByText('No matches yet')).toBeVisible()
})

const run = { id: testId(9), state: 'done', looked: 900, of: 900, matched: 17, enqueued: 12, held: 1, reason: null }

test('after saving, past email is forwarded only on request, with the number of matches', async () => {
  const { requests } = await open(
    threeFilters,
    {
      [`POST /api/filters/${testId(1)}/runs`]: () => ({ status: 201, body: { ...run, state: 'running', looked: 400 } }),
      [`GET /api/filters/${testId(1)}/runs`]: () => ({ items: [run], next: null }),
    },
    { saved: testId(1), matched: 17 },
  )
  await expect.element(page.getByText(/17 stored emails match too/)).toBeVisible()
  expect(requests.some(request => request.path.endsWith('/runs'))).toBe(false)
  await page.getByRole('button', { name: 'Apply to past email' }).click()
  await expect.element(page.getByText(/The trial found 17 emails\./)).toBeVisible()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/Checked 400 of 900 emails so far/)).toBeVisible()
  await expect.element(page.getByText(/12 emails are on their way, 1 on hold\. 17 emails matched\./)).toBeVisible()
  expect(requests.find(request => request.path.endsWith('/runs'))?.body).toEqual({ days: 30 })
})

test('all filters are exported as a text to copy, with what the format cannot express', async () => {
  await open(threeFilters, {
    'GET /api/filters/exports': ({ query }) => ({
      fileName: `filters.${query.get('format')}`,
      text: 'require ["fileinto"];',
      warnings: query.get('format') === 'gmail' ? [{ code: 'x', message: 'Times cannot be said.', at: { start: 0, end: 1 } }] : [],
    }),
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Exported text' })).toHaveValue('require ["fileinto"];')
  await expect.element(page.getByRole('link', { name: 'Download filters.sieve' })).toHaveAttribute('download', 'filters.sieve')
  page.getByRole('button', { name: 'Gmail' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('One difference in this format')).toBeVisible()
  await expect.element(page.getByText('Times cannot be said.')).toBeInTheDocument()
})

test('without filters, the page offers ways to start', async () => {
  await open([])
  await expect.element(page.getByRole('heading', { name: 'No filters yet' })).toBeVisible()
  await page.getByRole('region', { name: 'Family' }).getByRole('button', { name: 'Use template' }).click()
  await expect.element(page.getByText('Enter at least one sender: a name, an address, or a domain.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Gmail or Sieve/ })).toHaveAttribute('href', '/filters/import')
})

const manyFilters = Array.from({ length: 8 }, (_, n) => filterLine(n + 1, `Filter ${n + 1}`, subjectContains(`word${n + 1}`)))

test('many filters are searched by name or by what they look for, and then not moved', async () => {
  await open(manyFilters)
  await page.getByRole('searchbox', { name: 'Search filters' }).fill('WORD7')
  await expect.element(row('Filter 7')).toBeVisible()
  expect(page.getByRole('article').elements()).toHaveLength(1)
  await page.getByRole('searchbox', { name: 'Search filters' }).fill('nothing like it')
  await expect.element(page.getByText('No filters match “nothing like it”.')).toBeVisible()
})

test('compact rows have one line each, and stay so', async () => {
  localStorage.removeItem('filters-compact')
  const { screen } = await open(manyFilters)
  await expect.element(row('Filter 1').getByRole('link', { name: 'Edit' })).toBeVisible()
  await page.getByRole('button', { name: 'Compact rows' }).click()
  expect(row('Filter 1').getByRole('link', { name: 'Edit' }).elements()).toEqual([])
  await screen.unmount()
  await open(manyFilters)
  await expect.element(row('Filter 1')).toBeVisible()
  expect(row('Filter 1').getByRole('link', { name: 'Edit' }).elements()).toEqual([])
  localStorage.removeItem('filters-compact')
})

test('several filters are turned off at once, and several deleted', async () => {
  const { requests } = await open(manyFilters, {
    [`PUT /api/filters/${testId(1)}`]: ({ body }) => ({ ...manyFilters[0], ...(body as object) }),
    [`PUT /api/filters/${testId(2)}`]: ({ body }) => ({ ...manyFilters[1], ...(body as object) }),
    [`DELETE /api/filters/${testId(1)}`]: () => ({}),
    [`DELETE /api/filters/${testId(2)}`]: () => ({}),
  })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Filter 1' }).click()
  await page.getByRole('checkbox', { name: 'Select Filter 2' }).click()
  await expect.element(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  const sent = (method: string) =>
    requests
      .filter(request => request.method === method)
      .map(({ path, body }) => [path.slice(-3), (body as { paused?: boolean } | null)?.paused])
  await expect
    .poll(() => sent('PUT'))
    .toEqual([
      ['001', true],
      ['002', true],
    ])
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => sent('DELETE').length).toBe(2)
})

test('a filter is duplicated into the editor from its row', async () => {
  const { address, state } = await open(threeFilters)
  await page.getByRole('button', { name: 'More for Bank' }).click()
  const item = page.getByRole('menuitem', { name: 'Duplicate' })
  await expect.element(item).toBeVisible()
  item.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(address).toBe('/filters/new')
  expect(state()).toMatchObject({ name: 'Bank (copy)', condition: subjectContains('a') })
})
