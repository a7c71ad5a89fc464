// Templates from submission to the end: strict when they are submitted, strict when they are sent, and told at each turn.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { errorOf, mailTemplate, openStage, until } from '../../stage.ts'
import { wabaId } from '../credentials.ts'

let stage: Awaited<ReturnType<typeof openStage>>
beforeEach(async () => {
  stage = await openStage({ pairRate: false, throughput: null })
})
afterEach(() => stage.close())

const draft = { name: 'new_mail', language: 'en', category: 'UTILITY', ...mailTemplate }
const list = `${wabaId}/message_templates`
const submit = (more: object = {}) => stage.api('POST', list, { ...draft, ...more })
const body = (text: string, example?: object) => ({ components: [{ type: 'BODY', text, ...(example && { example }) }] })
const given = (...texts: string[]) => ({ type: 'body', parameters: texts.map(text => ({ type: 'text', text })) })
const send = (components: object[] = [given('Ann')], more: object = {}) =>
  stage.sendText('', { type: 'template', text: undefined, template: { name: 'new_mail', language: { code: 'en' }, components, ...more } })
const Told = z.looseObject({ event: z.string(), message_template_name: z.string() })
const told = (field: string) =>
  stage.ear.heard.flatMap(one => {
    const { entry } = z
      .object({ entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.looseObject({}) })) })) })
      .parse(JSON.parse(one.body))
    return entry
      .flatMap(part => part.changes)
      .filter(change => change.field === field)
      .map(change => change.value)
  })
const events = () => told('message_template_status_update').map(value => Told.parse(value).event)

test('a template is pending until its review has passed, and then told as approved', async () => {
  await stage.sim('settings', { templateReviewMs: '1h' })
  const submitted = await submit()
  expect(submitted.body).toEqual({ id: expect.stringMatching(/^\d{16}$/), status: 'PENDING', category: 'UTILITY' })
  expect(errorOf(await send()).code).toBe(132001)
  await stage.sim('clock', { advance: '1h' })
  expect((await send()).status).toBe(200)
  await until(() => events().length === 1)
  expect(told('message_template_status_update')[0]).toMatchObject({
    event: 'APPROVED',
    message_template_id: Number((submitted.body as { id: string }).id),
    message_template_name: 'new_mail',
    message_template_language: 'en',
    reason: 'NONE',
  })
})

test.each([
  ['a name with capitals', { name: 'NewMail' }, 131009],
  ['an unknown category', { category: 'NEWS' }, 131009],
  ['an unknown field', { colour: 'red' }, 100],
  ['no language', { language: undefined }, 100],
  ['a body of 1025 letters', body('x'.repeat(1025)), 100],
  ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }, 100],
  ['a variable at the end', body('You have mail from {{1}}', { body_text: [['Ann']] }), 100],
  ['variables without examples', body('You have mail from {{1}} today.'), 100],
  ['one example for two variables', body('You have mail from {{1}} about {{2}} today.', { body_text: [['Ann']] }), 100],
  ['a variable that is left out', body('You have mail from {{2}} today.', { body_text: [['Ann']] }), 100],
  ['mostly variables', body('Mail {{1}} {{2}} now.', { body_text: [['a', 'b']] }), 100],
  ['a variable in the footer', { components: [...mailTemplate.components.slice(0, 1), { type: 'FOOTER', text: 'For {{1}} only' }] }, 100],
  [
    'a button of 26 letters',
    { components: [...mailTemplate.components.slice(0, 1), { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'x'.repeat(26) }] }] },
    100,
  ],
  ['a lifetime of ten seconds', { message_send_ttl_seconds: 10 }, 100],
])('%s is refused when it is submitted', async (_, more, code) => {
  const answer = await submit(more)
  expect([answer.status, errorOf(answer).code]).toEqual([400, code])
})

test('a name stands once in a language, and goes with all its languages', async () => {
  expect((await submit()).status).toBe(200)
  expect((await submit()).body).toMatchObject({ error: { error_subcode: 2388024, error_user_msg: expect.any(String) } })
  expect((await submit({ language: 'de' })).status).toBe(200)
  expect((await stage.api('DELETE', `${list}?name=new_mail`)).body).toEqual({ success: true })
  expect((await stage.api('GET', list)).body).toEqual({ data: [] })
  expect((await stage.api('DELETE', `${list}?name=new_mail`)).status).toBe(400)
})

