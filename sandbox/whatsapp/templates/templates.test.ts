// Tests templates from submission to deletion: strict when submitted, strict when sent, and every change reported.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { mailTemplate, openSandbox, readError, until } from '../../sandbox.fixture.ts'
import { wabaId } from '../credentials.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeEach(async () => {
  sandbox = await openSandbox({ pairRate: false, throughput: null })
})
afterEach(() => sandbox.close())

const draft = { name: 'new_mail', language: 'en', category: 'UTILITY', ...mailTemplate }
const listPath = `${wabaId}/message_templates`
const submit = (change: object = {}) => sandbox.api('POST', listPath, { ...draft, ...change })
const bodyOnly = (text: string, example?: object) => ({ components: [{ type: 'BODY', text, ...(example && { example }) }] })
const bodyParameters = (...texts: string[]) => ({ type: 'body', parameters: texts.map(text => ({ type: 'text', text })) })
const send = (components: object[] = [bodyParameters('Ann')], change: object = {}) =>
  sandbox.sendText('', {
    type: 'template',
    text: undefined,
    template: { name: 'new_mail', language: { code: 'en' }, components, ...change },
  })
const StatusUpdate = z.looseObject({ event: z.string(), message_template_name: z.string() })
const reported = (field: string) =>
  sandbox.webhooks.received.flatMap(one => {
    const { entry } = z
      .object({ entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.looseObject({}) })) })) })
      .parse(JSON.parse(one.body))
    return entry
      .flatMap(part => part.changes)
      .filter(change => change.field === field)
      .map(change => change.value)
  })
const events = () => reported('message_template_status_update').map(value => StatusUpdate.parse(value).event)

test('a template is pending until its review has passed, and then reported as approved', async () => {
  await sandbox.sim('settings', { templateReviewMs: '1h' })
  const submitted = await submit()
  expect(submitted.body).toEqual({ id: expect.stringMatching(/^\d{16}$/), status: 'PENDING', category: 'UTILITY' })
  expect(readError(await send()).code).toBe(132001)
  await sandbox.sim('clock', { advance: '1h' })
  expect((await send()).status).toBe(200)
  await until(() => events().length === 1)
  expect(reported('message_template_status_update')[0]).toMatchObject({
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
  ['a body of 1025 characters', bodyOnly('x'.repeat(1025)), 100],
  ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }, 100],
  ['a variable at the end', bodyOnly('You have mail from {{1}}', { body_text: [['Ann']] }), 100],
  ['variables without examples', bodyOnly('You have mail from {{1}} today.'), 100],
  ['one example for two variables', bodyOnly('You have mail from {{1}} about {{2}} today.', { body_text: [['Ann']] }), 100],
  ['a skipped variable number', bodyOnly('You have mail from {{2}} today.', { body_text: [['Ann']] }), 100],
  ['mostly variables', bodyOnly('Mail {{1}} {{2}} now.', { body_text: [['a', 'b']] }), 100],
  ['a variable in the footer', { components: [...mailTemplate.components.slice(0, 1), { type: 'FOOTER', text: 'For {{1}} only' }] }, 100],
  [
    'a button of 26 characters',
    { components: [...mailTemplate.components.slice(0, 1), { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'x'.repeat(26) }] }] },
    100,
  ],
  ['a lifetime of ten seconds', { message_send_ttl_seconds: 10 }, 100],
])('%s is refused when it is submitted', async (_, change, code) => {
  const answer = await submit(change)
  expect([answer.status, readError(answer).code]).toEqual([400, code])
})

test('a name exists once in each language, and is deleted in all languages', async () => {
  expect((await submit()).status).toBe(200)
  expect((await submit()).body).toMatchObject({ error: { error_subcode: 2388024, error_user_msg: expect.any(String) } })
  expect((await submit({ language: 'de' })).status).toBe(200)
  expect((await sandbox.api('DELETE', `${listPath}?name=new_mail`)).body).toEqual({ success: true })
  expect((await sandbox.api('GET', listPath)).body).toEqual({ data: [] })
  expect((await sandbox.api('DELETE', `${listPath}?name=new_mail`)).status).toBe(400)
})

