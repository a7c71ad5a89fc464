// Tests that a template can be turned into a filter with the keyboard, and that the next step gets the focus.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FilterDraft } from '../../../core/api/filters.ts'
import { filterLine, says } from '../queries/filters.fixture.ts'
import { stageScreen } from '../stage-screen.fixture.tsx'
import { FirstFilter } from './FirstFilter.tsx'

afterEach(() => vi.unstubAllGlobals())

test('who uses a template goes on from the top of the step, where the way on comes before the other templates', async () => {
  await page.viewport(390, 800)
  let saved: FilterDraft | null = null
  const line = () => filterLine(1, saved?.name ?? '', says('a'))
  await stageScreen({
    catalogs: ['onboarding', 'templates', 'filters', 'filterlist'],
    at: '/first-filter',
    routes: { '/first-filter': <FirstFilter /> },
    answers: {
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
  const wayOn = page.getByRole('link', { name: /^Next: / }).first()
  await expect.element(wayOn).toBeVisible()
  for (let n = 0; n < 8 && document.activeElement !== wayOn.element(); n++) await userEvent.keyboard('{Tab}')
  await expect.element(wayOn).toHaveFocus()
})