test('the list is paged and gives what it is asked for', async () => {
  for (const name of ['a', 'b', 'c']) await submit({ name })
  const first = await stage.api('GET', `${list}?limit=2&fields=name,status,rejected_reason`)
  const { data, paging } = first.body as { data: object[]; paging: { cursors: { after: string }; next?: string } }
  expect(data).toEqual([
    { name: 'a', status: 'PENDING', rejected_reason: 'NONE', id: expect.any(String) },
    { name: 'b', status: 'PENDING', rejected_reason: 'NONE', id: expect.any(String) },
  ])
  const rest = await stage.api('GET', `${list}?limit=2&fields=name&after=${paging.cursors.after}`)
  expect(rest.body).toMatchObject({ data: [{ name: 'c' }] })
  expect((await fetch(paging.next ?? '', { headers: { authorization: 'Bearer sandbox-token' } })).status).toBe(200)
  expect(rest.text).not.toContain('"next"')
  expect(errorOf(await stage.api('GET', `${list}?fields=mood`)).code).toBe(100)
})

test.each([
  ['another language', [given('Ann')], { language: { code: 'en_US' } }, 132001],
  ['no parameter', [], {}, 132000],
  ['two parameters', [given('Ann', 'Bo')], {}, 132000],
  ['a named parameter', [{ type: 'body', parameters: [{ type: 'text', text: 'Ann', parameter_name: 'from' }] }], {}, 132012],
  ['a header that it has not', [given('Ann'), { type: 'header', parameters: [{ type: 'text', text: 'x' }] }], {}, 132000],
  ['a tab', [given('Ann\tLee')], {}, 132018],
  ['a text that grows too long', [given('x'.repeat(1000))], {}, 132005],
  [
    'a third button',
    [given('Ann'), { type: 'button', sub_type: 'quick_reply', index: '2', parameters: [{ type: 'payload', payload: 'x' }] }],
    {},
    132018,
  ],
  [
    'a link for a quick reply',
    [given('Ann'), { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'x' }] }],
    {},
    132018,
  ],
])('%s is refused when it is sent', async (_, components, more, code) => {
  await stage.approve(mailTemplate)
  const answer = await send(components, more)
  expect(errorOf(answer).code).toBe(code)
  expect((await stage.received()).length).toBe(0)
})

test('named parameters fill the places of their names, a picture the header', async () => {
  const example = {
    body_text_named_params: [
      { param_name: 'sender', example: 'Ann' },
      { param_name: 'subject', example: 'Hi' },
    ],
  }
  const components = [{ type: 'BODY', text: 'You have new mail from {{sender}}: {{subject}} is waiting.', example }]
  await stage.approve({ components, parameter_format: 'named' })
  const parameters = [
    { type: 'text', text: 'Rent', parameter_name: 'subject' },
    { type: 'text', text: 'Palm Court', parameter_name: 'sender' },
  ]
  expect((await send([{ type: 'body', parameters }])).status).toBe(200)
  expect(await stage.received()).toMatchObject([{ text: 'You have new mail from Palm Court: Rent is waiting.' }])
  expect(errorOf(await send([{ type: 'body', parameters: parameters.map(one => ({ ...one, parameter_name: 'subject' })) }])).code).toBe(
    132012,
  )
})

test('a quick reply comes back with the payload that was sent, or else its own words', async () => {
  await stage.approve(mailTemplate)
  const button = { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'show:7' }] }
  expect((await send([given('Ann'), button])).status).toBe(200)
  const [message] = await stage.received()
  for (const id of ['show:7', 'Pause 24 h'])
    expect((await stage.sim('phones/15550100777/messages', { tap: { wamid: message?.wamid, id } })).status).toBe(201)
  const taps = () => stage.ear.heard.flatMap(one => one.messages).filter(one => one.type === 'button')
  await until(() => taps().length === 2)
  expect(taps()[0]).toMatchObject({
    button: { payload: 'show:7', text: 'Show e-mail' },
    context: { id: message?.wamid, from: '15550100123' },
  })
  expect(taps()[1]).toMatchObject({ button: { payload: 'Pause 24 h', text: 'Pause 24 h' } })
})

