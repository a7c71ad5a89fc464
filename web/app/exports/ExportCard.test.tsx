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
const line = (change: Partial<ExportLine>): ExportLine => ({
  ...{ id, state: 'waiting', done: 0, parts: 30, reason: null, sizeBytes: null, createdAt: '2026-11-20T10:00:00Z', expiresAt: null },
  ...change,
})

async function open(first: ExportLine[]) {
  await page.viewport(1280, 900)
  let items = first
  const staged = await stageScreen({
    catalogs: ['exports'],
    at: '/settings',
    routes: { '/settings': <ExportCard /> },
    answers: {
      'GET /api/exports': () => ({ items, next: null }),
      'POST /api/exports': () => {
        items = [line({}), ...first]
        return new Response(JSON.stringify(items[0]), { status: 202 })
      },
      [`GET /api/exports/${id}/file`]: () => new Response('zip'),
    },
  })
  return { ...staged, set: (change: Partial<ExportLine>) => void (items = [line(change)]) }
}

test('a copy that is asked for shows how far it is, and then how it is had', async () => {
  const { set, asked } = await open([])
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByText('Your copy is next in line.')).toBeVisible()
  set({ state: 'working', done: 12 })
  await expect.element(page.getByText('12 of 30 parts are done.')).toBeVisible()
  set({ state: 'ready', done: 30, sizeBytes: 3_400_000, expiresAt: '2026-11-27T10:00:00Z' })
  await expect.element(page.getByText(/\(3 MB\)/)).toBeVisible()
  // What the browser does with it then is tried in test/e2e.
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(asked.some(ask => ask.path === `/api/exports/${id}/file`)).toBe(true)
})

test('while a new copy is made, the one before is still there', async () => {
  const before = { id: '22222222-2222-4222-8222-222222222222', state: 'ready', done: 30, sizeBytes: 3_400_000 } as const
  const ready = line({ ...before, expiresAt: '2026-11-27T10:00:00Z' })
  await open([ready])
  await page.getByRole('button', { name: 'Make a new copy' }).click()
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible()
})

test('a copy that could not be made says why, and another can be asked for', async () => {
  await open([line({ state: 'failed', reason: 'It would be larger than a browser can take.' })])
  await expect.element(page.getByText(/It would be larger than a browser can take/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Make a new copy' })).toBeVisible()
})
