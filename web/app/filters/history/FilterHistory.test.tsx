// Tests a filter's history: changes are shown, and restoring one asks first.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterVersion } from '../../../../core/api/filters.ts'
import { filterLine, says } from '../../queries/filters.fixture.ts'
import { at, idOf } from '../../queries/messages.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { FilterHistory } from './FilterHistory.tsx'

afterEach(() => vi.unstubAllGlobals())

const version = (n: number, change: Partial<FilterVersion>): FilterVersion => ({
  version: n,
  name: 'Bank',
  paused: false,
  condition: { all: [says('a'), says('b')] },
  actions: [{ kind: 'forward', destinationIds: [] }],
  at: at('08:00:00'),
  restored: null,
  ...change,
})

test('each change says what came and what went; going back asks first', async () => {
  const { asked } = await stageScreen({
    catalogs: ['filterways', 'filterlist', 'editor', 'oncall'],
    at: `/filters/${idOf(1)}/history`,
    routes: { '/filters/:id/history': <FilterHistory /> },
    answers: {
      'GET /api/filters': () => ({ items: [filterLine(1, 'Bank', says('a'))], next: null }),
      [`GET /api/filters/${idOf(1)}/versions`]: () => ({
        items: [version(1, {}), version(2, { condition: { all: [says('a'), says('c')] }, paused: true })],
        next: null,
      }),
      [`POST /api/filters/${idOf(1)}/versions`]: () => ({ status: 201, body: filterLine(1, 'Bank', says('a')) }),
    },
  })
  const rows = page.getByRole('main').getByRole('list').first()
  await expect.element(rows.getByText('Version 2')).toBeVisible()
  const lines = [...document.querySelectorAll('dd li')].map(one => one.textContent)
  expect(lines.slice(0, 5)).toEqual(['−removed on', '+added paused', ' subject:a', '−removed subject:b', '+added subject:c'])
  expect(page.getByRole('button', { name: 'Go back to this' }).elements()).toHaveLength(1)
  page.getByRole('button', { name: 'Go back to this' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alertdialog', { name: 'Go back to version 1?' })).toBeVisible()
  expect(asked.some(ask => ask.method === 'POST')).toBe(false)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => asked.find(ask => ask.method === 'POST')?.body).toEqual({ from: 1 })
})
