// Tests that the stand-in accepts what the connector sends and sends the same shapes, by a golden file; no code is shared.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { openSandbox, until } from '../sandbox.fixture.ts'

const Json = z.record(z.string(), z.unknown())
const answer = z.object({ status: z.number(), body: Json })
const refused = z.object({ name: z.string(), body: Json, code: z.number() })
const call = z.object({ name: z.string(), method: z.string(), path: z.string(), body: z.optional(Json), form: z.optional(Json), answer })
const golden = z
  .object({
    ids: z.record(z.string(), z.string()),
    calls: z.array(call),
    directSend: z.array(call),
    refusedMessages: z.array(refused),
    refusedTemplates: z.array(refused),
    errors: z.array(z.object({ name: z.string(), status: z.number(), body: z.object({ error: Json }), code: z.number() })),
    webhooks: z.array(z.object({ name: z.string(), payload: Json })),
  })
  .parse(JSON.parse(readFileSync(new URL('../../test/whatsapp/golden.json', import.meta.url), 'utf8')))

const wa = golden.ids['waId'] ?? ''
let sandbox: Awaited<ReturnType<typeof openSandbox>>
/** The placeholders of the golden file with the ids in this stand-in. */
const ids = new Map<string, string>()
const userId = async () => z.object({ userId: z.string() }).parse((await sandbox.sim(`phones/${wa}`)).body).userId
const setId = (name: string, id: string) => ids.set(golden.ids[name] ?? name, id)

beforeAll(async () => {
  sandbox = await openSandbox({ pairRate: false, throughput: 500, templateReview: 'hold' })
  setId('userId', await userId())
  const { wamid } = z.object({ wamid: z.string() }).parse((await sandbox.sim(`phones/${wa}/messages`, { text: 'hello' })).body)
  setId('inbound', wamid)
  for (const entry of golden.calls.filter(each => each.name.startsWith('template creation'))) {
    const made = await send(entry)
    const { id } = z.object({ id: z.string() }).parse(made.body)
    await sandbox.sim(`templates/${id}/approve`, {})
    setId(String(entry.answer.body['id']), id)
    compare(entry, made)
  }
  const upload = golden.calls.find(entry => entry.form)
  if (upload) setId('media', z.object({ id: z.string() }).parse((await send(upload)).body).id)
})
afterAll(() => sandbox.close())

test.each(golden.directSend)('“$name” is accepted only from an account with access', async entry => {
  expect((await send(entry)).status).toBe(400)
  await sandbox.sim('settings', { directSend: 'on' })
  compare(entry, await send(entry))
  await sandbox.sim('settings', { directSend: 'off' })
})

test.each(golden.refusedMessages)('refused: $name', async ({ name, body, code }) => {
  if (name.startsWith('direct send')) await sandbox.sim('settings', { directSend: 'on' })
  expectCode(await sandbox.api('POST', `${golden.ids['numberId']}/messages`, expand(body)), code)
  await sandbox.sim('settings', { directSend: 'off' })
})

test.each(golden.refusedTemplates)('refused: $name', async ({ body, code }) => {
  expectCode(await sandbox.api('POST', `${golden.ids['wabaId']}/message_templates`, expand(body)), code)
})

// The last calls delete the templates and the file.
test.each(golden.calls.filter(entry => !entry.name.startsWith('template creation')))(
  'the call “$name” is accepted with the same response',
  async entry => {
    compare(entry, await send(entry))
  },
)

test.each(golden.errors)('the error “$name” has the same parts', async ({ status, body, code }) => {
  await sandbox.sim('faults', { action: { kind: 'error', code, details: 'x' } })
  const response = code === 100 && body.error['error_subcode'] === 33 ? await sandbox.api('GET', '999') : await sandbox.sendText('x')
  await sandbox.call('_sim/faults', undefined, {})
  await fetch(`${sandbox.url}/_sim/faults`, { method: 'DELETE' })
  expect(response.status).toBe(status)
  const { error } = z.object({ error: Json }).parse(response.body)
  expect(Object.keys(error)).toEqual(expect.arrayContaining(Object.keys(body.error).filter(key => key !== 'error_data')))
  expect([error['code'], error['type'] !== '']).toEqual([code, true])
})

