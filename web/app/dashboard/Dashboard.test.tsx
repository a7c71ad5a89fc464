// Tests that nothing moves on the dashboard when the data replaces its placeholders.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { stageScreen } from '../stage-screen.fixture.tsx'
import { Dashboard } from './Dashboard.tsx'

afterEach(() => vi.unstubAllGlobals())

const sum = {
  since: '2026-11-20T00:00:00Z',
  arrived: 12,
  forwarded: 7,
  underWay: 0,
  held: 0,
  failed: 0,
  byEmail: 0,
  notMatched: 5,
  suppressed: 0,
}
const ledger = { sum, perMailbox: [], usage: { month: '2026-11', reserved: 0, delivered: 7, allowance: null } }

test.each([390, 1440])('at %i px the totals are as tall as their skeleton', async width => {
  await page.viewport(width, 900)
  const { promise: whenReleased, resolve: release } = Promise.withResolvers<void>()
  await stageScreen({
    catalogs: ['dashboard', 'accounts', 'onboarding'],
    at: '/dashboard',
    routes: { '/dashboard': <Dashboard /> },
    responses: { 'GET /api/ledger': () => whenReleased.then(() => ledger) },
  })
  const skeleton = page.getByRole('status', { name: 'Loading' }).first()
  await expect.element(skeleton).toBeVisible()
  const before = skeleton.element().getBoundingClientRect()
  release()
  const link = page.getByRole('link', { name: /12 arrived/ })
  await expect.element(link).toBeVisible()
  const after = link.element().closest('.card')?.getBoundingClientRect()
  expect(before.height).toBeGreaterThan(100)
  expect(after?.height).toBeCloseTo(before.height, 0)
})

test('while WhatsApp has trouble, the dashboard says since when', async () => {
  const trouble = { id: 'whatsapp_trouble', kind: 'whatsapp_trouble', subject: null, count: null, amount: null, until: null, isNew: true }
  const at = new Date(new Date().setHours(0, 1, 0, 0)).toISOString()
  await stageScreen({
    catalogs: ['dashboard', 'accounts', 'onboarding'],
    at: '/dashboard',
    routes: { '/dashboard': <Dashboard /> },
    responses: {
      'GET /api/ledger': () => ledger,
      'GET /api/notifications': () => ({ items: [{ ...trouble, at }], next: null, unseen: 1 }),
    },
  })
  await expect.element(page.getByText(/^WhatsApp has had trouble since 00:01\./)).toBeVisible()
})
