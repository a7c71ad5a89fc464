// Tests how staff change the product's own emails: checks, previews, tests, history, and what an upgrade changes.
import { beforeEach, expect, test } from 'vitest'
import type { EmailKind } from '../../../../core/notifications/email-kinds.ts'
import { emailKinds } from '../../../../core/notifications/email-kinds.ts'
import { languages } from '../../../../core/words/languages.ts'
import { testDatabase } from '../../../../test/database.ts'
import { saveTextVersion } from '../../../foundation/db/email-texts.ts'
import { defaultTexts, withEmailTexts } from '../../../foundation/email-texts.ts'
import { openLog } from '../../../foundation/log.ts'
import { openMailer } from '../../../foundation/mailer.ts'
import { openOutside } from '../../../foundation/outside.ts'
import { newKey } from '../../../foundation/seal.ts'
import { loadWords } from '../../../foundation/words.ts'
import { sampleEmail } from '../../../wiring/admin-email-texts.ts'
import { emailTextHandlers } from './email-texts.ts'
import { staffRequest } from './staff-request.fixture.ts'

const { db } = await testDatabase()
let now = new Date('2026-11-22T12:00:00Z')
const publicUrl = 'https://mailferry.example'
const outside = openOutside({ allow: [], loopback: true })
const mailer = openMailer({ db, master: newKey(), outside, now: () => now, from: 'hello@example.com', relay: null, log: openLog('silent') })
const handlers = emailTextHandlers({
  ...{ db, mailer, now: () => now, say: loadWords().of('admintemplates') },
  sample: (kind, words) => sampleEmail(kind, words, publicUrl, now),
})
const staff = await staffRequest(db, 'olga@example.com', now)
const params = { kind: 'recovery', language: 'en' } as const
const ask = <P, B>(given: P, body: B) => ({ ...staff, params: given, query: undefined, body })
const get = () => handlers.get(ask(params, undefined))
const save = (texts: object, version: number) => handlers.save(ask(params, { texts, version }))
/** Those of this test. */
const actions = () => db.selectFrom('activity_logs').select(['action', 'details', 'resource_id']).where('created_at', '=', now).execute()

beforeEach(async () => {
  now = new Date(now.getTime() + 60_000)
  await db.deleteFrom('email_texts').execute()
  await db.deleteFrom('outbox').execute()
})

test('every email is listed in every language, and filtered', async () => {
  const list = async (query: object) => (await handlers.list({ ...staff, params: undefined, query, body: undefined })).items
  expect(await list({})).toHaveLength(Object.keys(emailKinds).length * languages.length)
  await save({ subject: 'Pick a password' }, 0)
  expect(await list({ state: 'changed' })).toEqual([
    { kind: 'recovery', language: 'en', group: 'signIn', state: 'changed', version: 1, changedAt: now.toISOString() },
  ])
  expect((await list({ group: 'billing', language: 'es' })).every(row => row.group === 'billing' && row.language === 'es')).toBe(true)
})

test('a change is saved, logged without its text, and kept apart from what equals the default', async () => {
  const before = await get()
  const texts = Object.fromEntries(before.parts.map(({ part, text }) => [part, text]))
  const after = await save({ ...texts, subject: ' Pick a password ' }, 0)
  expect(after).toMatchObject({
    state: 'changed',
    version: 1,
    history: [{ texts: { subject: 'Pick a password' }, by: { email: 'olga@example.com' } }],
  })
  const [logged] = await actions()
  expect(logged).toMatchObject({ action: 'admin.email_text.changed', resource_id: 'recovery:en' })
  expect(logged?.details).toMatchObject({ before: null, after: { version: 1, parts: ['subject'] } })
  expect(JSON.stringify(logged)).not.toContain('Pick')
})

test('a text that is not fine is not saved, and the message says why', async () => {
  await expect(save({ action: '' }, 0)).rejects.toThrow('Button: Write something here.')
  await expect(save({ subject: '{code' }, 0)).rejects.toMatchObject({ status: 422, code: 'bad_text' })
  expect((await get()).version).toBe(0)
})