/** How each webhook of the golden file is triggered here; `a` is a business message on the phone. */
const writeAsPerson = (words: object) => sandbox.sim(`phones/${wa}/messages`, words)
const file = (type: string, query: string) =>
  fetch(`${sandbox.url}/_sim/phones/${wa}/files?${query}`, { method: 'POST', headers: { 'content-type': type }, body: 'bytes' })
const template = (action: string, body: object = {}) => sandbox.sim(`templates/for_webhooks/${action}`, body)
const sent = (more: object = {}) => sandbox.sendText('x', { biz_opaque_callback_data: 'u:d', ...more })
const triggers: Record<string, (a: string) => Promise<unknown>> = {
  'status sent': () => sent(),
  'status delivered': () => sent(),
  'status read': async () => {
    await sent()
    await sandbox.sim(`phones/${wa}/read`, {})
  },
  'status failed': async () => {
    await sandbox.sim('faults', { action: { kind: 'error', code: 131047, mode: 'async' } })
    await sent()
  },
  'status for a hidden number': async () => {
    await sandbox.sim(`phones/${wa}/username`, { username: 'maya' })
    await sent()
  },
  text: () => writeAsPerson({ text: 'Show me more' }),
  'text from a hidden number': async () => {
    await sandbox.sim(`phones/${wa}/username`, { username: 'maya' })
    await writeAsPerson({ text: 'hello' })
  },
  'text that quotes': a => writeAsPerson({ text: 'Thank you', replyTo: a }),
  'quick reply of a template': async () => {
    await sandbox.approve({ name: 'for_taps', ...tappable })
    await sent({ type: 'template', text: undefined, template: { name: 'for_taps', language: { code: 'en' } } })
    await writeAsPerson({ tap: { wamid: await lastWamid(), id: 'Show email' } })
  },
  'reply button': async () => {
    const action = { buttons: [{ type: 'reply', reply: { id: 'pause:24', title: 'Pause 24 h' } }] }
    await sent({ type: 'interactive', text: undefined, interactive: { type: 'button', body: { text: 'Hi' }, action } })
    await writeAsPerson({ tap: { wamid: await lastWamid(), id: 'pause:24' } })
  },
  'row of a list': async () => {
    const action = { button: 'Open', sections: [{ rows: [{ id: 'show:1', title: 'Ann Example', description: 'Invoice 42' }] }] }
    await sent({ type: 'interactive', text: undefined, interactive: { type: 'list', body: { text: 'Hi' }, action } })
    await writeAsPerson({ tap: { wamid: await lastWamid(), id: 'show:1' } })
  },
  image: () => file('image/jpeg', 'caption=Look'),
  document: () => file('application/pdf', 'filename=a.pdf'),
  audio: () => file('audio/ogg; codecs=opus', ''),
  video: () => file('video/mp4', ''),
  sticker: () => file('image/webp', ''),
  reaction: a => writeAsPerson({ reaction: { wamid: a, emoji: '👍' } }),
  'reaction taken back': a => writeAsPerson({ reaction: { wamid: a, emoji: '' } }),
  unsupported: () => writeAsPerson({ unsupported: true }),
  'number changed': () => sandbox.sim(`phones/${wa}/number`, { to: '15550100778' }),
  'user id changed': () => sandbox.sim(`phones/${wa}/number`, { to: '15550100778' }),
  'template approved': () => template('approve'),
  'template rejected': () => template('reject', { reason: 'PROMOTIONAL' }),
  'template paused': () => template('pause'),
  'template disabled': () => template('disable'),
  'template quality': async () => {
    await template('rate', { quality: 'GREEN' })
    await template('rate', { quality: 'YELLOW' })
  },
  'template category': () => template('recategorise', { category: 'MARKETING' }),
  'account restricted': () => sandbox.sim('account', { restricted: true }),
  'account disabled': () => sandbox.sim('account', { banned: true }),
  'account reinstated': () => sandbox.sim('account', { banned: false }),
  'number quality': () => sandbox.sim('account', { quality: 'RED' }),
}
const tappable = {
  components: [
    { type: 'BODY', text: 'Hello' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Show email' }] },
  ],
}

test.each(golden.webhooks)('the webhook “$name” has the same parts', async ({ name, payload }) => {
  const trigger = triggers[name]
  if (!trigger) throw new Error(`Add to \`triggers\` how the stand-in sends “${name}”.`)
  await sandbox.sim('reset', {})
  await sandbox.sim('settings', { pairRate: false, templateReview: 'hold' })
  await writeAsPerson({ text: 'hello' })
  await sandbox.approve({ name: 'for_webhooks', ...tappable })
  await sent()
  const a = await lastWamid()
  await until(async () => (await sandbox.received())[0]?.state === 'delivered')
  await until(async () => z.object({ unheard: z.array(Json) }).parse((await sandbox.sim('webhooks')).body).unheard.length === 0)
  sandbox.webhooks.received.length = 0
  await trigger(a)
  const expected = normalize(payload)
  const expectedCount = name === 'template quality' ? 2 : 1
  await until(
    () => sandbox.webhooks.received.filter(entry => webhookKind(JSON.parse(entry.body)) === webhookKind(payload)).length >= expectedCount,
  )
  const response = sandbox.webhooks.received
    .map(entry => Json.parse(JSON.parse(entry.body)))
    .findLast(entry => webhookKind(entry) === webhookKind(payload))
  expect({ response: normalize(response) }).toMatchObject({ response: expected })
})

async function lastWamid(): Promise<string> {
  return (await sandbox.received()).at(-1)?.wamid ?? ''
}

async function send(entry: z.infer<typeof call>) {
  const path = replacePlaceholders(entry.path).replace(/^\//, '')
  return entry.form ? uploadForm(path, entry.form) : sandbox.api(entry.method, path, entry.body && expand(entry.body))
}

async function uploadForm(path: string, form: Record<string, unknown>) {
  const data = new FormData()
  for (const [key, value] of Object.entries(form)) {
    const part = z.object({ name: z.string(), type: z.string(), text: z.string() }).safeParse(value)
    if (part.success) data.set(key, new File([part.data.text], part.data.name, { type: part.data.type }))
    else data.set(key, String(value))
  }
  const response = await fetch(`${sandbox.url}/v26.0/${path}`, {
    method: 'POST',
    body: data,
    headers: { authorization: 'Bearer sandbox-token' },
  })
  return { status: response.status, body: await response.json() }
}

function compare(entry: z.infer<typeof call>, response: { status: number; body: unknown }): void {
  expect({ status: response.status, body: normalize(response.body) }).toMatchObject({
    status: entry.answer.status,
    body: normalize(entry.answer.body),
  })
}

function expectCode(response: { status: number; body: unknown }, code: number): void {
  const { error } = z.object({ error: z.object({ code: z.number() }) }).parse(response.body)
  if (code === 100) expect([100, 131008, 131009]).toContain(error.code)
  else expect(error.code).toBe(code)
}

/** The golden body with the ids of this stand-in and with long texts expanded. */
function expand(value: unknown): unknown {
  if (typeof value === 'string') return replacePlaceholders(value)
  if (Array.isArray(value)) return value.map(expand)
  const repeat = z.object({ $repeat: z.tuple([z.string(), z.number()]) }).safeParse(value)
  if (repeat.success) return repeat.data.$repeat[0].repeat(repeat.data.$repeat[1])
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expand(entry)]))
}

