// Tests how staff manage WhatsApp templates, on PostgreSQL and the stand-in.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { wakeUnannounced } from '../../delivery/identity-owners.ts'
import { openOutside } from '../../foundation/outside.ts'
import { loadWords } from '../../foundation/words.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { seedTemplates, type TemplateDeps } from '../../whatsapp/templates/manage.ts'
import { getTemplate, listTemplates, markUsed } from '../../whatsapp/templates/owners.ts'
import { staffRequest } from './templates/staff-request.fixture.ts'
import { templateHandlers } from './templates.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, templateReview: 'hold' })
afterAll(() => sandbox.stop())
const ids = { numberId: '100000000000001', wabaId: '200000000000001', graphVersion: 'v26.0', timeoutMs: 2000 }
const graph = openGraph({
  outside: openOutside({ allow: [], loopback: true }),
  graphUrl: sandbox.url,
  accessToken: 'sandbox-token',
  ...ids,
})

let now = new Date('2026-11-22T12:00:00Z')
const deps: TemplateDeps = {
  ...{ db, graph, t: loadWords('en').of('whatsapp'), now: () => now },
  onUsable: tx => wakeUnannounced(tx, now),
}
const handlers = templateHandlers(deps)
const staff = await staffRequest(db, 'olga@example.com', now)
const ask = <P, B>(params: P, body: B) => ({ ...staff, params, query: undefined, body })
const reviewed = (name: string, decision: string) => fetch(`${sandbox.url}/_sim/templates/${name}/${decision}`, { method: 'POST' })
const actions = async () =>
  (await db.selectFrom('activity_logs').select(['action', 'details']).where('created_at', '=', now).execute()).map(
    ({ action, details }) => ({ action, details }),
  )
const draft = {
  ...{ purpose: 'announce_one' as const, name: 'short_one', language: 'en', category: 'UTILITY' as const },
  ...{ body: 'New email from {{from}} about {{subject}} is here.', footer: null, show: 'Show', pause: 'Pause' },
}
const add = (change: object = {}) => handlers.add(ask(undefined, { ...draft, samples: {}, ...change }))
const firstOne = async () => (await listTemplates(db)).find(one => one.purpose === 'announce_one') ?? expect.fail('There is no template.')

beforeEach(async () => {
  now = new Date(now.getTime() + 3_600_000)
  await fetch(`${sandbox.url}/_sim/reset`, { method: 'POST' })
  await db.deleteFrom('message_templates').execute()
  await seedTemplates(deps, 'en')
})

test('a draft has samples of its own, which its preview and its submission show', async () => {
  const added = await add({ samples: { from: 'Zoe Sample' } })
  expect(added.preview).toBe('New email from Zoe Sample about Invoice 42 is here.')
  expect(added.samples).toEqual({ from: 'Zoe Sample', subject: 'Invoice 42' })
  const changed = await handlers.change(ask({ id: added.id }, { show: 'Open' }))
  expect([changed.show, changed.samples['from']]).toEqual(['Open', 'Zoe Sample'])
  await handlers.submit(ask({ id: added.id }, undefined))
  const stored = await getTemplate(db, added.id)
  expect(JSON.stringify(stored?.components)).toContain('Zoe Sample')
  await expect(add({ name: 'bad', samples: { from: 'two\nlines' } })).rejects.toMatchObject({ status: 422 })
})

test('each change is logged with its state, in the same transaction', async () => {
  const { id } = await add()
  await handlers.submit(ask({ id }, undefined))
  await expect(add()).rejects.toMatchObject({ code: 'name_taken' })
  expect(await actions()).toEqual([
    {
      action: 'admin.template.added',
      details: { before: null, after: { purpose: 'announce_one', name: 'short_one', language: 'en', state: 'draft' } },
    },
    { action: 'admin.template.submitted', details: { before: { state: 'draft' }, after: null } },
  ])
})