test('the list is paged and returns the requested fields', async () => {
  for (const name of ['a', 'b', 'c']) await submit({ name })
  const first = await sandbox.api('GET', `${listPath}?limit=2&fields=name,status,rejected_reason`)
  const { data, paging } = first.body as { data: object[]; paging: { cursors: { after: string }; next?: string } }
  expect(data).toEqual([
    { name: 'a', status: 'PENDING', rejected_reason: 'NONE', id: expect.any(String) },
    { name: 'b', status: 'PENDING', rejected_reason: 'NONE', id: expect.any(String) },
  ])
  const rest = await sandbox.api('GET', `${listPath}?limit=2&fields=name&after=${paging.cursors.after}`)
  expect(rest.body).toMatchObject({ data: [{ name: 'c' }] })
  expect((await fetch(paging.next ?? '', { headers: { authorization: 'Bearer sandbox-token' } })).status).toBe(200)
  expect(rest.text).not.toContain('"next"')
  expect(readError(await sandbox.api('GET', `${listPath}?fields=mood`)).code).toBe(100)
})

test.each([
  ['another language', [bodyParameters('Ann')], { language: { code: 'en_US' } }, 132001],
  ['no parameter', [], {}, 132000],
  ['two parameters', [bodyParameters('Ann', 'Bo')], {}, 132000],
  ['a named parameter', [{ type: 'body', parameters: [{ type: 'text', text: 'Ann', parameter_name: 'from' }] }], {}, 132012],
  [
    'a header that the template does not have',
    [bodyParameters('Ann'), { type: 'header', parameters: [{ type: 'text', text: 'x' }] }],
    {},
    132000,
  ],
  ['a tab', [bodyParameters('Ann\tLee')], {}, 132018],
  ['a text that becomes too long', [bodyParameters('x'.repeat(1000))], {}, 132005],
  [
    'a third button',
    [bodyParameters('Ann'), { type: 'button', sub_type: 'quick_reply', index: '2', parameters: [{ type: 'payload', payload: 'x' }] }],
    {},
    132018,
  ],
  [
    'a link for a quick reply',
    [bodyParameters('Ann'), { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'x' }] }],
    {},
    132018,
  ],
])('%s is refused when it is sent', async (_, components, change, code) => {
  await sandbox.approve(mailTemplate)
  const answer = await send(components, change)
  expect(readError(answer).code).toBe(code)
  expect((await sandbox.received()).length).toBe(0)
})

test('named parameters replace the variables with their names', async () => {
  const example = {
    body_text_named_params: [
      { param_name: 'sender', example: 'Ann' },
      { param_name: 'subject', example: 'Hi' },
    ],
  }
  const components = [{ type: 'BODY', text: 'You have new mail from {{sender}}: {{subject}} is waiting.', example }]
  await sandbox.approve({ components, parameter_format: 'named' })
  const parameters = [
    { type: 'text', text: 'Rent', parameter_name: 'subject' },
    { type: 'text', text: 'Palm Court', parameter_name: 'sender' },
  ]
  expect((await send([{ type: 'body', parameters }])).status).toBe(200)
  expect(await sandbox.received()).toMatchObject([{ text: 'You have new mail from Palm Court: Rent is waiting.' }])
  expect(readError(await send([{ type: 'body', parameters: parameters.map(one => ({ ...one, parameter_name: 'subject' })) }])).code).toBe(
    132012,
  )
})

test('a quick reply returns the payload that was sent, or its text', async () => {
  await sandbox.approve(mailTemplate)
  const button = { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'show:7' }] }
  expect((await send([bodyParameters('Ann'), button])).status).toBe(200)
  const [message] = await sandbox.received()
  for (const id of ['show:7', 'Pause 24 h'])
    expect((await sandbox.sim('phones/15550100777/messages', { tap: { wamid: message?.wamid, id } })).status).toBe(201)
  const taps = () => sandbox.webhooks.received.flatMap(one => one.messages).filter(one => one.type === 'button')
  await until(() => taps().length === 2)
  expect(taps()[0]).toMatchObject({
    button: { payload: 'show:7', text: 'Show email' },
    context: { id: message?.wamid, from: '15550100123' },
  })
  expect(taps()[1]).toMatchObject({ button: { payload: 'Pause 24 h', text: 'Pause 24 h' } })
})

