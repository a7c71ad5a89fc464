// Tests the messages endpoint over real HTTP: what it accepts, what it refuses, and how.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTemplate, openSandbox, readError } from '../sandbox.fixture.ts'
import { accessToken, phoneNumberId } from './credentials.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  sandbox = await openSandbox({ pairRate: false })
  await sandbox.approve({ ...mailTemplate, language: 'en_US' })
})
afterAll(() => sandbox.close())

const baseMessage = { messaging_product: 'whatsapp', to: '15550100777' }
const buttons = (titles: string[]) => ({
  ...baseMessage,
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: 'Hi' },
    action: { buttons: titles.map((title, id) => ({ type: 'reply', reply: { id: `b${id}`, title } })) },
  },
})
const template = (text: string) => ({
  ...baseMessage,
  type: 'template',
  template: { name: 'new_mail', language: { code: 'en_US' }, components: [{ type: 'body', parameters: [{ type: 'text', text }] }] },
})
const linkTo = (url: string) => ({
  ...baseMessage,
  type: 'interactive',
  interactive: { type: 'cta_url', body: { text: 'Hi' }, action: { name: 'cta_url', parameters: { display_text: 'Open', url } } },
})

test('a text is accepted with its wamid and is on the phone', async () => {
  const answer = await sandbox.sendText('Grüße ✓', { biz_opaque_callback_data: 'delivery-1' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ messaging_product: 'whatsapp', contacts: [{ input: '15550100777', wa_id: '15550100777' }] })
  const stored = (await sandbox.received()).find(one => one.biz_opaque_callback_data === 'delivery-1')
  expect(answer.body).toMatchObject({ messages: [{ id: stored?.wamid }] })
  expect(stored).toMatchObject({ to: '15550100777', text: 'Grüße ✓', type: 'text' })
})

test.each([
  ['an unknown field', { ...baseMessage, type: 'text', text: { body: 'x' }, colour: 'red' }, 100],
  ['an unknown field deeper down', { ...baseMessage, type: 'text', text: { body: 'x', colour: 'red' } }, 100],
  ['4097 characters', { ...baseMessage, type: 'text', text: { body: 'x'.repeat(4097) } }, 100],
  ['an empty text', { ...baseMessage, type: 'text', text: { body: '' } }, 131009],
  ['no recipient', { messaging_product: 'whatsapp', type: 'text', text: { body: 'x' } }, 100],
  ['no text', { ...baseMessage, type: 'text' }, 100],
  ['no body in the text', { ...baseMessage, type: 'text', text: {} }, 131008],
  ['an invalid number', { ...baseMessage, to: 'maya', type: 'text', text: { body: 'x' } }, 131009],
  ['an unknown type', { ...baseMessage, type: 'fax', fax: {} }, 131051],
  ['an invalid user id', { messaging_product: 'whatsapp', recipient: 'maya', type: 'text', text: { body: 'x' } }, 131009],
  ['an unknown reaction', { ...baseMessage, type: 'reaction', reaction: { message_id: 'wamid.none', emoji: '👍' } }, 131009],
  [
    'six contacts',
    { ...baseMessage, type: 'contacts', contacts: Array.from({ length: 6 }, () => ({ name: { formatted_name: 'Ann' } })) },
    100,
  ],
  ['a picture by id and by link', { ...baseMessage, type: 'image', image: { id: '1', link: 'https://example.com/a.png' } }, 100],
  ['a picture that was never uploaded', { ...baseMessage, type: 'image', image: { id: '1' } }, 100],
  ['a caption on a voice message', { ...baseMessage, type: 'audio', audio: { id: '1', caption: 'x' } }, 100],
  ['a category without Direct Send', { ...baseMessage, type: 'text', text: { body: 'x' }, category: 'utility' }, 100],
  ['the business writing to itself', { ...baseMessage, to: '15550100123', type: 'text', text: { body: 'x' } }, 131021],
  [
    'callback data of 513 characters',
    { ...baseMessage, type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) },
    100,
  ],
  ['four buttons', buttons(['a', 'b', 'c', 'd']), 100],
  ['a button title of 21 characters', buttons(['x'.repeat(21)]), 100],
  ['two buttons with the same title', buttons(['a', 'a']), 131009],
  ['a link to an IP address', linkTo('https://192.0.2.1/x'), 131009],
  ['a line break in a template parameter', template('one\ntwo'), 132018],
  ['five spaces in a template parameter', template('one     two'), 132018],
  ['an empty template parameter', template(''), 132018],
])('%s is refused', async (_name, body, code) => {
  const before = (await sandbox.received()).length
  const answer = await sandbox.graph(body)
  expect(answer.status).toBe(400)
  expect(readError(answer).code).toBe(code)
  expect((await sandbox.received()).length).toBe(before)
})

