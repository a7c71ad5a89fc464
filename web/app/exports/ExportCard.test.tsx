// Tests that an export can be requested, followed and downloaded.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ExportLine } from '../../../core/api/exports.ts'
import { stageScreen } from '../stage-screen.fixture.tsx'
import { ExportCard } from './ExportCard.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const id = '11111111-1111-4111-8111-111111111111'
const exportLine = (overrides: Partial<ExportLine>): ExportLine => ({
  ...{ id, state: 'waiting', done: 0, parts: 30, reason: null, sizeBytes: null, createdAt: '2026-11-20T10:00:00Z', expiresAt: null },
  ...overrides,
})

async function open(first: ExportLine[]) {
  await page.viewport(1280, 900)
  let items = first
  const staged = await stageScreen({
    catalogs: ['exports'],
    at: '/settings',
    routes: { '/settings': <ExportCard /> },
    responses: {
      'GET /api/exports': () => ({ items, next: null }),
      'POST /api/exports': () => {
        items = [exportLine({}), ...first]
        return new Response(JSON.stringify(items[0]), { status: 202 })
      },
      [`GET /api/exports/${id}/file`]: () => new Response('zip'),
    },
  })
  return { ...staged, set: (overrides: Partial<ExportLine>) => void (items = [exportLine(overrides)]) }
}

test('a requested export shows its progress, and then its download', async () => {
  const { set, requests } = await open([])
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByText('Queued.')).toBeVisible()
  set({ state: 'working', done: 12 })
  await expect.element(page.getByText('12 of 30 parts done.')).toBeVisible()
  set({ state: 'ready', done: 30, sizeBytes: 3_400_000, expiresAt: '2026-11-27T10:00:00Z' })
  await expect.element(page.getByText(/\(3 MB\)/)).toBeVisible()
  // The download itself is tested in test/e2e.
  const clicks = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => clicks.mock.calls.length).toBe(1)
  expect(requests.some(request => request.path === `/api/exports/${id}/file`)).toBe(true)
})

test('while a new export is being made, the previous one stays available', async () => {
  const before = { id: '22222222-2222-4222-8222-222222222222', state: 'ready', done: 30, sizeBytes: 3_400_000 } as const
  const ready = exportLine({ ...before, expiresAt: '2026-11-27T10:00:00Z' })
  await open([ready])
  await page.getByRole('button', { name: 'Export again' }).click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('a failed export says why, and another can be requested', async () => {
  await open([exportLine({ state: 'failed', reason: 'It would be larger than a browser can take.' })])
  await expect.element(page.getByText(/It would be larger than a browser can take/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export again' })).toBeVisible()
})
