// Tests WhatsApp through the full product: templates, operators, closed windows, and hidden or reassigned numbers.
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import * as delivery from '../core/api/delivery.ts'
import * as mail from '../core/api/mail.ts'
import * as api from '../core/api/templates.ts'
import { languages } from '../core/words/languages.ts'
import { testDatabase } from './database.ts'
import { addFilter, linkPhone, type Person, phoneWrites, runProduct, sendMail, signUp, textsOn, untilMessageState } from './running.ts'
import { signUpStaff } from './staff.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url, { ANNOUNCE_PATIENCE_MS: '100' })
const path = '/api/admin/templates'
const Messages = z.object({ messages: z.array(z.looseObject({ wamid: z.string(), type: z.string() })) })
let admin: Person

beforeAll(async () => {
  await product.sandbox.sim('settings', { templateReviewMs: 50 })
  admin = await signUpStaff(product, db, 'admin', 'admin')
})

const ours = ['mailferry_announce_many', 'mailferry_announce_one', 'mailferry_sign_in_code']
const list = async () => (await admin.ask(api.listTemplatesApi, 'GET', path)).items
const draft = {
  purpose: 'announce_one' as const,
  name: 'mailferry_short',
  language: 'en',
  body: 'New mail has come from {{from}}. It is about {{subject}}, and the button below brings it here.',
  footer: null,
  show: 'Bring it',
  pause: 'Not today',
}

test('the stand-in approves the templates that the server submits at startup', async () => {
  await expect
    .poll(async () => (await list()).map(one => [one.name, one.language, one.state, one.isUsable]))
    .toEqual(ours.flatMap(name => languages.map(language => [name, language, 'approved', true])))
  const one = (await list()).find(template => template.name === 'mailferry_announce_one' && template.language === 'en')
  expect(one?.preview).toBe('You have a new email.\nFrom: Ann Example\nSubject: Invoice 42\nTap the button below and it comes here.')
  expect((await list()).flatMap(template => template.problems)).toEqual([])
})

test('the words of the template of codes are WhatsApp’s own', async () => {
  const code = (await list()).find(one => one.purpose === 'sign_in_code')
  expect(code).toMatchObject({ category: 'AUTHENTICATION', body: expect.stringContaining('is your verification code'), show: 'Copy code' })
  expect(await admin.try('PATCH', `${path}/${code?.id}`, { body: 'My own words about a code.' })).toMatchObject({
    status: 409,
    body: { code: 'decided' },
  })
})

test('a draft is previewed, saved, corrected, submitted and approved; then its wording is fixed', async () => {
  const preview = await admin.ask(api.previewTemplateApi, 'POST', `${path}/previews`, draft)
  expect(preview).toEqual({
    preview: 'New mail has come from Ann Example. It is about Invoice 42, and the button below brings it here.',
    footer: null,
    buttons: ['Bring it', 'Not today'],
    problems: [],
    samples: { from: 'Ann Example', subject: 'Invoice 42' },
  })
  const added = await admin.ask(api.addTemplateApi, 'POST', path, draft)
  expect(added).toMatchObject({ state: 'draft', isUsable: false, position: languages.length + 1 })
  const broken = await admin.try('PATCH', `${path}/${added.id}`, { body: '{{from}} wrote' })
  expect(broken).toMatchObject({
    status: 422,
    body: { code: 'bad_template', message: expect.stringContaining('Begin and end the text with words') },
  })
  const changed = await admin.ask(api.changeTemplateApi, 'PATCH', `${path}/${added.id}`, { show: 'Show it', position: 1 })
  expect(changed).toMatchObject({ show: 'Show it', pause: 'Not today', position: 1 })
  expect((await admin.try('POST', `${path}/${added.id}/submissions`)).body).toMatchObject({ state: 'pending' })
  expect(await admin.try('PATCH', `${path}/${added.id}`, { show: 'Now' })).toMatchObject({ status: 409 })
  await expect.poll(async () => (await list()).find(one => one.id === added.id)?.state).toBe('approved')
  const decided = await admin.try('PATCH', `${path}/${added.id}`, { show: 'Now' })
  expect(decided).toMatchObject({ status: 409, body: { message: expect.stringContaining('under a new name') } })
  expect((await admin.ask(api.syncTemplatesApi, 'POST', `${path}/syncs`)).items).toHaveLength(ours.length * languages.length + 1)
  await admin.ask(api.changeTemplateApi, 'PATCH', `${path}/${added.id}`, { position: 9 })
})

