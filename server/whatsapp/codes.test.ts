// Tests sign-in codes by WhatsApp, on PostgreSQL and the stand-in: from the template's seed to the phone, and failures.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectTo } from '../../sandbox/sandbox.fixture.ts'
import { startWhatsApp } from '../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../test/database.ts'
import { openOutside } from '../foundation/outside.ts'
import { loadWords } from '../foundation/words.ts'
import { openGraph } from './client.ts'
import { sendCode } from './codes.ts'
import { markRefused, seedTemplates, submitTemplate, syncTemplates, type TemplateDeps } from './templates/manage.ts'
import { listTemplates, markUsed } from './templates/owners.ts'

const { db } = await testDatabase()
const standIn = await startWhatsApp({ port: 0, webhookUrl: null, templateReview: 'hold' })
afterAll(() => standIn.stop())
const sandbox = connectTo(standIn.url)
const outside = openOutside({ allow: [], loopback: true })
const ids = { graphVersion: 'v26.0', accessToken: 'sandbox-token', numberId: '100000000000001', wabaId: '200000000000001' }
const graph = openGraph({ outside, graphUrl: standIn.url, timeoutMs: 1000, ...ids })
const now = () => new Date()
const deps: TemplateDeps = { db, graph, t: loadWords('en').of('whatsapp'), now, onUsable: async () => undefined }
const phone = '15550108001'

const ours = async () => {
  const found = (await listTemplates(db)).find(one => one.purpose === 'sign_in_code')
  if (!found) throw new Error('There is no template for codes.')
  return found
}
async function send(code = '482913') {
  const templates = await listTemplates(db)
  const onRefused = (template: { id: string }, number: number, detail: string) => markRefused(deps, template.id, number, detail)
  return sendCode(
    { graph, templates, language: 'en', now: now(), onRefused, onUsed: async ({ id }) => markUsed(db, id, now()) },
    phone,
    code,
  )
}
const fault = (action: object) => sandbox.sim('faults', { action })

beforeEach(async () => {
  await sandbox.sim('reset', {})
  await sandbox.sim('phones', { wa: phone, name: 'Ada' })
  await db.deleteFrom('message_templates').execute()
  await seedTemplates(deps, 'en')
})

async function approve(): Promise<void> {
  await submitTemplate(deps, (await ours()).id)
  await sandbox.sim('templates/mailferry_sign_in_code/approve', {})
  await syncTemplates(deps)
}

test('the template is submitted unchanged, and sends a code to a phone that never wrote', async () => {
  expect(await send()).toEqual({ kind: 'unavailable', reason: 'no_template' })
  await approve()
  // Listed with Meta's own text, and with a URL button for the copy button, it is still the template for codes.
  expect(await ours()).toMatchObject({
    state: 'approved',
    category: 'AUTHENTICATION',
    components: [{ text: expect.stringContaining('{{1}}') }, {}, {}],
  })
  expect(await send()).toEqual({ kind: 'sent', wamid: expect.stringMatching(/^wamid\./) })
  expect(await sandbox.received()).toMatchObject([
    { to: phone, text: '*482913* is your verification code. For your security, do not share this code.' },
  ])
})

test('a rejected template is submitted again with our text, not as Meta lists it', async () => {
  await approve()
  await sandbox.sim('templates/mailferry_sign_in_code/reject', {})
  await syncTemplates(deps)
  expect(await submitTemplate(deps, (await ours()).id)).toEqual({ kind: 'submitted' })
  expect((await ours()).state).toBe('pending')
})

test.each<[string, object, object]>([
  ['a number without WhatsApp', { kind: 'error', code: 131026 }, { kind: 'unreachable', reason: 'undeliverable' }],
  ['a quota', { kind: 'error', code: 80007 }, { kind: 'unavailable', reason: 'call_quota' }],
  ['a lost token', { kind: 'error', code: 190 }, { kind: 'unavailable', reason: 'token_expired' }],
  ['a response that never arrives', { kind: 'hang' }, { kind: 'unknown' }],
])('%s is recognized', async (_name, action, outcome) => {
  await approve()
  await fault(action)
  expect(await send()).toMatchObject(outcome)
})

test('a template that Meta paused is marked, and no code is sent', async () => {
  await approve()
  await sandbox.sim('templates/mailferry_sign_in_code/pause', {})
  expect(await send()).toEqual({ kind: 'unavailable', reason: 'no_template' })
  expect((await ours()).state).toBe('paused')
})
