// Tests diagnostics and the support bundle on the entire product: what staff see, and that no secret or content is in the bundle.
import { expect, test, vi } from 'vitest'
import { acknowledgeIncidentApi, getAlertsApi, listIncidentsApi } from '../../../core/api/admin/alerts.ts'
import { DiagnosticsLine, getSupportBundleApi, listConsoleActionsApi, runConsoleActionApi } from '../../../core/api/admin/diagnostics.ts'
import { getOverviewApi } from '../../../core/api/admin/overview.ts'
import * as mail from '../../../core/api/mail.ts'
import { testDatabase } from '../../../test/database.ts'
import { addFilter, linkPhone, patience, runProduct, sendMail, untilMessageState } from '../../../test/running.ts'
import { signUpStaff } from '../../../test/staff.ts'
import { saveErrorGroups } from '../../foundation/db/hosts.ts'
import { openRecentErrors } from '../../foundation/recent-errors.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url, { HOST_ID: 'web-secret-host', OUTSIDE_ALLOW: 'relay.secret.example:25' })
const ana = await signUpStaff(product, db, 'ana-planted', 'admin')
const sam = await signUpStaff(product, db, 'sam', 'support')

test('the overview shows the parts, the host and what arrived; staff without a role for money see none', async () => {
  const { address } = await ana.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, ana, '15550104099')
  await addFilter(ana, 'salary')
  await sendMail(product, address, { subject: 'Your planted salary' })
  await untilMessageState(ana, 'Your planted salary', 'forwarded')
  const overview = await ana.ask(getOverviewApi, 'GET', '/api/admin/overview')
  expect(overview.parts.map(({ id, state }) => `${id} ${state}`)).toEqual([
    ...['database ok', 'hosts ok', 'mailboxes ok', 'delivery ok', 'whatsapp ok', 'emails skipped'],
  ])
  expect(overview.hosts).toEqual([
    expect.objectContaining({ id: 'web-secret-host', isThis: true, isSilent: false, roles: ['web', 'mail', 'delivery'] }),
  ])
  expect(overview.perMinute.arrived.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(overview.newUsers.today).toBe(2)
  expect((await sam.ask(getOverviewApi, 'GET', '/api/admin/overview')).revenue).toBeNull()
})

test('diagnostics come line by line, and end with done', async () => {
  const response = await fetch(`${product.url}/api/admin/diagnostics`, { headers: { authorization: `Bearer ${sam.token}` } })
  expect(response.status).toBe(200)
  const text = await response.text()
  const lines = text
    .trim()
    .split('\n')
    .map(line => DiagnosticsLine.parse(JSON.parse(line)))
  expect(lines.at(-1)?.kind).toBe('done')
  const states = new Map(lines.flatMap(line => (line.kind === 'finding' ? [[line.finding.id, line.finding.state]] : [])))
  for (const id of ['database', 'clock.database', 'clock.whatsapp', 'host.web-secret-host', 'queue', 'storage', 'handshake', 'smtp'])
    expect(`${id} ${states.get(id)}`).toBe(`${id} ok`)
  // A busy machine answers late.
  expect(states.get('latency')).toMatch(/^(ok|note)$/)
  expect(states.get('spf')).toBe('skipped')
  const ids = lines.flatMap(line => (line.kind === 'finding' ? [line.finding.id] : []))
  expect(ids).toEqual([...new Set(ids)])
})

test('the support bundle holds no secret, address, number, subject or host name, wherever they were planted', async () => {
  const errors = openRecentErrors()
  errors.record(
    50,
    [{ err: new Error('Your planted salary from ana-planted@example.com') }, 'sending to +15550104099 failed for ana-planted@example.com'],
    new Date(),
  )
  await saveErrorGroups(db, 'web-secret-host', errors.takeNew(), new Date())
  expect((await sam.try('GET', '/api/admin/diagnostics/bundle')).status).toBe(403)
  const { text } = await ana.try('GET', '/api/admin/diagnostics/bundle')
  const bundle = getSupportBundleApi.answer.parse(JSON.parse(text))
  expect(bundle.findings.length).toBeGreaterThan(20)
  expect(bundle.errors).toMatchObject([{ level: 'error' }])
  expect(bundle.settings.map(({ name }) => name)).toContain('WHATSAPP_ACCESS_TOKEN')
  const planted = [
    'ana-planted',
    'example.com',
    'salary',
    '15550104099',
    '4099',
    'secret',
    'sandbox-token',
    'sandbox-verify',
    '15550100123',
    '127.0.0.1',
  ]
  const kept = text.replaceAll(/"(?:name|check|code)":"[^"]*"/g, '')
  for (const value of planted) expect(kept).not.toContain(value)
  for (const value of planted.filter(value => value !== 'secret')) expect(text).not.toContain(value)
})