test('invalid requests are refused with a sentence', async () => {
  expect(await admin.try('POST', path, { ...draft, name: 'mailferry_announce_one' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken' },
  })
  expect(await admin.try('POST', path, { ...draft, name: 'Big Name', body: '{{heads}}' })).toMatchObject({ status: 422 })
  const nowhere = `${path}/018f0000-0000-7000-8000-000000000009`
  expect(await admin.try('POST', `${nowhere}/submissions`)).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining('list') },
  })
  expect(await admin.try('PATCH', nowhere, { position: 1 })).toMatchObject({ status: 404 })
})

test('a person with a closed window gets an announcement, and the email after a tap', async () => {
  const phone = '15550102077'
  const ann = await signUp(product, 'ann')
  await linkPhone(product, ann, phone)
  await addFilter(ann, 'Invoice')
  const mailbox = await ann.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await product.pass('25h')
  await sendMail(product, mailbox.address, { subject: 'Invoice 42', text: 'All of the invoice.' })
  await expect.poll(() => textsOn(product, phone)).toContainEqual(expect.stringContaining('Subject: Invoice 42'))
  expect((await textsOn(product, phone)).some(text => text.includes('All of the invoice'))).toBe(false)
  const { items } = await ann.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')
  expect(items[0]?.windowOpenUntil).toBeNull()
  const { messages } = Messages.parse((await product.sandbox.sim(`messages?to=${phone}`)).body)
  const template = messages.find(one => one.type === 'template')
  const [id] = /show:[\da-f-]{36}/.exec(JSON.stringify(template)) ?? []
  const wamid = template?.wamid
  await product.sandbox.sim(`phones/${phone}/messages`, { tap: { wamid, id } })
  await expect.poll(() => textsOn(product, phone)).toContainEqual(expect.stringContaining('All of the invoice.'))
  await untilMessageState(ann, 'Invoice 42', 'forwarded')
})

test('email reaches people who hide their number by their user id', async () => {
  const phone = '15550102078'
  const bea = await signUp(product, 'bea')
  await linkPhone(product, bea, phone)
  await product.sandbox.sim(`phones/${phone}/username`, { username: 'bea.example' })
  await phoneWrites(product, phone, 'hello')
  await addFilter(bea, 'Hidden')
  const mailbox = await bea.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, mailbox.address, { subject: 'Hidden away' })
  await untilMessageState(bea, 'Hidden away', 'forwarded')
  expect(await textsOn(product, phone)).toContainEqual(expect.stringContaining('Hidden away'))
})

test('a number that changed its owner gets nothing until it is linked again', async () => {
  const phone = '15550102079'
  const cleo = await signUp(product, 'cleo')
  await linkPhone(product, cleo, phone)
  await addFilter(cleo, 'Secret')
  const mailbox = await cleo.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await product.sandbox.sim(`phones/${phone}/number`, { to: '15550102080' })
  const destination = async () => (await cleo.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')).items[0]
  await expect.poll(async () => (await destination())?.state).toBe('pending')
  expect((await destination())?.phone).toBeNull()
  await sendMail(product, mailbox.address, { subject: 'Secret plan' })
  await untilMessageState(cleo, 'Secret plan', 'suppressed')
  for (const number of [phone, '15550102080'])
    expect((await textsOn(product, number)).some(text => text.includes('Secret plan'))).toBe(false)
})
