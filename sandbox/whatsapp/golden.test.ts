// The golden file of payloads: what the connector sends is taken, what the stand-in tells has the same shape. No code is shared.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { openStage, until } from '../stage.ts'

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
let stage: Awaited<ReturnType<typeof openStage>>
/** What the golden file calls by a placeholder, and what it is here. */
const own = new Map<string, string>()
const userId = async () => z.object({ userId: z.string() }).parse((await stage.sim(`phones/${wa}`)).body).userId
const learn = (name: string, id: string) => own.set(golden.ids[name] ?? name, id)

beforeAll(async () => {
  stage = await openStage({ pairRate: false, throughput: 500, templateReview: 'hold' })
  learn('userId', await userId())
  const { wamid } = z.object({ wamid: z.string() }).parse((await stage.sim(`phones/${wa}/messages`, { text: 'hello' })).body)
  learn('inbound', wamid)
  for (const one of golden.calls.filter(each => each.name.startsWith('template creation'))) {
    const made = await ask(one)
    const { id } = z.object({ id: z.string() }).parse(made.body)
    await stage.sim(`templates/${id}/approve`, {})
    learn(String(one.answer.body['id']), id)
    check(one, made)
  }
  const upload = golden.calls.find(one => one.form)
  if (upload) learn('media', z.object({ id: z.string() }).parse((await ask(upload)).body).id)
})
afterAll(() => stage.close())

test.each(golden.directSend)('“$name” is taken from an account that may, and refused from another', async one => {
  expect((await ask(one)).status).toBe(400)
  await stage.sim('settings', { directSend: 'on' })
  check(one, await ask(one))
  await stage.sim('settings', { directSend: 'off' })
})

test.each(golden.refusedMessages)('refused: $name', async ({ name, body, code }) => {
  if (name.startsWith('direct send')) await stage.sim('settings', { directSend: 'on' })
  expectCode(await stage.api('POST', `${golden.ids['numberId']}/messages`, grown(body)), code)
  await stage.sim('settings', { directSend: 'off' })
})

test.each(golden.refusedTemplates)('refused: $name', async ({ body, code }) => {
  expectCode(await stage.api('POST', `${golden.ids['wabaId']}/message_templates`, grown(body)), code)
})

// The last calls take the templates and the file away again.
test.each(golden.calls.filter(one => !one.name.startsWith('template creation')))(
  'the call “$name” is taken and answered alike',
  async one => {
    check(one, await ask(one))
  },
)

test.each(golden.errors)('the error “$name” has the same parts', async ({ status, body, code }) => {
  await stage.sim('faults', { action: { kind: 'error', code, details: 'x' } })
  const told = code === 100 && body.error['error_subcode'] === 33 ? await stage.api('GET', '999') : await stage.sendText('x')
  await stage.call('_sim/faults', undefined, {})
  await fetch(`${stage.url}/_sim/faults`, { method: 'DELETE' })
  expect(told.status).toBe(status)
  const { error } = z.object({ error: Json }).parse(told.body)
  expect(Object.keys(error)).toEqual(expect.arrayContaining(Object.keys(body.error).filter(key => key !== 'error_data')))
  expect([error['code'], error['type'] !== '']).toEqual([code, true])
})

/** How each webhook of the golden file comes about here; `{a}` is a message of the business that lies on the phone. */
const write = (words: object) => stage.sim(`phones/${wa}/messages`, words)
const file = (type: string, query: string) =>
  fetch(`${stage.url}/_sim/phones/${wa}/files?${query}`, { method: 'POST', headers: { 'content-type': type }, body: 'bytes' })
