// Tests parsing webhook payloads in every shape that Meta sends.
import { expect, test } from 'vitest'
import { parseWebhook as read } from './parse.ts'

const number = '100000000000001'
const heardIn = (body: unknown) => read(body, { numberId: number, wabaId: '2' }, new Date('2026-01-01T00:00:00Z'))
const value = (more: object) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '15550100123', phone_number_id: number },
  ...more,
})
const payload = (...values: object[]) => ({
  object: 'whatsapp_business_account',
  entry: values.map(one => ({ id: '2', changes: [{ field: 'messages', value: one }] })),
})
const user = '018f0000-0000-7000-8000-000000000001'
const delivery = '018f0000-0000-7000-8000-000000000002'
const status = {
  id: 'wamid.A',
  status: 'delivered',
  timestamp: '1767225600',
  recipient_id: '15550100777',
  biz_opaque_callback_data: `${user}:${delivery}`,
}
const message = { from: '15550100777', from_user_id: 'US.1', id: 'wamid.B', timestamp: '1767225601', type: 'text', text: { body: 'hi' } }
const contact = { profile: { name: 'Maya' }, wa_id: '15550100777', user_id: 'US.1' }

test('a status identifies its delivery by the echo', () => {
  expect(heardIn(payload(value({ statuses: [status] }))).statuses).toEqual([
    {
      wamid: 'wamid.A',
      userId: user,
      deliveryId: delivery,
      status: 'delivered',
      at: new Date('2026-01-01T00:00:00Z'),
      error: null,
      price: null,
    },
  ])
})

test.each([undefined, '', 'campaign-7', `${user}`, `${user}:${delivery}:x`, `${user}:../../x`])(
  'an echo that is not ours (%j) identifies nothing',
  echo => {
    const [heard] = heardIn(payload(value({ statuses: [{ ...status, biz_opaque_callback_data: echo }] }))).statuses
    expect(heard).toMatchObject({ wamid: 'wamid.A', userId: null, deliveryId: null })
  },
)

test('a failure contains Meta’s code and text', () => {
  const errors = [{ code: 131026, title: 'Message undeliverable', error_data: { details: 'Message Undeliverable.' } }]
  const read = (more: object) => heardIn(payload(value({ statuses: [{ ...status, status: 'failed', ...more }] }))).statuses[0]?.error
  expect(read({ errors })).toEqual({ code: 131026, detail: 'Message Undeliverable.' })
  expect(read({ errors: [{ code: 999, title: 'New' }] })).toEqual({ code: 999, detail: 'New' })
  expect(read({})).toBeNull()
})

test('a text has its sender’s number, business-scoped id, or both', () => {
  const heard = heardIn(payload(value({ contacts: [contact], messages: [message] }))).messages[0]
  expect(heard).toEqual({
    wamid: 'wamid.B',
    waId: '15550100777',
    waUserId: 'US.1',
    kind: 'text',
    text: 'hi',
    payload: null,
    about: null,
    profileName: 'Maya',
    at: new Date('2026-01-01T00:00:01Z'),
  })
  const { from: _from, ...nameless } = message
  const hidden = { profile: { name: 'Maya', username: 'maya' }, user_id: 'US.1' }
  const byId = heardIn(payload(value({ contacts: [hidden], messages: [nameless] }))).messages[0]
  expect(byId).toMatchObject({ waId: null, waUserId: 'US.1', profileName: 'Maya' })
  const { from_user_id: _id, ...old } = message
  expect(heardIn(payload(value({ messages: [old] }))).messages[0]).toMatchObject({
    waId: '15550100777',
    waUserId: null,
    profileName: null,
  })
})

test('one user is never mistaken for another', () => {
  const other = { profile: { name: 'Somebody else' }, user_id: 'US.2' }
  const { from_user_id: _id, ...old } = message
  expect(heardIn(payload(value({ contacts: [other, contact], messages: [old] }))).messages[0]).toMatchObject({
    profileName: 'Maya',
    waUserId: 'US.1',
  })
  const { from: _from, ...anonymous } = old
  expect(heardIn(payload(value({ contacts: [other, contact], messages: [anonymous] })))).toMatchObject({
    messages: [],
    ignored: ['message:text'],
  })
  expect(heardIn(payload(value({ contacts: [other], messages: [anonymous] }))).messages[0]).toMatchObject({ waUserId: 'US.2' })
})

