// Tests people with a hidden number, a new number, or no read receipts, and people who react.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { openSandbox, readError, until } from '../sandbox.fixture.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox()
  await until(() => sandbox.webhooks.received.length === 1)
})
afterEach(() => sandbox.close())

const post = (name: string, body: object = {}) => sandbox.sim(`phones/15550100777/${name}`, body)
const statuses = () => sandbox.webhooks.received.flatMap(one => one.statuses)
const messages = () => sandbox.webhooks.received.flatMap(one => one.messages)
const userId = async (wa = '15550100777') => z.object({ userId: z.string() }).parse((await sandbox.sim(`phones/${wa}`)).body).userId

test('a person with a username is identified and reached by user id only', async () => {
  expect((await post('username', { username: 'maya.okoro' })).body).toMatchObject({ username: 'maya.okoro' })
  await post('messages', { text: 'hidden' })
  await until(() => messages().length === 2)
  expect(messages()[1]).toEqual(expect.not.objectContaining({ from: expect.anything() }))
  expect(messages()[1]).toMatchObject({ from_user_id: await userId() })
  expect(sandbox.webhooks.received[1]?.body).not.toContain('15550100777')
  expect(sandbox.webhooks.received[1]?.body).toContain('"username":"maya.okoro"')
  const sent = await sandbox.sendText('to the id', { to: undefined, recipient: await userId() })
  expect(sent.body).toMatchObject({ contacts: [{ input: await userId(), user_id: await userId() }] })
  expect(sent.text).not.toContain('wa_id')
  await until(() => statuses().length === 2)
  expect(statuses()[1]).toMatchObject({ recipient_user_id: await userId() })
  expect(statuses()[1]).not.toHaveProperty('recipient_id')
  await post('show-number')
  await post('messages', { text: 'seen again' })
  await until(() => messages().length === 3)
  expect(messages()[2]).toMatchObject({ from: '15550100777' })
})

test('the number takes precedence over a user id; an unknown id is refused; a one-time code needs the number', async () => {
  await sandbox.sim('phones', { wa: '15550100188', name: 'Ben' })
  await sandbox.sim('settings', { window: 'off' })
  await sandbox.sendText('x', { recipient: await userId('15550100188') })
  expect((await sandbox.received())[0]?.to).toBe('15550100777')
  expect(readError(await sandbox.sendText('x', { to: undefined, recipient: 'US.404' })).code).toBe(131009)
  const components = [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ]
  await sandbox.approve({ category: 'AUTHENTICATION', components })
  const parameters = [
    { type: 'body', parameters: [{ type: 'text', text: '482913' }] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '482913' }] },
  ]
  const message = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components: parameters } }
  expect(readError(await sandbox.sendText('', { ...message, to: undefined, recipient: await userId() })).code).toBe(100)
  expect((await sandbox.sendText('', message)).status).toBe(200)
  expect((await sandbox.received()).at(-1)?.text).toBe('*482913* is your verification code. For your security, do not share this code.')
})

test('a changed number is reported for the old one, which stops working; the chat lives on', async () => {
  const oldId = await userId()
  expect((await post('number', { to: '15550100778' })).body).toMatchObject({ wa: '15550100778', windowEndsAt: null })
  await until(() => messages().length === 2)
  expect(messages()[1]).toMatchObject({
    from: '15550100777',
    type: 'system',
    system: { type: 'user_changed_number', wa_id: '15550100778' },
  })
  expect(await userId('15550100778')).not.toBe(oldId)
  await sandbox.sendText('to the old one')
  await until(() => statuses().some(status => status.status === 'failed'))
  expect(statuses().at(-1)).toMatchObject({ recipient_id: '15550100777', errors: [{ code: 131026 }] })
  expect(readError(await sandbox.sendText('x', { to: undefined, recipient: oldId })).code).toBe(131009)
  await sandbox.sim('phones/15550100778/messages', { text: 'it is me' })
  expect((await sandbox.sendText('to the new one', { to: '15550100778' })).status).toBe(200)
  expect((await sandbox.sim('phones/15550100778')).body).toMatchObject({
    bubbles: [{ text: 'hello' }, { type: 'system' }, { text: 'it is me' }, { text: 'to the new one' }],
  })
  await sandbox.sim('phones', { wa: '15550100199', name: 'Ben' })
  expect((await sandbox.sim('phones/15550100778/number', { to: '15550100199' })).status).toBe(409)
})

test('without read receipts the business never learns that a message was read', async () => {
  await post('receipts-off')
  await sandbox.sendText('x')
  await post('read')
  await until(() => statuses().length === 2)
  expect((await sandbox.received())[0]?.state).toBe('read')
  await post('receipts-on')
  await sandbox.sendText('y')
  await post('read')
  await until(() => statuses().length === 5)
  expect(
    statuses()
      .map(status => status.status)
      .filter(state => state === 'read').length,
  ).toBe(1)
})

test('a person may read messages automatically after a delay', async () => {
  await sandbox.sim('settings', { readDelayMs: '1h' })
  await sandbox.sendText('x')
  await until(async () => (await sandbox.received())[0]?.state === 'delivered')
  await sandbox.sim('clock', { advance: '1h1s' })
  await until(() => statuses().some(status => status.status === 'read'))
})

test('reactions work both ways, have no delivered status, and do not open the window', async () => {
  await sandbox.sim('clock', { advance: '23h' })
  await sandbox.sendText('x')
  const [message] = await sandbox.received()
  await post('messages', { reaction: { wamid: message?.wamid, emoji: '👍' } })
  await until(() => messages().length === 2)
  expect(messages()[1]).toMatchObject({ type: 'reaction', reaction: { message_id: message?.wamid, emoji: '👍' } })
  const [hello] = messages()
  const reaction = { type: 'reaction', text: undefined, reaction: { message_id: hello?.id, emoji: '❤️' } }
  expect((await sandbox.sendText('', { ...reaction, biz_opaque_callback_data: 'r' })).status).toBe(200)
  await until(() => statuses().some(status => status.biz_opaque_callback_data === 'r'))
  expect((await sandbox.sim('phones/15550100777')).body).toMatchObject({ bubbles: [{ reactions: ['❤️'] }, { reactions: ['👍'] }] })
  await sandbox.sim('clock', { advance: '2h' })
  await sandbox.sendText('too late', { biz_opaque_callback_data: 'late' })
  await until(() => statuses().some(status => status.status === 'failed'))
  expect(
    statuses()
      .filter(status => status.biz_opaque_callback_data === 'r')
      .map(status => status.status),
  ).toEqual(['sent'])
})

test('an unsupported message is reported as such, and an offline phone can change nothing', async () => {
  await post('messages', { unsupported: true })
  await until(() => messages().length === 2)
  expect(messages()[1]).toMatchObject({ type: 'unsupported', errors: [{ code: 131051 }] })
  await post('offline')
  expect((await post('number', { to: '15550100778' })).status).toBe(409)
  expect((await post('username', { username: 'No Spaces' })).status).toBe(400)
})
