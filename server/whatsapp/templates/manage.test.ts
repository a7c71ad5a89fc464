// Tests template management on PostgreSQL and the stand-in: seeded, submitted, updated, listed, refused.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWhatsApp } from '../../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../../test/database.ts'
import { openOutside } from '../../foundation/outside.ts'
import { loadWords } from '../../foundation/words.ts'
import { openGraph } from '../client.ts'
import {
  applyTemplateUpdate,
  markRefused,
  seedTemplates,
  submitTemplate,
  syncTemplates,
  type TemplateDeps,
  toTemplateDraft,
} from './manage.ts'
import { changeTemplate, listTemplates } from './owners.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, templateReview: 'hold' })
afterAll(() => sandbox.stop())
const options = { graphVersion: 'v26.0', numberId: '100000000000001', wabaId: '200000000000001', timeoutMs: 2000 }
const outside = openOutside({ allow: [], loopback: true })
const graphAt = (graphUrl: string, accessToken = 'sandbox-token') => openGraph({ outside, graphUrl, accessToken, ...options })

let now = new Date('2026-03-01T12:00:00Z')
let usable = 0
const deps: TemplateDeps = {
  db,
  graph: graphAt(sandbox.url),
  t: loadWords('en').of('whatsapp'),
  now: () => now,
  onUsable: async () => void usable++,
}
const act = (name: string, deed: string) =>
  fetch(`${sandbox.url}/_sim/templates/${name}/${deed}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
const one = async () => {
  const found = (await listTemplates(db)).find(template => template.purpose === 'announce_one')
  if (!found) throw new Error('There is no template.')
  return found
}
const tell = (event: string, at: Date, metaId = '') =>
  db.transaction().execute(async tx => {
    const { name, language } = await one()
    await applyTemplateUpdate(deps, tx, { metaId, name, language, at, change: { kind: 'status', event, reason: null, pause: null } })
  })
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

beforeEach(async () => {
  await fetch(`${sandbox.url}/_sim/reset`, { method: 'POST' })
  await db.deleteFrom('message_templates').execute()
  await seedTemplates(deps, 'en')
  now = later(3600)
  usable = 0
})

test('our templates are added once, and an operator’s changes stay', async () => {
  const { id, components } = await one()
  await db.transaction().execute(tx => changeTemplate(tx, id, { components: [...components, { type: 'FOOTER', text: 'Bye' }] }, now))
  await seedTemplates(deps, 'en')
  expect((await listTemplates(db)).map(({ name, state }) => [name, state])).toEqual([
    ['mailferry_announce_many', 'draft'],
    ['mailferry_announce_one', 'draft'],
    ['mailferry_sign_in_code', 'draft'],
  ])
  expect((await one()).components).toHaveLength(4)
})

test('a template is submitted, reviewed, approved, and found in Meta’s list', async () => {
  const { id, name } = await one()
  expect(await submitTemplate(deps, id)).toEqual({ kind: 'submitted' })
  expect(await submitTemplate(deps, id)).toEqual({ kind: 'waiting', state: 'pending' })
  await act(name, 'approve')
  expect(await syncTemplates(deps)).toBeNull()
  expect(await one()).toMatchObject({ state: 'approved', category: 'UTILITY', metaId: expect.any(String) })
  expect(usable).toBe(1)
  const { updatedAt } = await one()
  now = later(60)
  await syncTemplates(deps)
  expect((await one()).updatedAt).toEqual(updatedAt)
  expect(usable).toBe(1)
})

test('a rejected text is corrected and submitted again under the same id', async () => {
  const { id, name } = await one()
  await submitTemplate(deps, id)
  await act(name, 'reject')
  await syncTemplates(deps)
  const { metaId, state, reason, ...rest } = await one()
  expect([state, reason]).toEqual(['rejected', expect.any(String)])
  expect(toTemplateDraft({ metaId, state, reason, ...rest })?.body).toContain('{{from}}')
  expect(await submitTemplate(deps, id)).toEqual({ kind: 'submitted' })
  expect(await one()).toMatchObject({ state: 'pending', metaId, reason: null })
})

test('a template that Meta no longer lists is a draft again', async () => {
  const { id } = await one()
  await submitTemplate(deps, id)
  await fetch(`${sandbox.url}/_sim/reset`, { method: 'POST' })
  await syncTemplates(deps)
  expect(await one()).toMatchObject({ state: 'draft', metaId: null })
})

test('repeated or late updates change nothing', async () => {
  await tell('APPROVED', later(1))
  expect((await one()).state).toBe('approved')
  await tell('PAUSED', later(60))
  await tell('APPROVED', later(1))
  expect((await one()).state).toBe('paused')
  await tell('APPROVED', later(61))
  await tell('PAUSED', later(20))
  expect((await one()).state).toBe('approved')
  expect(usable).toBe(2)
})

test('updates about an unknown template, or one in another language, are ignored', async () => {
  const before = await listTemplates(db)
  const change = { kind: 'status' as const, event: 'APPROVED', reason: null, pause: null }
  await db.transaction().execute(async tx => {
    await applyTemplateUpdate(deps, tx, { metaId: '9', name: 'hello_world', language: 'en', at: later(5), change })
    await applyTemplateUpdate(deps, tx, { metaId: '9', name: 'mailferry_announce_one', language: 'fi', at: later(5), change })
  })
  expect(await listTemplates(db)).toEqual(before)
})

test('a refusal marks its template, and Meta’s list corrects the mark', async () => {
  const { id, name } = await one()
  await submitTemplate(deps, id)
  await act(name, 'approve')
  await syncTemplates(deps)
  await markRefused(deps, id, 132001, 'Template name does not exist in the translation')
  expect(await one()).toMatchObject({ state: 'pending', reason: expect.stringContaining('does not exist') })
  await syncTemplates(deps)
  expect(await one()).toMatchObject({ state: 'approved', reason: null })
})

test('a submission that Meta refuses or does not receive leaves the draft unchanged', async () => {
  const { id } = await one()
  expect(await submitTemplate({ ...deps, graph: graphAt(sandbox.url, 'wrong') }, id)).toMatchObject({ kind: 'graph', code: 190 })
  expect(await submitTemplate({ ...deps, graph: graphAt('http://127.0.0.1:1') }, id)).toMatchObject({ kind: 'transport' })
  expect(await syncTemplates({ ...deps, graph: graphAt('http://127.0.0.1:1') })).toMatchObject({ kind: 'transport' })
  expect(await submitTemplate(deps, '018f0000-0000-7000-8000-000000000009')).toEqual({ kind: 'unknown' })
  expect(await one()).toMatchObject({ state: 'draft', metaId: null })
})