test('an action runs with a reason, is logged, and is refused to support', async () => {
  const { items } = await sam.ask(listConsoleActionsApi, 'GET', '/api/admin/actions')
  expect(items.map(({ id }) => id)).toEqual(['sync_templates', 'reclaim_deliveries', 'send_emails'])
  const body = { reason: 'the queue looks stuck' }
  expect((await sam.try('POST', '/api/admin/actions/reclaim_deliveries', body)).status).toBe(403)
  for (const { id } of items) await ana.ask(runConsoleActionApi, 'POST', `/api/admin/actions/${id}`, body)
  const logged = await db.selectFrom('activity_logs').selectAll().where('action', '=', 'admin.action.run').execute()
  expect(logged.map(({ resource_id }) => resource_id)).toEqual(['sync_templates', 'reclaim_deliveries', 'send_emails'])
})

test('rules and recipients are kept, logged by ids alone, and only staff can be chosen', async () => {
  const settings = await ana.ask(getAlertsApi, 'GET', '/api/admin/alerts')
  expect(settings.staff.map(({ email }) => email)).toEqual(['ana-planted@example.com', 'sam@example.com'])
  expect(settings.phones).toMatchObject([{ ending: '99', isChosen: false }])
  // Nobody was chosen yet.
  expect(settings).toMatchObject({ isDefault: true, recipients: ['ana-planted@example.com'] })
  const rules = settings.rules.map(rule => (rule.rule === 'disk_full' ? { ...rule, threshold: 75 } : rule))
  const [first] = settings.staff
  const phones = settings.phones.map(({ userId, destinationId }) => ({ userId, destinationId }))
  const body = { rules, emailUserIds: [first?.userId], phones, reason: 'we are on call' }
  expect((await sam.try('PUT', '/api/admin/alerts', body)).status).toBe(403)
  const saved = await ana.ask(getAlertsApi, 'PUT', '/api/admin/alerts', body)
  expect(saved.rules.find(({ rule }) => rule === 'disk_full')?.threshold).toBe(75)
  expect([saved.staff[0]?.isChosen, saved.staff[1]?.isChosen, saved.phones[0]?.isChosen]).toEqual([true, false, true])
  const logged = await db.selectFrom('activity_logs').select('details').where('action', '=', 'admin.alerts.changed').execute()
  expect(JSON.stringify(logged)).not.toMatch(/@|4099/)
})

test('an alert is listed with its sentence, and the first who takes it stays', async () => {
  const id = crypto.randomUUID()
  const incident = { id, rule: 'disk_full', subject: 'mail-2', value: 94.4, threshold: 90, opened_at: new Date() }
  await db.insertInto('incidents').values(incident).execute()
  const { items } = await sam.ask(listIncidentsApi, 'GET', '/api/admin/incidents?open=yes')
  expect(items).toMatchObject([{ id, found: 'The disk of mail-2 is 94% full; the limit is 90%.', acknowledgedAt: null }])
  expect(items).toMatchObject([{ link: '/admin/diagnostics', fix: expect.stringContaining('Free up space') }])
  const taken = await sam.ask(acknowledgeIncidentApi, 'POST', `/api/admin/incidents/${id}/acknowledgments`)
  expect(taken.acknowledgedBy).toBe('sam@example.com')
  expect((await ana.ask(acknowledgeIncidentApi, 'POST', `/api/admin/incidents/${id}/acknowledgments`)).acknowledgedBy).toBe(
    'sam@example.com',
  )
  expect((await ana.try('POST', `/api/admin/incidents/${crypto.randomUUID()}/acknowledgments`)).status).toBe(404)
})

test('the overview never says that all is well while an alert is open and a template is paused', async () => {
  const paused = { state: 'paused' as const, paused_until: new Date(Date.now() + 3_600_000), switched_off_at: null }
  await db.updateTable('message_templates').set(paused).where('purpose', '=', 'announce_one').execute()
  await vi.waitFor(async () => {
    const { health } = await sam.ask(getOverviewApi, 'GET', '/api/admin/overview')
    const found = health.troubles.map(({ check, state }) => `${check} ${state}`)
    expect(found).toEqual(expect.arrayContaining(['Template failing', 'A disk is filling up failing']))
    expect(health.state).toBe('failing')
    expect(health.troubles.every(({ link }) => link?.startsWith('/admin/'))).toBe(true)
  }, patience)
})