test('a template that is switched off is replaced by the next one, and is used again when it is switched on', async () => {
  const first = await firstOne()
  const second = await add()
  for (const { id } of [first, second]) await handlers.submit(ask({ id }, undefined))
  for (const name of [first.name, second.name]) await reviewed(name, 'approve')
  await handlers.sync(ask(undefined, undefined))
  const off = await handlers.switch(ask({ id: first.id }, { isOn: false, reason: 'Too long for phones' }))
  expect(off).toMatchObject({ state: 'approved', isSwitchedOff: true, isUsable: false })
  expect(await handlers.get(ask({ id: first.id }, undefined))).toMatchObject({ usedInstead: { id: second.id } })
  expect((await actions()).at(-1)?.details).toMatchObject({ reason: 'Too long for phones' })
  // Meta's list does not switch it on.
  await handlers.sync(ask(undefined, undefined))
  expect((await getTemplate(db, first.id))?.switchedOffAt).toEqual(now)
  expect(await handlers.switch(ask({ id: first.id }, { isOn: true, reason: 'It is fine' }))).toMatchObject({ isUsable: true })
})

test('emails that wait for a template are counted, and go when one is switched on', async () => {
  const first = await firstOne()
  await handlers.submit(ask({ id: first.id }, undefined))
  await reviewed(first.name, 'approve')
  await handlers.sync(ask(undefined, undefined))
  await handlers.switch(ask({ id: first.id }, { isOn: false, reason: 'A typo in it' }))
  expect(await handlers.get(ask({ id: first.id }, undefined))).toMatchObject({ usedInstead: null, waiting: 0 })
  const [userId, destinationId] = [randomUUID(), randomUUID()]
  await db.insertInto('lanes').values({ user_id: userId, destination_id: destinationId, tokens: 1, refilled_at: now }).execute()
  const delivery = {
    user_id: userId,
    destination_id: destinationId,
    state: 'held' as const,
    reason: 'no_template',
    attempts: 0,
    created_at: now,
    updated_at: now,
  }
  const [mailId, announcementId] = [randomUUID(), randomUUID()]
  await db
    .insertInto('deliveries')
    .values([
      { ...delivery, id: mailId, kind: 'mail' },
      { ...delivery, id: announcementId, kind: 'announcement' },
    ])
    .execute()
  expect((await handlers.list({ ...ask(undefined, undefined), query: {} })).waiting).toBe(1)
  await handlers.switch(ask({ id: first.id }, { isOn: true, reason: 'The typo is gone' }))
  const woken = await db.selectFrom('deliveries').select('due_at').where('id', '=', announcementId).executeTakeFirstOrThrow()
  expect(woken.due_at).toEqual(now)
})

test('a template moves to the front, and the others move back', async () => {
  const { id } = await add()
  await handlers.change(ask({ id }, { position: 1 }))
  const { items } = await handlers.list({ ...ask(undefined, undefined), query: { purpose: 'announce_one' } })
  expect(items.map(({ name, position }) => [name, position])).toEqual([
    ['short_one', 1],
    ['mailferry_announce_one', 2],
  ])
})

test('only a draft can be deleted', async () => {
  const { id } = await add()
  await handlers.remove(ask({ id }, undefined))
  expect(await getTemplate(db, id)).toBeNull()
  await expect(handlers.remove(ask({ id }, undefined))).rejects.toMatchObject({ status: 404 })
  const { id: submitted } = await add()
  await handlers.submit(ask({ id: submitted }, undefined))
  await expect(handlers.remove(ask({ id: submitted }, undefined))).rejects.toMatchObject({ status: 409, code: 'not_a_draft' })
})

test('templates are filtered, and say when they were used and compared with WhatsApp', async () => {
  await add()
  const list = (query: object) => handlers.list({ ...ask(undefined, undefined), query })
  expect((await list({ purpose: 'announce_one' })).items.map(({ name }) => name)).toEqual(['mailferry_announce_one', 'short_one'])
  expect((await list({ state: 'approved' })).items).toEqual([])
  const { id } = await firstOne()
  await markUsed(db, id, now)
  await markUsed(db, id, new Date(now.getTime() + 30_000))
  const { items } = await handlers.sync(ask(undefined, undefined))
  expect(items.find(item => item.id === id)).toMatchObject({ lastUsedAt: now.toISOString(), syncedAt: now.toISOString() })
  await markUsed(db, id, new Date(now.getTime() + 61_000))
  expect((await getTemplate(db, id))?.lastUsedAt).toEqual(new Date(now.getTime() + 61_000))
})
