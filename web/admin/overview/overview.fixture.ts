// Test data: an overview as the server answers it, with a delivery that fails and a disk that fills up.
import type { Overview } from '../../../core/api/admin/overview.ts'

const load = {
  ...{ loopDelayMs: 12, memoryBytes: 2e8, cpuPercent: 7, disk: { freeBytes: 20, totalBytes: 100 } },
  connections: { max: 9, open: 1, idle: 1, waiting: 0 },
}
const host = {
  ...{ id: 'web-1', isThis: true, roles: ['web' as const], version: '0.1.0', mailboxes: 0, isSilent: false, load },
  ...{ startedAt: '2026-11-22T08:00:00Z', beatAt: '2026-11-22T12:00:00Z' },
}

export const overview: Overview = {
  at: '2026-11-22T12:00:05Z',
  health: {
    ...{ state: 'failing', failing: 1, notes: 1 },
    troubles: [
      {
        ...{ id: 'delivery', check: 'Delivery', state: 'failing', found: 'Nobody sends them.', fix: 'Start a host.' },
        link: '/admin?list=deliveries',
      },
      { id: 'disk.a', check: 'Disk', state: 'note', found: 'It fills up.', fix: 'Free up space.', link: '/admin/diagnostics' },
    ],
  },
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
  versions: {
    ...{ mailferry: '0.1.0', node: '24.0.0', postgres: '18.0', schema: '100_baseline', mode: 'sandbox' as const },
    ...{ publicUrl: 'http://localhost:8080', startedAt: '2026-11-22T08:00:00Z' },
  },
}
