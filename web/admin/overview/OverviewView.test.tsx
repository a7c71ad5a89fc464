// Tests that the overview names the state of each part with its fix, and that each figure leads to its list.
import { expect, test } from 'vitest'
import type { Overview } from '../../../core/api/admin/overview.ts'
import { stage } from '../../stage.fixture.tsx'
import { OverviewView } from './OverviewView.tsx'

const load = {
  loopDelayMs: 12,
  memoryBytes: 2e8,
  cpuPercent: 7,
  disk: { freeBytes: 20, totalBytes: 100 },
  connections: { max: 9, open: 1, idle: 1, waiting: 0 },
}
const host = {
  ...{ id: 'web-1', isThis: true, roles: ['web' as const], version: '0.1.0', mailboxes: 0, isSilent: false, load },
  ...{ startedAt: '2026-11-22T08:00:00Z', beatAt: '2026-11-22T12:00:00Z' },
}
const overview: Overview = {
  at: '2026-11-22T12:00:05Z',
  parts: [
    { id: 'database', check: 'Database', state: 'ok', found: 'It answers in 2 ms.', fix: null },
    {
      id: 'delivery',
      check: 'Delivery',
      state: 'failing',
      found: 'Nobody sends them.',
      fix: 'Start a host.',
      link: '/admin?list=deliveries',
    },
  ],
  perMinute: { arrived: [...Array<number>(58).fill(0), 1204, 3], delivered: Array<number>(60).fill(0) },
  queue: [{ state: 'held', count: 50_001 }],
  dueSince: null,
  mailboxesDown: [{ state: 'needs_you', reason: 'wrong_password', label: 'wrong password', count: 7 }],
  failures: [{ reason: 'number_wrong', label: 'There is no such number.', count: 5 }],
  hosts: [host, { ...host, id: 'mail-2', isThis: false, isSilent: true, roles: ['mail'], beatAt: '2026-11-22T11:50:00Z' }],
  newUsers: { today: 2, week: 9 },
  revenue: { active: 3, trialing: 1, pastDue: 0, monthly: [{ currency: 'eur', amount: 2700 }] },
  openIncidents: 0,
  versions: {
    ...{ mailferry: '0.1.0', node: '24.0.0', postgres: '18.0', schema: '100_baseline', mode: 'sandbox' as const },
    ...{ publicUrl: 'http://localhost:8080', startedAt: '2026-11-22T08:00:00Z' },
  },
}
const show = (maySeeRows = true) =>
  stage(<OverviewView overview={overview} alerts={null} maySeeRows={maySeeRows} />, ['adminoverview', 'adminui'])

test('each part shows its state, what was found and what to do', async () => {
  const screen = await show()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Delivery' }))
    .toMatchTextContent(/Nobody sends them.*Start a host.*Failing/)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Database' })).toMatchTextContent(/OK/)
})

test('figures lead to their lists; more than is counted is shown with a plus', async () => {
  const screen = await show()
  await expect.element(screen.getByRole('row', { name: /On hold|Held/ })).toMatchTextContent(/50,000\+/)
  const link = (name: string | RegExp) => screen.getByRole('link', { name })
  await expect.element(link('There is no such number.')).toHaveAttribute('href', '/admin?list=deliveries&reason=number_wrong')
  await expect.element(link('wrong password')).toHaveAttribute('href', '/admin?list=mailboxes&state=needs_you&reason=wrong_password')
  await expect.element(link('€27.00')).toHaveAttribute('href', '/admin/subscriptions')
  await expect.element(link('1,204 per minute')).toHaveAttribute('href', '/admin/analytics')
  await expect.element(screen.getByRole('img', { name: /1207 in total/ })).toBeVisible()
})

test('a silent host says since when, and who may not see rows gets no links to them', async () => {
  const screen = await show(false)
  await expect.element(screen.getByRole('row', { name: /mail-2/ })).toMatchTextContent(/Silent since/)
  await expect.element(screen.getByRole('row', { name: /web-1 \(this one\)/ })).toMatchTextContent(/CPU 7%, 200 MB.*80% used/)
  expect(screen.getByRole('link', { name: 'wrong password' }).query()).toBeNull()
})