test('a tapped button has its payload and the message it belongs to', () => {
  const context = { from: '15550100123', id: 'wamid.ours' }
  const tapped = [
    { ...message, type: 'button', text: undefined, context, button: { payload: 'stop', text: 'End' } },
    {
      ...message,
      type: 'interactive',
      text: undefined,
      context,
      interactive: { type: 'button_reply', button_reply: { id: 'mute', title: 'Mute' } },
    },
    {
      ...message,
      type: 'interactive',
      text: undefined,
      context,
      interactive: { type: 'list_reply', list_reply: { id: 'row', title: 'Row' } },
    },
  ]
  expect(heardIn(payload(value({ messages: tapped }))).messages).toMatchObject([
    { kind: 'button', text: 'End', payload: 'stop', about: 'wamid.ours' },
    { kind: 'interactive', text: 'Mute', payload: 'mute' },
    { kind: 'interactive', text: 'Row', payload: 'row' },
  ])
})

test('new, broken or foreign items are ignored by name and hide nothing', () => {
  const heard = heardIn({
    entry: [
      { changes: [{ field: 'account_update', value: { happened: 'DISABLED' } }] },
      { id: 'another', changes: [{ field: 'account_update', value: { event: 'DISABLED_UPDATE' } }] },
      ...payload(
        value({ statuses: [{ ...status, status: 'played' }, 7, { ...status, timestamp: 'soon' }, status], errors: [{ code: 1 }] }),
        value({ messages: [{ ...message, type: 'reaction' }, { id: 'x' }, message, { ...message, type: 'hologram' }], contacts: 'none' }),
        { ...value({ statuses: [status] }), metadata: { phone_number_id: 'another' } },
        { nothing: true },
      ).entry,
    ],
  })
  expect(heard.errors).toEqual(['1'])
  expect(heard.accounts).toEqual([])
  expect(heard.statuses).toHaveLength(1)
  expect(heard.messages).toHaveLength(1)
  expect(heard.ignored).toEqual([
    'account_update',
    'another_account',
    'status:played',
    'status:unreadable',
    'status:delivered',
    'message:reaction',
    'message:unreadable',
    'message:hologram',
    'another_number',
    'messages',
  ])
})

test('events slightly ahead of our clock keep their time on each repetition; those far ahead get the current time', () => {
  const now = new Date('2026-11-22T12:00:00Z')
  const told = (aheadMs: number, heardMs = 0) => {
    const time = (now.getTime() + aheadMs) / 1000
    const changes = [{ field: 'account_update', value: { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } } }]
    const { accounts } = read(
      { entry: [{ id: 'waba', time, changes }] },
      { numberId: 'number', wabaId: 'waba' },
      new Date(now.getTime() + heardMs),
    )
    return accounts[0]?.at
  }
  expect([told(2000), told(2000, 60_000)]).toEqual(Array(2).fill(new Date('2026-11-22T12:00:02Z')))
  expect(told(3_600_000)).toEqual(now)
})

test.each([null, [], 'text', 7, {}, { entry: 'x' }, { entry: [{ changes: [{}] }] }])('%j is not a payload', body => {
  const { ignored, ...heard } = heardIn(body)
  expect(ignored).toEqual(['payload'])
  expect(Object.values(heard).flat()).toEqual([])
})

test('a message older than Meta repeats one is ignored: somebody sends a captured webhook again', () => {
  const at = (timestamp: string) => heardIn(payload(value({ contacts: [contact], messages: [{ ...message, timestamp }] })))
  const days = (count: number) => String(1767225600 - count * 86_400)
  expect(at(days(7)).messages).toHaveLength(1)
  expect(at(String(Number(days(7)) - 1))).toMatchObject({ messages: [], ignored: ['message:stale'] })
  const system = { ...{ from: '15550100777', type: 'system', timestamp: days(8) }, system: { type: 'user_changed_number' } }
  expect(heardIn(payload(value({ messages: [system] })))).toMatchObject({ moved: [], ignored: ['message:stale'] })
})
