// Tests that the overview's first sentence says how much is wrong, and all is well only when nothing is.
import { afterEach, expect, test, vi } from 'vitest'
import type { OverviewHealth } from '../../../core/api/admin/overview.ts'
import { stageScreen } from '../../app/stage-screen.fixture.tsx'
import { OverviewPage } from './OverviewPage.tsx'
import { overview } from './overview.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['ok', 0, 0, /^All checks passed\. As of/],
  ['note', 0, 2, /^2 things need attention\. As of/],
  ['failing', 1, 1, /^One problem to fix, and one more thing needs attention\. As of/],
] as const)('the first sentence of an overview that is %s', async (state, failing, notes, sentence) => {
  const health: OverviewHealth = { state, failing, notes, troubles: [] }
  const { screen } = await stageScreen({
    catalogs: ['adminoverview', 'adminui'],
    at: '/admin',
    routes: { '/admin': <OverviewPage /> },
    responses: { 'GET /api/admin/overview': () => ({ ...overview, health }) },
  })
  await expect.element(screen.getByText(sentence)).toBeVisible()
})
