// Tests the filter list: reordering by drag, buttons and keys, problems, and statistics.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterLine } from '../../../core/api/filters.ts'
import { filterLine, says } from '../queries/filters.fixture.ts'
import { at, idOf } from '../queries/messages.fixture.ts'
import { type Answer, stageScreen } from '../stage-screen.fixture.tsx'
import { Filters } from './Filters.tsx'

afterEach(() => vi.unstubAllGlobals())

const three = [filterLine(1, 'Bank', says('a')), filterLine(2, 'Family', says('b')), filterLine(3, 'Work', says('c'))]

async function open(filters: FilterLine[], more: Record<string, Answer> = {}, state: unknown = null) {
  await page.viewport(1280, 900)
  const staged = await stageScreen({
    catalogs: ['filterlist', 'speech', 'templates', 'oncall'],
    at: { pathname: '/filters', state },
    routes: { '/filters': <Filters />, '*': <p>elsewhere</p> },
    answers: { 'GET /api/filters': () => ({ items: filters, next: null }), ...more },
  })
  const ordered = () => staged.asked.findLast(ask => ask.path === '/api/filters/order')?.body
  return { ...staged, ordered }
}

const order = (...ns: number[]) => ({ ids: ns.map(idOf) })
const row = (name: string) => page.getByRole('article', { name })

test('a filter is moved by its button and by the arrow keys on its grip, and each move is announced', async () => {
  const { ordered } = await open(three)
  await page.getByRole('button', { name: 'Move Bank down' }).click()
  await expect.poll(ordered).toEqual(order(2, 1, 3))
  await expect.element(page.getByText('Bank is now number 2 of 3.')).toBeInTheDocument()
  const grip = page.getByRole('button', { name: /^Move Work: drag/ })
  grip.element().focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(page.getByText(/^Work is now number \d of 3\.$/)).toBeInTheDocument()
  await expect.element(grip).toHaveFocus()
})

test('a filter is dragged to its place', async () => {
  const { ordered } = await open(three)
  await userEvent.dragAndDrop(page.getByRole('button', { name: /^Move Work: drag/ }), row('Bank'), { targetPosition: { x: 60, y: 3 } })
  await expect.poll(ordered).toEqual(order(3, 1, 2))
})

test('what is wrong is said, with the way to the other filter, and how it did is said in words', async () => {
  const daily = Array.from({ length: 30 }, (_, day) => (day === 29 ? 4 : 1))
  await open(
    [filterLine(1, 'Bank', says('a')), filterLine(2, 'Family', says('b'), { matchedDaily: daily, lastMatchedAt: at('08:00:00') })],
    {
      'GET /api/filters/lint': () => ({
        items: [{ filterId: idOf(2), kind: 'shadowed', other: idOf(1), message: '“Bank” takes all of it.' }],
        next: null,
      }),
    },
  )
  await expect.element(row('Family').getByText('Never reached')).toBeVisible()
  await expect.element(row('Family').getByRole('link', { name: 'See “Bank”' })).toHaveAttribute('href', `/filters/${idOf(1)}`)
  await expect.element(row('Family').getByRole('img', { name: /^33 matches in the last 30 days\. Most on .+: 4\.$/ })).toBeVisible()
  await expect.element(row('Bank').getByText('Has not matched yet')).toBeVisible()
})

test('after saving, past mail is forwarded on request alone, with the number', async () => {
  const { asked } = await open(
    three,
    { [`POST /api/filters/${idOf(1)}/runs`]: () => ({ status: 201, body: { matched: 17, enqueued: 12, held: 1 } }) },
    { saved: idOf(1), matched: 17 },
  )
  await expect.element(page.getByText(/17 mails of those kept match it too/)).toBeVisible()
  expect(asked.some(ask => ask.path.endsWith('/runs'))).toBe(false)
  await page.getByRole('button', { name: 'Apply to past mail' }).click()
  await expect.element(page.getByText(/The trial found 17 mails\./)).toBeVisible()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/12 mails are on their way, 1 is held\. 17 mails matched\./)).toBeVisible()
  expect(asked.find(ask => ask.path.endsWith('/runs'))?.body).toEqual({ days: 30 })
})

test('all filters are exported as a text to copy, with what cannot be said', async () => {
  await open(three, {
    'GET /api/filters/exports': ({ query }) => ({
      fileName: `filters.${query.get('format')}`,
      text: 'require ["fileinto"];',
      warnings: query.get('format') === 'gmail' ? [{ code: 'x', message: 'Times cannot be said.', at: { start: 0, end: 1 } }] : [],
    }),
  })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect.element(page.getByRole('textbox', { name: 'The text of the export' })).toHaveValue('require ["fileinto"];')
  await expect.element(page.getByRole('link', { name: 'Download filters.sieve' })).toHaveAttribute('download', 'filters.sieve')
  page.getByRole('button', { name: 'Gmail' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('One thing is not quite the same in this format')).toBeVisible()
  await expect.element(page.getByText('Times cannot be said.')).toBeInTheDocument()
})

test('without a filter the ways to begin are there', async () => {
  await open([])
  await expect.element(page.getByRole('heading', { name: 'No filter yet' })).toBeVisible()
  await page.getByRole('region', { name: 'Family' }).getByRole('button', { name: 'Use this template' }).click()
  await expect.element(page.getByText('Name at least one sender: a name, an address or a domain.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Gmail or Sieve/ })).toHaveAttribute('href', '/filters/import')
})
