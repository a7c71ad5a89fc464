// Tests that a log entry shows its details as a table, warns about what a browser reported, and leads to related entries.
import { expect, test } from 'vitest'
import type { LogDetail } from '../../../core/api/admin/logs.ts'
import { commandLine, erasedName } from '../../../core/session/staff.ts'
import { stage } from '../../stage.fixture.tsx'
import { LogDetailView } from './LogDetailDialog.tsx'
import { Who } from './log-columns.tsx'

const userId = '01900000-0000-7000-8000-000000000001'
const entry: LogDetail = {
  ...{
    id: '01900000-0000-7000-8000-000000000002',
    at: '2026-11-22T12:00:00Z',
    kind: 'security',
    action: 'login_success',
    status: 'success',
  },
  ...{ source: 'browser', userId, actorId: null, email: 'anna@example.org', resourceType: 'security', resourceId: null, ip: '192.0.2.7' },
  ...{
    userAgent: 'a browser',
    details: [{ name: 'event_data.method', value: 'password' }],
    position: 12,
    sealedAt: '2026-11-22T12:00:30Z',
  },
}

test('an entry of a browser is marked, and its user, address and details are shown', async () => {
  const screen = await stage(<LogDetailView entry={entry} />, ['adminlogs'])
  await expect.element(screen.getByText(/The browser reported this, and the server can’t confirm it/)).toBeVisible()
  await expect.element(screen.getByText('event_data.method')).toBeVisible()
  await expect.element(screen.getByText(/^Position 12, sealed/)).toBeVisible()
  expect(screen.getByRole('link', { name: userId }).element().getAttribute('href')).toBe(`/admin/logs?user=${userId}`)
  expect(screen.getByRole('link', { name: '192.0.2.7' }).element().getAttribute('href')).toBe('/admin/logs?ip=192.0.2.7')
})

test('an entry of the server has no warning', async () => {
  const screen = await stage(<LogDetailView entry={{ ...entry, source: 'server', position: null, sealedAt: null }} />, ['adminlogs'])
  await expect.element(screen.getByText(/Not sealed yet/)).toBeVisible()
  expect(screen.getByText(/The browser reported this/).elements()).toEqual([])
})

test.each([
  ['ben@example.org (staff)', { userId: null, actorId: userId, email: 'ben@example.org' }, 1],
  ['command line (staff)', { userId: null, actorId: commandLine.id, email: commandLine.name }, 0],
  ['erased user (staff)', { userId: null, actorId: userId, email: erasedName }, 0],
])('%s leads to a page only where there is one', async (text, actor, links) => {
  const screen = await stage(<Who item={{ ...entry, ...actor }} />, ['adminlogs'])
  await expect.element(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('link').elements()).toHaveLength(links)
})
