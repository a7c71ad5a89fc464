// Tests that the log integrity card shows how long the log is kept, how a verification went, and which entries differ.
import { expect, test, vi } from 'vitest'
import type { LogChainState, LogVerification } from '../../../core/api/admin/logs.ts'
import { stage } from '../../stage.fixture.tsx'
import { LogChainView } from './LogChainCard.tsx'

const logId = '01900000-0000-7000-8000-000000000001'
const ok: LogVerification = {
  ...{ verifiedAt: '2026-11-22T04:47:00Z', durationMs: 41_200, entries: 1_000_000, checked: 999_000 },
  ...{ changed: 0, missing: 0, inserted: 0, findings: [] },
}
const chain: LogChainState = {
  ...{ keptDays: 365, isKeptSet: false, position: 1_000_000, hash: 'ab'.repeat(32), sealedAt: '2026-11-22T12:00:00Z', waiting: 3 },
  verifications: [ok],
}
const idle = { progress: null, result: null, error: null }

test('an unchanged log says so, with how many entries were compared, and where its retention is set', async () => {
  const screen = await stage(<LogChainView chain={chain} run={idle} onOpen={() => undefined} />, ['adminlogs'])
  await expect.element(screen.getByText('Unchanged')).toBeVisible()
  await expect.element(screen.getByText('999,000 entries verified in 42 seconds')).toBeVisible()
  await expect.element(screen.getByText(/365 days/)).toMatchTextContent(/Default. Change LOG_RETENTION_DAYS/)
  await expect.element(screen.getByText(`1000000:${'ab'.repeat(32)}`)).toBeVisible()
})

test('a changed entry is named and opens', async () => {
  const onOpen = vi.fn<(id: string) => void>()
  const result: LogVerification = { ...ok, changed: 1, findings: [{ kind: 'row_changed', position: 7, logId }] }
  const screen = await stage(<LogChainView chain={chain} run={{ ...idle, result }} onOpen={onOpen} />, ['adminlogs'])
  await expect.element(screen.getByText('Changed by hand')).toBeVisible()
  await expect.element(screen.getByText(/1 changed, 0 missing, 0 inserted/)).toBeVisible()
  await screen.getByRole('button', { name: logId }).click()
  expect(onOpen).toHaveBeenCalledWith(logId)
})

test('a running verification says how far it is', async () => {
  const run = { ...idle, progress: { checked: 2000, entries: 1_000_000 } }
  const screen = await stage(<LogChainView chain={{ ...chain, verifications: [] }} run={run} onOpen={() => undefined} />, ['adminlogs'])
  await expect.element(screen.getByRole('status')).toMatchTextContent('2,000 of 1,000,000 entries verified')
})