const template = (act: string, body: object = {}) => stage.sim(`templates/for_webhooks/${act}`, body)
const sent = (more: object = {}) => stage.sendText('x', { biz_opaque_callback_data: 'u:d', ...more })
const ways: Record<string, (a: string) => Promise<unknown>> = {
  'status sent': () => sent(),
  'status delivered': () => sent(),
  'status read': async () => {
    await sent()
    await stage.sim(`phones/${wa}/read`, {})
  },
  'status failed': async () => {
    await stage.sim('faults', { action: { kind: 'error', code: 131047, mode: 'async' } })
    await sent()
  },
  'status for a hidden number': async () => {
    await stage.sim(`phones/${wa}/username`, { username: 'maya' })
    await sent()
  },
  text: () => write({ text: 'Show me more' }),
  'text from a hidden number': async () => {
    await stage.sim(`phones/${wa}/username`, { username: 'maya' })
    await write({ text: 'hello' })
  },
  'text that quotes': a => write({ text: 'Thank you', replyTo: a }),
  'quick reply of a template': async () => {
    await stage.approve({ name: 'for_taps', ...tappable })
    await sent({ type: 'template', text: undefined, template: { name: 'for_taps', language: { code: 'en' } } })
    await write({ tap: { wamid: await lastWamid(), id: 'Show e-mail' } })
  },
  'reply button': async () => {
    const action = { buttons: [{ type: 'reply', reply: { id: 'pause:24', title: 'Pause 24 h' } }] }
    await sent({ type: 'interactive', text: undefined, interactive: { type: 'button', body: { text: 'Hi' }, action } })
    await write({ tap: { wamid: await lastWamid(), id: 'pause:24' } })
  },
  'row of a list': async () => {
    const action = { button: 'Open', sections: [{ rows: [{ id: 'show:1', title: 'Ann Example', description: 'Invoice 42' }] }] }
    await sent({ type: 'interactive', text: undefined, interactive: { type: 'list', body: { text: 'Hi' }, action } })
    await write({ tap: { wamid: await lastWamid(), id: 'show:1' } })
  },
  image: () => file('image/jpeg', 'caption=Look'),
  document: () => file('application/pdf', 'filename=a.pdf'),
  audio: () => file('audio/ogg; codecs=opus', ''),
  video: () => file('video/mp4', ''),
  sticker: () => file('image/webp', ''),
  reaction: a => write({ reaction: { wamid: a, emoji: '👍' } }),
  'reaction taken back': a => write({ reaction: { wamid: a, emoji: '' } }),
  unsupported: () => write({ unsupported: true }),
  'number changed': () => stage.sim(`phones/${wa}/number`, { to: '15550100778' }),
  'user id changed': () => stage.sim(`phones/${wa}/number`, { to: '15550100778' }),
  'template approved': () => template('approve'),
  'template rejected': () => template('reject', { reason: 'PROMOTIONAL' }),
  'template paused': () => template('pause'),
  'template disabled': () => template('disable'),
  'template quality': async () => {
    await template('rate', { quality: 'GREEN' })
    await template('rate', { quality: 'YELLOW' })
  },
  'template category': () => template('recategorise', { category: 'MARKETING' }),
  'account restricted': () => stage.sim('account', { restricted: true }),
  'account disabled': () => stage.sim('account', { banned: true }),
  'account reinstated': () => stage.sim('account', { banned: false }),
  'number quality': () => stage.sim('account', { quality: 'RED' }),
}
const tappable = {
  components: [
    { type: 'BODY', text: 'Hello' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Show e-mail' }] },
  ],
}

test.each(golden.webhooks)('the webhook “$name” has the same parts', async ({ name, payload }) => {
  const way = ways[name]
  if (!way) throw new Error(`Say in \`ways\` how the stand-in comes to tell “${name}”.`)
  await stage.sim('reset', {})
  await stage.sim('settings', { pairRate: false, templateReview: 'hold' })
  await write({ text: 'hello' })
  await stage.approve({ name: 'for_webhooks', ...tappable })
  await sent()
  const a = await lastWamid()
  await until(async () => (await stage.received())[0]?.state === 'delivered')
  await until(async () => z.object({ unheard: z.array(Json) }).parse((await stage.sim('webhooks')).body).unheard.length === 0)
  stage.ear.heard.length = 0
  await way(a)
  const wanted = essence(payload)
  const comes = name === 'template quality' ? 2 : 1
  await until(() => stage.ear.heard.filter(one => kindOf(JSON.parse(one.body)) === kindOf(payload)).length >= comes)
  const told = stage.ear.heard.map(one => Json.parse(JSON.parse(one.body))).findLast(one => kindOf(one) === kindOf(payload))
  expect({ told: essence(told) }).toMatchObject({ told: wanted })
})

async function lastWamid(): Promise<string> {
  return (await stage.received()).at(-1)?.wamid ?? ''
}

async function ask(one: z.infer<typeof call>) {
  const path = named(one.path).replace(/^\//, '')
  return one.form ? uploadForm(path, one.form) : stage.api(one.method, path, one.body && grown(one.body))
}

async function uploadForm(path: string, form: Record<string, unknown>) {
  const data = new FormData()
  for (const [key, value] of Object.entries(form)) {
    const part = z.object({ name: z.string(), type: z.string(), text: z.string() }).safeParse(value)
    if (part.success) data.set(key, new File([part.data.text], part.data.name, { type: part.data.type }))
    else data.set(key, String(value))
  }
  const told = await fetch(`${stage.url}/v26.0/${path}`, { method: 'POST', body: data, headers: { authorization: 'Bearer sandbox-token' } })
  return { status: told.status, body: await told.json() }
}

function check(one: z.infer<typeof call>, told: { status: number; body: unknown }): void {
  expect({ status: told.status, body: essence(told.body) }).toMatchObject({ status: one.answer.status, body: essence(one.answer.body) })
}

function expectCode(told: { status: number; body: unknown }, code: number): void {
  const { error } = z.object({ error: z.object({ code: z.number() }) }).parse(told.body)
  if (code === 100) expect([100, 131008, 131009]).toContain(error.code)
  else expect(error.code).toBe(code)
}

/** The golden body with the ids of this stand-in, and long texts written out. */
function grown(value: unknown): unknown {
  if (typeof value === 'string') return named(value)
  if (Array.isArray(value)) return value.map(grown)
  const repeat = z.object({ $repeat: z.tuple([z.string(), z.number()]) }).safeParse(value)
  if (repeat.success) return repeat.data.$repeat[0].repeat(repeat.data.$repeat[1])
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, grown(one)]))
}

function named(text: string): string {
  let put = text
  for (const [placeholder, id] of own) put = put.replaceAll(placeholder, id)
  return put
}

/** A webhook's field with its status, type or event, which tell one kind from another. */
function kindOf(payload: unknown): string {
  const text = JSON.stringify(payload)
  const found = /"field":"(\w+)"/.exec(text)?.[1]
  const kind = /"(?:status|event|type)":"(\w+)"(?!,"headline)/g
  const kinds = [...text.matchAll(kind)].map(([, name]) => name)
  return [found, ...(found === 'messages' ? kinds.filter(name => name !== 'regular').slice(0, 1) : [])].join(' ')
}

// Ids, times and words that are each side's own stand for their type; keys, codes, kinds and events are held to the letter.
const free =
  /^(id|wamid|time|timestamp|expiration|message_id|message_template_id|message_template_name|disable_date|waba_ban_date|sha256|biz_opaque_callback_data|user_id|from_user_id|recipient_user_id|previous|current|description|details|current_limit|url|file_size|before|after|display_phone_number|input|fbtrace_id|quality_score|date|language|name|payload|components|href|category)$/
function essence(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return key === 'data' ? value.slice(0, 1).map(one => essence(one)) : value.map(one => essence(one))
  if (free.test(key)) return typeof value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, essence(one, name)]))
}
