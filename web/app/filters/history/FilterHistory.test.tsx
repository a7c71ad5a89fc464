// Tests a filter's history: changes are shown, and restoring one asks first.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterVersion } from '../../../../core/api/filters.ts'
import { filterLine, subjectContains } from '../../queries/filters.fixture.ts'
import { at, testId } from '../../queries/messages.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { FilterHistory } from './FilterHistory.tsx'

afterEach(() => vi.unstubAllGlobals())

const version = (n: number, overrides: Partial<FilterVersion>): FilterVersion => ({
  version: n,
  name: 'Bank',
  paused: false,
  condition: { all: [subjectContains('a'), subjectContains('b')] },
  actions: [{ kind: 'forward', destinationIds: [] }],
  at: at('08:00:00'),
  restored: null,
  ...overrides,
})

test('each version shows what was added and removed; restoring asks first', async () => {
  const { requests } = await stageScreen({
    catalogs: ['filterways', 'filterlist', 'editor', 'oncall'],
    at: `/filters/${testId(1)}/history`,
    routes: { '/filters/:id/history': <FilterHistory /> },
    responses: {
      'GET /api/filters': () => ({ items: [filterLine(1, 'Bank', subjectContains('a'))], next: null }),
      [`GET /api/filters/${testId(1)}/versions`]: () => ({
        items: [version(1, {}), version(2, { condition: { all: [subjectContains('a'), subjectContains('c')] }, paused: true })],
        next: null,
      }),
      [`POST /api/filters/${testId(1)}/versions`]: () => ({ status: 201, body: filterLine(1, 'Bank', subjectContains('a')) }),
    },
  })
  const rows = page.getByRole('main').getByRole('list').first()
  await expect.element(rows.getByText('Version 2')).toBeVisible()
  const lines = [...document.querySelectorAll('dd li')].map(line => line.textContent)
  expect(lines.slice(0, 5)).toEqual(['−removed on', '+added paused', ' subject:a', '−removed subject:b', '+added subject:c'])
  expect(page.getByRole('button', { name: 'Restore' }).elements()).toHaveLength(1)
  page.getByRole('button', { name: 'Restore' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'Restore version 1?' })).toBeVisible()
  expect(requests.some(request => request.method === 'POST')).toBe(false)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => requests.find(request => request.method === 'POST')?.body).toEqual({ from: 1 })
})