test('nobody overwrites a change that they have not seen', async () => {
  await save({ subject: 'One' }, 0)
  await expect(save({ subject: 'Two' }, 0)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect((await save({ subject: 'Two' }, 1)).version).toBe(2)
})

test('any version comes back, and so does the default', async () => {
  const original = (await get()).parts[0]?.text
  await save({ subject: 'One' }, 0)
  await save({ subject: 'Two' }, 1)
  const restored = await handlers.restore(ask(params, { version: 1 }))
  expect([restored.version, restored.parts[0]?.text]).toEqual([3, 'One'])
  const reverted = await handlers.restore(ask(params, { version: 0 }))
  expect([reverted.version, reverted.state, reverted.parts[0]?.text]).toEqual([4, 'default', original])
  await expect(handlers.restore(ask(params, { version: 99 }))).rejects.toMatchObject({ status: 404 })
})

test('a default that an upgrade has changed since is shown beside the change', async () => {
  const version = { ...params, version: 1, createdBy: staff.userId, createdAt: now }
  const defaults = { ...defaultTexts('recovery', 'en'), subject: 'An older default', text: 'Another older default' }
  await db.transaction().execute(tx => saveTextVersion(tx, { ...version, texts: { subject: 'Ours' }, defaults }))
  const detail = await get()
  expect(detail.state).toBe('outdated')
  expect(detail.parts.map(({ formerDefault }) => formerDefault).slice(0, 2)).toEqual(['An older default', null])
})

test('a stored text that is broken is shown as broken', async () => {
  const version = { ...params, version: 1, createdBy: staff.userId, createdAt: now, defaults: defaultTexts('recovery', 'en') }
  await db.transaction().execute(tx => saveTextVersion(tx, { ...version, texts: { subject: '{oops' } }))
  expect(await get()).toMatchObject({
    state: 'broken',
    problems: [{ part: 'subject', message: expect.stringContaining('Check the braces') }],
  })
})

test('a preview and a test email show the draft, and nothing is saved', async () => {
  const draft = { subject: 'Pick a password', text: 'Do it now.', action: 'Go {x' }
  const preview = await handlers.preview(ask(params, { texts: draft }))
  expect(preview.subject).toBe('Pick a password')
  expect(preview.html).toContain('Do it now.')
  expect(preview.html).toContain('Choose a new password')
  expect(preview.problems).toEqual([{ part: 'action', message: expect.stringMatching(/^Button: /) }])
  await expect(handlers.test(ask(params, { texts: draft }))).rejects.toMatchObject({ status: 422 })
  await handlers.test(ask(params, { texts: { ...draft, action: 'Go' } }))
  expect(await mailer.listNewest(5)).toMatchObject([{ to: 'olga@example.com', subject: 'Pick a password' }])
  expect(await actions()).toMatchObject([{ action: 'admin.email_text.tested', resource_id: 'recovery:en' }])
  expect((await get()).version).toBe(0)
})

test('every email has a sample in every language that shows its link and its code, whatever its text says', () => {
  for (const kind of Object.keys(emailKinds) as EmailKind[])
    for (const language of languages) {
      const texts = Object.fromEntries(Object.keys(emailKinds[kind].keys).map(part => [part, 'x']))
      const { html, text, subject } = sampleEmail(kind, withEmailTexts(loadWords(language), [{ kind, texts }]), publicUrl, now)
      expect(subject).not.toMatch(/[{}]/)
      expect(html.slice(html.indexOf('<body'))).not.toMatch(/\{\w|undefined/)
      const hasLink = emailKinds[kind].keys.action !== undefined || kind === 'shared'
      expect([kind, hasLink]).toEqual([kind, html.includes(`href="${publicUrl}/`) && text.includes(`${publicUrl}/`)])
      const hasCode = [
        'signUp',
        'magicLink',
        'recovery',
        'invite',
        'provider',
        'changeNew',
        'changeCurrent',
        'reauthenticate',
        'shared',
      ].includes(kind)
      expect([kind, hasCode]).toEqual([kind, html.includes('>123456<') && text.includes('123456')])
    }
})