test('bad quality pauses for 3 hours, then for 6, then disables', async () => {
  await stage.approve(mailTemplate)
  await stage.sim('templates/new_mail/pause', {})
  expect(errorOf(await send()).code).toBe(132015)
  await stage.sim('clock', { advance: '2h59m' })
  expect((await send()).status).toBe(400)
  await stage.sim('clock', { advance: '2m' })
  expect((await send()).status).toBe(200)
  await stage.sim('templates/new_mail/pause', {})
  await stage.sim('clock', { advance: '5h' })
  expect((await send()).status).toBe(400)
  await stage.sim('clock', { advance: '61m' })
  expect((await send()).status).toBe(200)
  await stage.sim('templates/new_mail/pause', {})
  expect(errorOf(await send()).code).toBe(132016)
  await until(() => events().length === 6)
  expect(events()).toEqual(['APPROVED', 'PAUSED', 'APPROVED', 'PAUSED', 'APPROVED', 'DISABLED'])
})

test('a rejected template says why, and an edit brings it to review again', async () => {
  const id = await stage.approve(mailTemplate)
  await stage.sim(`templates/${id}/reject`, { reason: 'PROMOTIONAL' })
  expect((await stage.api('GET', `${id}?fields=status,rejected_reason`)).body).toMatchObject({
    status: 'REJECTED',
    rejected_reason: 'PROMOTIONAL',
  })
  await stage.sim('settings', { templateReviewMs: '1h' })
  expect((await stage.api('POST', id, { components: mailTemplate.components })).body).toEqual({ success: true })
  expect((await stage.api('POST', id, { components: mailTemplate.components })).status).toBe(400)
  await stage.sim('clock', { advance: '1h' })
  expect((await send()).status).toBe(200)
})

test('a template that moves to marketing is told, billed as such, and kept from who wants none', async () => {
  await stage.approve(mailTemplate)
  await stage.sim('templates/new_mail/recategorise', { category: 'MARKETING' })
  await until(() => told('template_category_update').length === 1)
  expect(told('template_category_update')[0]).toMatchObject({
    previous_category: 'UTILITY',
    new_category: 'MARKETING',
    message_template_name: 'new_mail',
  })
  await send()
  await until(async () => (await stage.received())[0]?.state === 'delivered')
  expect((await stage.sim('costs')).body).toMatchObject({ billed: { marketing: 1 } })
  await stage.sim('phones/15550100777/stop-marketing', {})
  await until(() => told('user_preferences').length === 1)
  await send()
  await until(() => stage.ear.heard.flatMap(one => one.statuses).some(status => status.status === 'failed'))
  expect(stage.ear.heard.flatMap(one => one.statuses).find(status => status.status === 'failed')).toMatchObject({
    errors: [{ code: 131050 }],
  })
})

test('reports lower the quality until the template pauses', async () => {
  await stage.approve(mailTemplate)
  for (let count = 0; count < 3; count += 1) {
    await send()
    await stage.sim('phones/15550100777/report', {})
    await stage.sim('phones/15550100777/unblock', {})
  }
  await until(() => events().includes('PAUSED'))
  expect(told('message_template_quality_update').map(value => value['new_quality_score'])).toEqual(['YELLOW', 'RED'])
})

test('a template may be held back for its quality, and goes later', async () => {
  await stage.approve(mailTemplate)
  await stage.sim('faults', { match: { type: 'template' }, action: { kind: 'hold-for-quality', ms: '1h' } })
  expect((await send()).body).toMatchObject({ messages: [{ message_status: 'held_for_quality_assessment' }] })
  await stage.sim('clock', { advance: '59m' })
  expect((await stage.received())[0]?.state).toBe('accepted')
  await stage.sim('clock', { advance: '1m' })
  await until(async () => (await stage.received())[0]?.state === 'delivered')
})
