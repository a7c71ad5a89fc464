// People without a number in the payload, with another number, without read receipts, with reactions.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { errorOf, openStage, until } from '../stage.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeEach(async () => {
  stage = await openStage()
  await until(() => stage.ear.heard.length === 1)
})
afterEach(() => stage.close())

const act = (name: string, body: object = {}) => stage.sim(`phones/15550100777/${name}`, body)
const statuses = () => stage.ear.heard.flatMap(one => one.statuses)
const messages = () => stage.ear.heard.flatMap(one => one.messages)
const userId = async (wa = '15550100777') => z.object({ userId: z.string() }).parse((await stage.sim(`phones/${wa}`)).body).userId

test('who adopts a username is told by user id alone, and reached by it', async () => {
  expect((await act('username', { username: 'maya.okoro' })).body).toMatchObject({ username: 'maya.okoro' })
  await act('messages', { text: 'hidden' })
  await until(() => messages().length === 2)
  expect(messages()[1]).toEqual(expect.not.objectContaining({ from: expect.anything() }))
  expect(messages()[1]).toMatchObject({ from_user_id: await userId() })
  expect(stage.ear.heard[1]?.body).not.toContain('15550100777')
  expect(stage.ear.heard[1]?.body).toContain('"username":"maya.okoro"')
  const sent = await stage.sendText('to the id', { to: undefined, recipient: await userId() })
  expect(sent.body).toMatchObject({ contacts: [{ input: await userId(), user_id: await userId() }] })
  expect(sent.text).not.toContain('wa_id')
  await until(() => statuses().length === 2)
  expect(statuses()[1]).toMatchObject({ recipient_user_id: await userId() })
  expect(statuses()[1]).not.toHaveProperty('recipient_id')
  await act('show-number')
  await act('messages', { text: 'seen again' })
  await until(() => messages().length === 3)
  expect(messages()[2]).toMatchObject({ from: '15550100777' })
})

test('when both are given the number wins; an unknown id is refused; a one-time code needs the number', async () => {
  await stage.sim('phones', { wa: '15550100188', name: 'Ben' })
  await stage.sim('settings', { window: 'off' })
  await stage.sendText('x', { recipient: await userId('15550100188') })
  expect((await stage.received())[0]?.to).toBe('15550100777')
  expect(errorOf(await stage.sendText('x', { to: undefined, recipient: 'US.404' })).code).toBe(131009)
  const components = [
    { type: 'BODY', add_security_recommendation: true },
    { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
  ]
  await stage.approve({ category: 'AUTHENTICATION', components })
  const given = [
    { type: 'body', parameters: [{ type: 'text', text: '482913' }] },
    { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '482913' }] },
  ]
  const code = { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components: given } }
  expect(errorOf(await stage.sendText('', { ...code, to: undefined, recipient: await userId() })).code).toBe(100)
  expect((await stage.sendText('', code)).status).toBe(200)
  expect((await stage.received()).at(-1)?.text).toBe('*482913* is your verification code. For your security, do not share this code.')
})

test('a changed number is told by the old one; the old one is dead, the chat lives on', async () => {
  const before = await userId()
  expect((await act('number', { to: '15550100778' })).body).toMatchObject({ wa: '15550100778', windowEndsAt: null })
  await until(() => messages().length === 2)
  expect(messages()[1]).toMatchObject({
    from: '15550100777',
    type: 'system',
    system: { type: 'user_changed_number', wa_id: '15550100778' },
  })
  expect(await userId('15550100778')).not.toBe(before)
  await stage.sendText('to the old one')
  await until(() => statuses().some(status => status.status === 'failed'))
  expect(statuses().at(-1)).toMatchObject({ recipient_id: '15550100777', errors: [{ code: 131026 }] })
  expect(errorOf(await stage.sendText('x', { to: undefined, recipient: before })).code).toBe(131009)
  await stage.sim('phones/15550100778/messages', { text: 'it is me' })
  expect((await stage.sendText('to the new one', { to: '15550100778' })).status).toBe(200)
  expect((await stage.sim('phones/15550100778')).body).toMatchObject({
    bubbles: [{ text: 'hello' }, { type: 'system' }, { text: 'it is me' }, { text: 'to the new one' }],
  })
  await stage.sim('phones', { wa: '15550100199', name: 'Ben' })
  expect((await stage.sim('phones/15550100778/number', { to: '15550100199' })).status).toBe(409)
})

test('without read receipts the business never hears that a message was read', async () => {
  await act('receipts-off')
  await stage.sendText('x')
  await act('read')
  await until(() => statuses().length === 2)
  expect((await stage.received())[0]?.state).toBe('read')
  await act('receipts-on')
  await stage.sendText('y')
  await act('read')
  await until(() => statuses().length === 5)
  expect(
    statuses()
      .map(status => status.status)
      .filter(state => state === 'read').length,
  ).toBe(1)
})

test('a person may read by themselves after a while', async () => {
  await stage.sim('settings', { readDelayMs: '1h' })
  await stage.sendText('x')
  await until(async () => (await stage.received())[0]?.state === 'delivered')
  await stage.sim('clock', { advance: '1h1s' })
  await until(() => statuses().some(status => status.status === 'read'))
})

test('reactions go both ways, are told without delivery, and do not open the window', async () => {
  await stage.sim('clock', { advance: '23h' })
  await stage.sendText('x')
  const [message] = await stage.received()
  await act('messages', { reaction: { wamid: message?.wamid, emoji: '👍' } })
  await until(() => messages().length === 2)
  expect(messages()[1]).toMatchObject({ type: 'reaction', reaction: { message_id: message?.wamid, emoji: '👍' } })
  const [hello] = messages()
  const reaction = { type: 'reaction', text: undefined, reaction: { message_id: hello?.id, emoji: '❤️' } }
  expect((await stage.sendText('', { ...reaction, biz_opaque_callback_data: 'r' })).status).toBe(200)
  await until(() => statuses().some(status => status.biz_opaque_callback_data === 'r'))
  expect((await stage.sim('phones/15550100777')).body).toMatchObject({ bubbles: [{ reactions: ['❤️'] }, { reactions: ['👍'] }] })
  await stage.sim('clock', { advance: '2h' })
  await stage.sendText('too late', { biz_opaque_callback_data: 'late' })
  await until(() => statuses().some(status => status.status === 'failed'))
  expect(
    statuses()
      .filter(status => status.biz_opaque_callback_data === 'r')
      .map(status => status.status),
  ).toEqual(['sent'])
})

test('a message that Meta cannot hand on is told as such, and a phone offline can change nothing', async () => {
  await act('messages', { unsupported: true })
  await until(() => messages().length === 2)
  expect(messages()[1]).toMatchObject({ type: 'unsupported', errors: [{ code: 131051 }] })
  await act('offline')
  expect((await act('number', { to: '15550100778' })).status).toBe(409)
  expect((await act('username', { username: 'No Spaces' })).status).toBe(400)
})