function replacePlaceholders(text: string): string {
  let result = text
  for (const [placeholder, id] of ids) result = result.replaceAll(placeholder, id)
  return result
}

/** Identifies a kind of webhook by its field and its status, type or event. */
function webhookKind(payload: unknown): string {
  const text = JSON.stringify(payload)
  const found = /"field":"(\w+)"/.exec(text)?.[1]
  const kind = /"(?:status|event|type)":"(\w+)"(?!,"headline)/g
  const kinds = [...text.matchAll(kind)].map(([, name]) => name)
  return [found, ...(found === 'messages' ? kinds.filter(name => name !== 'regular').slice(0, 1) : [])].join(' ')
}

// Ids, times and texts that differ by nature are replaced by their type; keys, codes, kinds and events must be equal.
const variableKeys =
  /^(id|wamid|time|timestamp|expiration|message_id|message_template_id|message_template_name|disable_date|waba_ban_date|sha256|biz_opaque_callback_data|user_id|from_user_id|recipient_user_id|previous|current|description|details|current_limit|url|file_size|before|after|display_phone_number|input|fbtrace_id|quality_score|date|language|name|payload|components|href|category)$/
function normalize(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return key === 'data' ? value.slice(0, 1).map(entry => normalize(entry)) : value.map(entry => normalize(entry))
  if (variableKeys.test(key)) return typeof value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, normalize(entry, name)]))
}
