// Tests that a template can be turned into a filter with the keyboard, and that the next step gets the focus.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterDraft } from '../../../core/api/filters.ts'
import { filterLine, subjectContains } from '../queries/filters.fixture.ts'
import { stageScreen } from '../stage-screen.fixture.tsx'
import { FirstFilter } from './FirstFilter.tsx'

afterEach(() => vi.unstubAllGlobals())

test('after using a template the focus returns to the title, where the next step comes before the other templates', async () => {
  await page.viewport(390, 800)
  let saved: FilterDraft | null = null
  const line = () => filterLine(1, saved?.name ?? '', subjectContains('a'))
  await stageScreen({
    catalogs: ['onboarding', 'templates', 'filters', 'filterlist'],
    at: '/first-filter',
    routes: { '/first-filter': <FirstFilter /> },
    responses: {
      'GET /api/onboarding': () => ({
        done: { mailbox: true, phone: true, filter: saved !== null, delivered: false },
        address: null,
        dismissed: false,
      }),
      'GET /api/filters': () => ({ items: saved ? [line()] : [], next: null }),
      'POST /api/filters': ({ body }) => {
        saved = body as FilterDraft
        return { status: 201, body: line() }
      },
    },
  })
  await page.getByRole('button', { name: 'Use this filter' }).first().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  const nextLink = page.getByRole('link', { name: /^Next: / }).first()
  await expect.element(nextLink).toBeVisible()
  for (let n = 0; n < 8 && document.activeElement !== nextLink.element(); n++) await userEvent.keyboard('{Tab}')
  await expect.element(nextLink).toHaveFocus()
})
