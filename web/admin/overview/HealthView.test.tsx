// Tests that the health view names the state of each part and shows correct figures and hosts.
import { expect, test } from 'vitest'
import type { Health } from '../../../core/api/health.ts'
import { stage } from '../../stage.fixture.tsx'
import { HealthView } from './HealthView.tsx'

const health: Health = {
  at: '2026-11-22T12:00:00Z',
  parts: [
    { part: 'database', state: 'ok', found: 'Answers in 2 ms.' },
    { part: 'delivery', state: 'failing', found: 'Mail is due since 11 minutes and nobody takes it.' },
    { part: 'letters', state: 'off', found: 'Kept in the outbox.' },
  ],
  figures: { people: 3, mailboxes: 4, phones: 2, arrived: 1204, forwarded: 5, failed: 0 },
  queue: [{ state: 'held', count: 7 }],
  hosts: [
    { name: 'web-1', isThis: true, roles: ['web'], mailboxes: 0, lanes: 0 },
    { name: 'mail-2', isThis: false, roles: ['mail'], mailboxes: 2, lanes: 0 },
  ],
  versions: {
    ...{ mailferry: '0.1.0', node: '24.0.0', postgres: '18.0', schema: '100_baseline', mode: 'sandbox' as const },
    ...{ publicUrl: 'http://localhost:8080', startedAt: '2026-11-22T08:00:00Z' },
  },
}

test('each part shows its state and findings, numbers are formatted, and each host shows its load', async () => {
  const screen = await stage(<HealthView health={health} />, ['admin'])
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Delivery' })).toMatchTextContent(/nobody takes it.*Fails/)
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Letters' })).toMatchTextContent(/Not here/)
  await expect.element(screen.getByText('1,204')).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /Held/ })).toMatchTextContent(/7/)
  await expect.element(screen.getByRole('row', { name: /web-1/ })).toMatchTextContent(/this one.*Nothing at this moment/)
  await expect.element(screen.getByRole('row', { name: /mail-2/ })).toMatchTextContent(/mail.*2 accounts/)
})
