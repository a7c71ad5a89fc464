// Tests onboarding on the entire product: its steps, and test messages through the real pipeline.
import { expect, test } from 'vitest'
import * as filters from '../../core/api/filters.ts'
import * as ledger from '../../core/api/ledger.ts'
import * as mail from '../../core/api/mail.ts'
import * as api from '../../core/api/onboarding.ts'
import * as settings from '../../core/api/settings.ts'
import { buildTemplateFilter, readyMadeFilters } from '../../core/filters/templates/templates.ts'
import { testDatabase } from '../../test/database.ts'
import { linkPhone, type Person, runProduct, signUp, textsOn, untilMessageState } from '../../test/running.ts'

const { url } = await testDatabase()
const product = await runProduct(url)

const stepsOf = async (person: Person) => (await person.ask(api.getOnboardingApi, 'GET', '/api/onboarding')).done
const testMail = (person: Person) => person.try('POST', '/api/test-mails')
const nothing = { mailbox: false, phone: false, filter: false, delivered: false }

function addTemplate(person: Person, id: string, senders: string[] = []) {
  const template = readyMadeFilters.find(one => one.id === id)
  const filled = template && buildTemplateFilter(template, senders)
  return person.ask(filters.addFilterApi, 'POST', '/api/filters', { name: id, ...filled })
}

test('each step is done when its row exists, and the last when a test message reaches the phone', async () => {
  const anna = await signUp(product, 'anna')
  expect(await stepsOf(anna)).toEqual(nothing)
  expect(await testMail(anna)).toMatchObject({ status: 409, body: { code: 'no_address' } })
  const { address } = await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  expect(await anna.ask(api.getOnboardingApi, 'GET', '/api/onboarding')).toEqual({
    ...{ done: { ...nothing, mailbox: true }, address, dismissed: false },
  })
  expect(await testMail(anna)).toMatchObject({ status: 409, body: { code: 'no_phone' } })
  await linkPhone(product, anna, '15550103001')
  expect(await stepsOf(anna)).toEqual({ ...nothing, mailbox: true, phone: true })
  expect(await testMail(anna)).toMatchObject({ status: 409, body: { code: 'no_filter' } })
  await addTemplate(anna, 'parcels')
  expect(await stepsOf(anna)).toEqual({ mailbox: true, phone: true, filter: true, delivered: false })
  const { messageId } = await anna.ask(api.sendTestMailApi, 'POST', '/api/test-mails')
  const message = await untilMessageState(anna, 'Test: your parcel is out for delivery', 'forwarded')
  expect(message).toMatchObject({ id: messageId, mailboxAddress: address, filterName: 'parcels' })
  expect((await textsOn(product, '15550103001')).join()).toContain('This is only a test.')
  expect((await stepsOf(anna)).delivered).toBe(true)
  await anna.ask(settings.changeSettingsApi, 'PATCH', '/api/settings', { onboardingDismissed: true })
  expect((await anna.ask(api.getOnboardingApi, 'GET', '/api/onboarding')).dismissed).toBe(true)
})

test('every filter template gets a matching test message; the seventh in an hour is refused', async () => {
  const ben = await signUp(product, 'ben')
  await ben.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, ben, '15550103002')
  const fits = async (id: string, senders?: string[]) => {
    const { id: filterId } = await addTemplate(ben, id, senders)
    const answer = await testMail(ben)
    const subject = answer.status === 201 ? await subjectOf(ben, api.sendTestMailApi.answer.parse(answer.body).messageId) : answer.body
    await ben.ask(filters.removeFilterApi, 'DELETE', `/api/filters/${filterId}`)
    return subject
  }
  expect(await fits('family', ['ada@example.com'])).toMatchObject({ code: 'no_filter_fits' })
  expect(await fits('family', ['Ada'])).toBe('Your first email with Mailferry')
  expect(await fits('codes')).toContain('verification code')
  expect(await fits('bank')).toContain('card payment')
  expect(await fits('invoices')).toContain('invoice')
  expect(await fits('on_call')).toContain('critical alert')
  const condition = { field: 'subject', operator: 'contains', values: ['Liegeplatz für heute'] }
  const actions = [{ kind: 'forward', destinationIds: [] }]
  await ben.ask(filters.addFilterApi, 'POST', '/api/filters', { name: 'Harbour', condition, actions })
  const { messageId } = await ben.ask(api.sendTestMailApi, 'POST', '/api/test-mails')
  expect(await subjectOf(ben, messageId)).toBe('Test: Liegeplatz für heute')
  expect(await testMail(ben)).toMatchObject({ status: 429, body: { message: expect.stringContaining('minutes') } })
})

const subjectOf = async (person: Person, id: string) => (await person.ask(ledger.getMessageApi, 'GET', `/api/messages/${id}`)).subject

test('a paused address accepts no test message', async () => {
  const cleo = await signUp(product, 'cleo')
  const mailbox = await cleo.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, cleo, '15550103003')
  await addTemplate(cleo, 'codes')
  await cleo.ask(mail.changeMailboxApi, 'PATCH', `/api/mailboxes/${mailbox.id}`, { paused: true })
  expect(await testMail(cleo)).toMatchObject({ status: 409, body: { code: 'mailbox_paused' } })
})
