// Tests that findings appear with the problems first, and that the rest can be hidden.
import { expect, test } from 'vitest'
import type { AdminFinding } from '../../../core/api/admin/finding.ts'
import { stage } from '../../stage.fixture.tsx'
import { FindingsCard } from './DiagnosticsPage.tsx'

const finding = (id: string, state: AdminFinding['state']): AdminFinding => ({
  ...{ id, check: `Check ${id}`, state, found: `Found ${id}.`, fix: state === 'failing' ? `Fix ${id}.` : null },
})
const findings = [finding('a', 'ok'), finding('b', 'skipped'), finding('c', 'failing'), finding('d', 'note')]

test('problems come first, and can be shown alone', async () => {
  const screen = await stage(<FindingsCard run={{ phase: 'done', findings, at: '2026-11-26T12:00:00Z', error: null }} />, [
    ...(['admindiagnostics', 'adminui'] as const),
  ])
  const names = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map(item => item.querySelector('b')?.textContent)
  await expect.poll(names).toEqual(['Check c', 'Check d', 'Check a', 'Check b'])
  await screen.getByRole('button', { name: 'Show problems only' }).click()
  await expect.poll(names).toEqual(['Check c', 'Check d'])
  await screen.getByRole('button', { name: 'Show all 4' }).click()
  await expect.poll(names).toHaveLength(4)
})

test('links that read alike are named by their checks', async () => {
  const linked = { ...finding('a', 'failing'), link: '/admin/templates' }
  const screen = await stage(<FindingsCard run={{ phase: 'done', findings: [linked], at: '2026-11-26T12:00:00Z', error: null }} />, [
    ...(['admindiagnostics', 'adminui'] as const),
  ])
  await expect.element(screen.getByRole('link', { name: 'Open the page – Check a', exact: true })).toBeVisible()
})