test('bad quality pauses for 3 hours, then for 6, then disables', async () => {
  await sandbox.approve(mailTemplate)
  await sandbox.sim('templates/new_mail/pause', {})
  expect(readError(await send()).code).toBe(132015)
  await sandbox.sim('clock', { advance: '2h59m' })
  expect((await send()).status).toBe(400)
  await sandbox.sim('clock', { advance: '2m' })
  expect((await send()).status).toBe(200)
  await sandbox.sim('templates/new_mail/pause', {})
  await sandbox.sim('clock', { advance: '5h' })
  expect((await send()).status).toBe(400)
  await sandbox.sim('clock', { advance: '61m' })
  expect((await send()).status).toBe(200)
  await sandbox.sim('templates/new_mail/pause', {})
  expect(readError(await send()).code).toBe(132016)
  await until(() => events().length === 6)
  expect(events()).toEqual(['APPROVED', 'PAUSED', 'APPROVED', 'PAUSED', 'APPROVED', 'DISABLED'])
})

test('a rejected template has a reason, and an edit submits it for review again', async () => {
  const id = await sandbox.approve(mailTemplate)
  await sandbox.sim(`templates/${id}/reject`, { reason: 'PROMOTIONAL' })
  expect((await sandbox.api('GET', `${id}?fields=status,rejected_reason`)).body).toMatchObject({
    status: 'REJECTED',
    rejected_reason: 'PROMOTIONAL',
  })
  await sandbox.sim('settings', { templateReviewMs: '1h' })
  expect((await sandbox.api('POST', id, { components: mailTemplate.components })).body).toEqual({ success: true })
  expect((await sandbox.api('POST', id, { components: mailTemplate.components })).status).toBe(400)
  await sandbox.sim('clock', { advance: '1h' })
  expect((await send()).status).toBe(200)
})

test('a template moved to marketing is reported, billed as such, and not sent to people who opted out', async () => {
  await sandbox.approve(mailTemplate)
  await sandbox.sim('templates/new_mail/recategorise', { category: 'MARKETING' })
  await until(() => reported('template_category_update').length === 1)
  expect(reported('template_category_update')[0]).toMatchObject({
    previous_category: 'UTILITY',
    new_category: 'MARKETING',
    message_template_name: 'new_mail',
  })
  await send()
  await until(async () => (await sandbox.received())[0]?.state === 'delivered')
  expect((await sandbox.sim('costs')).body).toMatchObject({ billed: { marketing: 1 } })
  await sandbox.sim('phones/15550100777/stop-marketing', {})
  await until(() => reported('user_preferences').length === 1)
  await send()
  await until(() => sandbox.webhooks.received.flatMap(one => one.statuses).some(status => status.status === 'failed'))
  expect(sandbox.webhooks.received.flatMap(one => one.statuses).find(status => status.status === 'failed')).toMatchObject({
    errors: [{ code: 131050 }],
  })
})

test('reports lower the quality until the template pauses', async () => {
  await sandbox.approve(mailTemplate)
  for (let count = 0; count < 3; count += 1) {
    await send()
    await sandbox.sim('phones/15550100777/report', {})
    await sandbox.sim('phones/15550100777/unblock', {})
  }
  await until(() => events().includes('PAUSED'))
  expect(reported('message_template_quality_update').map(value => value['new_quality_score'])).toEqual(['YELLOW', 'RED'])
})

test('a template message may be held back for quality and released later', async () => {
  await sandbox.approve(mailTemplate)
  await sandbox.sim('faults', { match: { type: 'template' }, action: { kind: 'hold-for-quality', ms: '1h' } })
  expect((await send()).body).toMatchObject({ messages: [{ message_status: 'held_for_quality_assessment' }] })
  await sandbox.sim('clock', { advance: '59m' })
  expect((await sandbox.received())[0]?.state).toBe('accepted')
  await sandbox.sim('clock', { advance: '1m' })
  await until(async () => (await sandbox.received())[0]?.state === 'delivered')
})