test('a refusal has the shape of the Graph API and names the parameter', async () => {
  const answer = await sandbox.graph({ ...baseMessage, type: 'text', text: { body: 'x'.repeat(4097) } })
  expect(answer.body).toMatchObject({
    error: {
      message: "(#100) Param text['body'] must be at most 4096 characters long.",
      type: 'OAuthException',
      code: 100,
      fbtrace_id: expect.any(String),
    },
  })
})

test('4096 characters, three buttons, a link and a template are accepted', async () => {
  const bodies = [
    { ...baseMessage, type: 'text', text: { body: 'x'.repeat(4096) } },
    buttons(['a', 'b', 'c']),
    linkTo('https://example.com/x'),
    template('Invoice 42'),
  ]
  for (const body of bodies) expect((await sandbox.graph(body)).status).toBe(200)
})

test('a body that is not JSON is refused in the same shape', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${sandbox.url}/v26.0/${phoneNumberId}/messages`, { method: 'POST', headers, body: '{"messaging' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 100 } })
})

test('a missing, wrong or revoked token results in 401 and code 190', async () => {
  const path = `v26.0/${phoneNumberId}`
  for (const headers of [{}, { authorization: 'Bearer other' }]) {
    const answer = await sandbox.call(path, undefined, headers)
    expect([answer.status, readError(answer).code]).toEqual([401, 190])
  }
  await sandbox.sim('tokens/revoke', {})
  const revoked = await sandbox.sendText('x')
  await sandbox.sim('tokens/restore', {})
  expect([revoked.status, readError(revoked).code]).toEqual([401, 190])
  expect((await sandbox.sendText('x')).status).toBe(200)
})

test('the number returns requested fields and refuses unknown ones', async () => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const fields = await sandbox.call(`v26.0/${phoneNumberId}?fields=display_phone_number,quality_rating`, undefined, headers)
  expect(fields.body).toEqual({ display_phone_number: '+15550100123', quality_rating: 'GREEN', id: phoneNumberId })
  expect(readError(await sandbox.call(`v26.0/${phoneNumberId}?fields=mood`, undefined, headers)).code).toBe(100)
  expect((await sandbox.call('v26.0/999', undefined, headers)).body).toMatchObject({ error: { code: 100, error_subcode: 33 } })
})

test('marking as read turns the person’s ticks blue', async () => {
  const written = await sandbox.sim('phones/15550100777/messages', { text: 'Are you there?' })
  const { wamid } = written.body as { wamid: string }
  const readMark = { messaging_product: 'whatsapp', status: 'read', message_id: wamid, typing_indicator: { type: 'text' } }
  expect((await sandbox.graph(readMark)).body).toEqual({ success: true })
  const chat = (await sandbox.sim('phones/15550100777')).body
  expect(chat).toMatchObject({ isTyping: true, bubbles: expect.arrayContaining([expect.objectContaining({ wamid, ticks: 'read' })]) })
  expect(readError(await sandbox.graph({ ...readMark, message_id: 'wamid.none' })).code).toBe(131009)
})
