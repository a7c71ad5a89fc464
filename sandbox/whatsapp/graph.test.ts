// The messages endpoint over real HTTP: what it takes, what it refuses and how.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, mailTemplate, openStage } from '../stage.ts'
import { accessToken, phoneNumberId } from './credentials.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage({ pairRate: false })
  await stage.approve({ ...mailTemplate, language: 'en_US' })
})
afterAll(() => stage.close())

const base = { messaging_product: 'whatsapp', to: '15550100777' }
const buttons = (titles: string[]) => ({
  ...base,
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: 'Hi' },
    action: { buttons: titles.map((title, id) => ({ type: 'reply', reply: { id: `b${id}`, title } })) },
  },
})
const template = (text: string) => ({
  ...base,
  type: 'template',
  template: { name: 'new_mail', language: { code: 'en_US' }, components: [{ type: 'body', parameters: [{ type: 'text', text }] }] },
})
const linkTo = (url: string) => ({
  ...base,
  type: 'interactive',
  interactive: { type: 'cta_url', body: { text: 'Hi' }, action: { name: 'cta_url', parameters: { display_text: 'Open', url } } },
})

test('a text is accepted with its wamid and lies on the phone', async () => {
  const answer = await stage.sendText('Grüße ✓', { biz_opaque_callback_data: 'delivery-1' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ messaging_product: 'whatsapp', contacts: [{ input: '15550100777', wa_id: '15550100777' }] })
  const found = (await stage.received()).find(one => one.biz_opaque_callback_data === 'delivery-1')
  expect(answer.body).toMatchObject({ messages: [{ id: found?.wamid }] })
  expect(found).toMatchObject({ to: '15550100777', text: 'Grüße ✓', type: 'text' })
})

test.each([
  ['an unknown field', { ...base, type: 'text', text: { body: 'x' }, colour: 'red' }, 100],
  ['an unknown field deeper down', { ...base, type: 'text', text: { body: 'x', colour: 'red' } }, 100],
  ['4097 letters', { ...base, type: 'text', text: { body: 'x'.repeat(4097) } }, 100],
  ['an empty text', { ...base, type: 'text', text: { body: '' } }, 131009],
  ['no recipient', { messaging_product: 'whatsapp', type: 'text', text: { body: 'x' } }, 100],
  ['no text', { ...base, type: 'text' }, 100],
  ['no body in the text', { ...base, type: 'text', text: {} }, 131008],
  ['a number that is none', { ...base, to: 'maya', type: 'text', text: { body: 'x' } }, 131009],
  ['an unknown type', { ...base, type: 'fax', fax: {} }, 131051],
  ['a user id that is none', { messaging_product: 'whatsapp', recipient: 'maya', type: 'text', text: { body: 'x' } }, 131009],
  ['an unknown reaction', { ...base, type: 'reaction', reaction: { message_id: 'wamid.none', emoji: '👍' } }, 131009],
  ['six contacts', { ...base, type: 'contacts', contacts: Array.from({ length: 6 }, () => ({ name: { formatted_name: 'Ann' } })) }, 100],
  ['a picture by id and by link', { ...base, type: 'image', image: { id: '1', link: 'https://example.com/a.png' } }, 100],
  ['a picture that was never uploaded', { ...base, type: 'image', image: { id: '1' } }, 100],
  ['a caption on a voice', { ...base, type: 'audio', audio: { id: '1', caption: 'x' } }, 100],
  ['a category without Direct Send', { ...base, type: 'text', text: { body: 'x' }, category: 'utility' }, 100],
  ['the business writing to itself', { ...base, to: '15550100123', type: 'text', text: { body: 'x' } }, 131021],
  ['callback data of 513 letters', { ...base, type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
  ['four buttons', buttons(['a', 'b', 'c', 'd']), 100],
  ['a button title of 21 letters', buttons(['x'.repeat(21)]), 100],
  ['two buttons of one title', buttons(['a', 'a']), 131009],
  ['a link to an IP address', linkTo('https://192.0.2.1/x'), 131009],
  ['a line break in a template parameter', template('one\ntwo'), 132018],
  ['five spaces in a template parameter', template('one     two'), 132018],
  ['an empty template parameter', template(''), 132018],
])('%s is refused', async (_name, body, code) => {
  const before = (await stage.received()).length
  const answer = await stage.graph(body)
  expect(answer.status).toBe(400)
  expect(errorOf(answer).code).toBe(code)
  expect((await stage.received()).length).toBe(before)
})

test('a refusal has the shape of the Graph API and names the parameter', async () => {
  const answer = await stage.graph({ ...base, type: 'text', text: { body: 'x'.repeat(4097) } })
  expect(answer.body).toMatchObject({
    error: {
      message: "(#100) Param text['body'] must be at most 4096 characters long.",
      type: 'OAuthException',
      code: 100,
      fbtrace_id: expect.any(String),
    },
  })
})

test('4096 letters, three buttons, a link and a template pass', async () => {
  const bodies = [
    { ...base, type: 'text', text: { body: 'x'.repeat(4096) } },
    buttons(['a', 'b', 'c']),
    linkTo('https://example.com/x'),
    template('Invoice 42'),
  ]
  for (const body of bodies) expect((await stage.graph(body)).status).toBe(200)
})

test('a body that is not JSON is refused in the same shape', async () => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const answer = await fetch(`${stage.url}/v26.0/${phoneNumberId}/messages`, { method: 'POST', headers, body: '{"messaging' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 100 } })
})

test('a missing, wrong or revoked token answers 190 with 401', async () => {
  const path = `v26.0/${phoneNumberId}`
  for (const headers of [{}, { authorization: 'Bearer other' }]) {
    const answer = await stage.call(path, undefined, headers)
    expect([answer.status, errorOf(answer).code]).toEqual([401, 190])
  }
  await stage.sim('tokens/revoke', {})
  const revoked = await stage.sendText('x')
  await stage.sim('tokens/restore', {})
  expect([revoked.status, errorOf(revoked).code]).toEqual([401, 190])
  expect((await stage.sendText('x')).status).toBe(200)
})

test('the number tells what it is asked and nothing that it has not', async () => {
  const headers = { authorization: `Bearer ${accessToken}` }
  const known = await stage.call(`v26.0/${phoneNumberId}?fields=display_phone_number,quality_rating`, undefined, headers)
  expect(known.body).toEqual({ display_phone_number: '+15550100123', quality_rating: 'GREEN', id: phoneNumberId })
  expect(errorOf(await stage.call(`v26.0/${phoneNumberId}?fields=mood`, undefined, headers)).code).toBe(100)
  expect((await stage.call('v26.0/999', undefined, headers)).body).toMatchObject({ error: { code: 100, error_subcode: 33 } })
})

test('marking as read turns the person’s ticks blue', async () => {
  const written = await stage.sim('phones/15550100777/messages', { text: 'Are you there?' })
  const { wamid } = written.body as { wamid: string }
  const mark = { messaging_product: 'whatsapp', status: 'read', message_id: wamid, typing_indicator: { type: 'text' } }
  expect((await stage.graph(mark)).body).toEqual({ success: true })
  const chat = (await stage.sim('phones/15550100777')).body
  expect(chat).toMatchObject({ isTyping: true, bubbles: expect.arrayContaining([expect.objectContaining({ wamid, ticks: 'read' })]) })
  expect(errorOf(await stage.graph({ ...mark, message_id: 'wamid.none' })).code).toBe(131009)
})
