// Tests the connector against the payloads in test/whatsapp/golden.json: what it builds, refuses and parses.
import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import golden from '../../test/whatsapp/golden.json' with { type: 'json' }
import { openOutside } from '../foundation/outside.ts'
import { loadWords } from '../foundation/words.ts'
import { openGraph } from './client.ts'
import { digestContent } from './digest.ts'
import { toOutcome } from './errors.ts'
import { defaultLimits as limits } from './limits.ts'
import { PayloadError } from './payload/checks.ts'
import { buttonsContent, listContent } from './payload/interactive.ts'
import { fileContent, payloadFor, textContent } from './payload/message.ts'
import type { Payload, PayloadContent } from './payload/shapes.ts'
import { codeContent, type TemplateMessage, templateContent } from './payload/template.ts'
import { findTemplateProblems, ownDraft, toComponents, toDefinition } from './templates/draft.ts'
import { codeDefinition, isCodeTemplate } from './templates/sign-in-code.ts'
import { parseWebhook } from './webhook/parse.ts'

const { ids } = golden
const words = loadWords('en')
const t = words.of('whatsapp')
const member = (n: number) => `018f0000-0000-7000-8000-0000000000${n}`
const deliveryId = '018f0000-0000-7000-8000-000000000002'
const echo = { callbackData: `018f0000-0000-7000-8000-000000000001:${deliveryId}` }
const number = { waId: ids.waId, waUserId: ids.userId }
const hidden = { waId: null, waUserId: ids.userId }
const say = (content: PayloadContent, around = {}) => payloadFor(limits, number, content, around)
const one = ownDraft(t, 'announce_one', 'en')
const many = ownDraft(t, 'announce_many', 'en')
const filled = (more: Partial<TemplateMessage>): TemplateMessage => ({
  ...{ name: one.name, language: 'en', body: one.body, values: { from: 'Ann Example', subject: 'Invoice 42' } },
  ...{ payloads: [`show:${deliveryId}`, 'pause:24'], ...more },
})
const code = codeDefinition('mailferry_sign_in_code', 'en')
const heads = 'Ann Example: Invoice 42; Ben Example: Lunch; Cleo Example: Minutes'
const several = filled({ name: many.name, body: many.body, values: { count: '3', heads } })
const frame = { body: 'You have a new email.', footer: 'Reply STOP to end' }
const choices = [
  { id: `show:${deliveryId}`, title: 'Show email' },
  { id: 'pause:24', title: 'Pause 24 h' },
]
const two = [
  { deliveryId: member(11), sender: 'Ann Example', subject: 'Invoice 42' },
  { deliveryId: member(12), sender: 'Ben Example', subject: 'Lunch' },
]
const digestOf = (lines: typeof two, from = 0) => digestContent(words, limits, { digestId: deliveryId, entries: lines, from })
const twelve = Array.from({ length: 12 }, (_, n) => ({ deliveryId: member(n + 11), sender: 'Ann Example', subject: `Invoice ${n + 1}` }))
const file = { id: ids.media, filename: 'Invoice 42.txt' }

const made: Record<string, () => Payload> = {
  text: () => say(textContent(limits, '*Hello*\nFrom: Ann Example <ann@example.com>'), echo),
  'text to a user id': () => payloadFor(limits, hidden, textContent(limits, 'Hi')),
  'text that quotes': () => say(textContent(limits, 'Done.'), { quotes: ids.inbound }),
  'template for one mail': () => say(templateContent(limits, filled({})), echo),
  'template for several mails': () => say(templateContent(limits, several), echo),
  'template to a user id': () => payloadFor(limits, hidden, templateContent(limits, filled({}))),
  'template for a code': () => say(codeContent(number, code, '482913')),
  'reply buttons': () => say(buttonsContent(limits, frame, choices)),
  list: () => say(digestOf(two), echo),
  'list that goes on': () => say(digestOf(twelve), echo),
  'list after another': () => say(digestOf(twelve, 9)),
  image: () => say(fileContent(limits, { ...file, kind: 'image', caption: 'A photo' })),
  document: () => say(fileContent(limits, { ...file, kind: 'document', caption: 'Invoice 42' })),
  audio: () => say(fileContent(limits, { ...file, kind: 'audio' })),
  video: () => say(fileContent(limits, { ...file, kind: 'video', caption: 'A film' })),
  'direct send of a text': () => say(textContent(limits, 'You have a new email.'), { directForSeconds: 43_200 }),
  'direct send of buttons': () => say(buttonsContent(limits, frame, choices), { directForSeconds: 43_200 }),
}
/** What the stand-in accepts but we never send. */
const unused = new Set(['link button', 'reaction', 'reaction taken back', 'media removal', 'template removal'])
const own = golden.calls.filter(call => !unused.has(call.name))
const sends = [...own.filter(call => call.path.endsWith('/messages') && 'type' in (call.body ?? {})), ...golden.directSend]

test.each(sends)('$name is built as in the golden file', ({ name, body }) => {
  const { messaging_product, recipient_type, ...payload } = Object(body)
  expect([messaging_product, recipient_type]).toEqual(['whatsapp', 'individual'])
  expect(made[name]?.()).toEqual(payload)
})

const long = (most: number) => 'x'.repeat(most + 1)
const button = (title = 'A', id = 'a') => ({ id, title })
const row = (id = 'a', title = 'A') => ({ id, title })
const list = (rows: { id: string; title: string; description?: string }[], text = 'Show') =>
  listContent(limits, { body: 'x' }, text, [{ rows }])
const values = (from: string, subject = 'Invoice 42') => templateContent(limits, filled({ values: { from, subject } }))
const broken: Record<string, () => unknown> = {
  'text too long': () => textContent(limits, long(4096)),
  'text empty': () => textContent(limits, ''),
  'nobody to send to': () => payloadFor(limits, { waId: null, waUserId: null }, textContent(limits, 'x')),
  'callback data too long': () => say(textContent(limits, 'x'), { callbackData: long(512) }),
  'button title too long': () => buttonsContent(limits, frame, [button(long(20))]),
  'button id too long': () => buttonsContent(limits, frame, [button('Show', long(256))]),
  'four buttons': () => buttonsContent(limits, frame, [button('A', 'a'), button('B', 'b'), button('C', 'c'), button('D', 'd')]),
  'no button': () => buttonsContent(limits, frame, []),
  'same titles': () => buttonsContent(limits, frame, [button('A', 'a'), button('A', 'b')]),
  'header too long': () => buttonsContent(limits, { ...frame, header: long(60) }, [button()]),
  'footer too long': () => buttonsContent(limits, { ...frame, footer: long(60) }, [button()]),
  'interactive body too long': () => buttonsContent(limits, { body: long(1024) }, [button()]),
  'list button too long': () => list([row()], long(20)),
  'eleven rows': () => list(Array.from({ length: 11 }, (_, n) => row(`r${n}`))),
  'row title too long': () => list([row('a', long(24))]),
  'row description too long': () => list([{ ...row(), description: long(72) }]),
  'row id too long': () => list([row(long(200))]),
  'same row ids': () => list([row(), row('a', 'B')]),
  'sections without titles': () => listContent(limits, { body: 'x' }, 'Show', [{ rows: [row()] }, { rows: [row('b')] }]),
  'caption too long': () => fileContent(limits, { ...file, kind: 'image', caption: long(1024) }),
  'caption of an audio': () => fileContent(limits, { ...file, kind: 'audio', caption: 'x' }),
  'media without a file': () => fileContent(limits, { ...file, kind: 'image', id: '' }),
  'two lines in a parameter': () => values('Ann\nExample'),
  'five blanks in a parameter': () => values('Ann     Example'),
  'empty parameter': () => values(''),
  'a parameter missing': () => templateContent(limits, filled({ values: { from: 'Ann Example' } })),
  'template too long when filled': () => values('Ann Example', 'x'.repeat(1000)),
  'code of sixteen letters': () => codeContent(number, code, '1234567890123456'),
  'code to a user id': () => codeContent(hidden, code, '482913'),
  'direct send that lives too long': () => say(textContent(limits, 'x'), { directForSeconds: 43_201 }),
  'direct send of a list': () => say(list([row()]), { directForSeconds: 60 }),
}
/** Impossible because of the types or the list of approved templates. */
const cannotBe = new Set([
  'template unknown',
  'template in another language',
  'a key that nobody knows',
  'link text too long',
  'link to an IP address',
  'quote in a reaction',
])

test.each(golden.refusedMessages.filter(one => !cannotBe.has(one.name)))('$name is never sent', ({ name }) => {
  expect(broken[name]).toBeDefined()
  expect(() => broken[name]?.()).toThrow(PayloadError)
})

test('our templates are submitted as in the golden file', () => {
  const bodyOf = (name: string) => golden.calls.find(call => call.name === name)?.body
  expect(toDefinition(t, one)).toEqual(bodyOf('template creation for one mail'))
  expect(toDefinition(t, many)).toEqual(bodyOf('template creation for several mails'))
  expect(code).toEqual(bodyOf('template creation for codes'))
  expect(isCodeTemplate(code.components)).toBe(true)
  expect([one, many].map(draft => isCodeTemplate(toComponents(t, draft)))).toEqual([false, false])
  expect([one, many].flatMap(draft => findTemplateProblems(draft, limits))).toEqual([])
})

const body = (text: string) => ({ body: text })
test.each<[string, object]>([
  ['template name with capitals', { name: 'Announce' }],
  ['variable at the start', body('{{from}} wrote to you today about {{subject}} and waits for your answer.')],
  ['variable at the end', body('A mail came today about {{subject}} and from {{from}}')],
  ['template body too long', body(`A mail from {{from}} about {{subject}} came. ${long(1024)}`)],
  ['template footer too long', { footer: long(60) }],
  ['template button too long', { show: long(25) }],
])('a draft with a %s is not submitted', (name, change) => {
  expect(golden.refusedTemplates.map(refused => refused.name)).toContain(name)
  expect(findTemplateProblems({ ...one, ...change }, limits)).toHaveLength(1)
})

test.each(golden.webhooks)('$name is parsed', ({ payload, means }) => {
  const heard = parseWebhook(payload, ids, new Date('2025-06-09T00:00:00Z'))
  const { statuses, messages, moved, renamed, templates, accounts, alerts, ignored } = heard
  const said = {
    ...(statuses[0] && { status: statuses[0] }),
    ...(messages[0] && { message: messages[0] }),
    ...(moved[0] && { moved: moved[0] }),
    ...(renamed[0] && { renamed: renamed[0] }),
    ...(templates[0] && { template: templates[0] }),
    ...(accounts[0] && { account: accounts[0] }),
    ...(alerts[0] && { notice: alerts[0] }),
    ...(ignored[0] && { ignored: ignored[0] }),
  }
  expect(JSON.parse(JSON.stringify(said))).toEqual(means)
})

const asked: { method: string | undefined; path: string; headers: IncomingMessage['headers']; body: string }[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    asked.push({ method: request.method, path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
afterAll(() => server.close())
const address = server.address()
const graphUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
const options = {
  outside: openOutside({ allow: [], loopback: true }),
  graphUrl,
  graphVersion: 'v26.0',
  accessToken: 'key',
  ...ids,
  timeoutMs: 2000,
}
const graph = openGraph(options)
const upload = { bytes: Buffer.from('The whole mail.'), mimeType: 'text/plain', filename: 'Invoice 42.txt' }

const calls: Record<string, [() => Promise<unknown>, object]> = {
  'read mark': [() => graph.markRead(ids.inbound), { kind: 'done' }],
  'read mark with typing': [() => graph.markRead(ids.inbound, true), { kind: 'done' }],
  'media info': [() => graph.mediaInfo(ids.media), { kind: 'media', mimeType: 'text/plain', sizeBytes: 15 }],
  'media upload': [() => graph.uploadMedia(upload), { kind: 'uploaded', mediaId: ids.media }],
  'template creation for one mail': [
    () => graph.createTemplate(toDefinition(t, one)),
    { kind: 'created', metaId: ids.template, status: 'PENDING' },
  ],
  'template creation for several mails': [() => graph.createTemplate(toDefinition(t, many)), { kind: 'created' }],
  'template creation for codes': [() => graph.createTemplate(code), { kind: 'created' }],
  'template list': [() => graph.listTemplates(), { kind: 'templates', items: [{ name: one.name, status: 'APPROVED' }] }],
  'template edit': [
    () => graph.editTemplate(ids.template, { ...toDefinition(t, one), components: toComponents(t, one) }),
    { kind: 'done' },
  ],
  number: [() => graph.numberInfo(), { kind: 'number', verifiedName: 'Mailferry', quality: 'GREEN' }],
}

test.each(own)('the call for $name is sent and its response parsed', async call => {
  answer = call.answer
  const make = made[call.name]
  const [run, expected] = make ? [() => graph.postMessage(make()), { kind: 'accepted', wamid: ids.outbound }] : (calls[call.name] ?? [])
  expect(await run?.()).toMatchObject(expected ?? { kind: 'nothing calls this' })
  const last = asked.at(-1)
  expect([last?.method, decodeURIComponent(last?.path ?? '')]).toEqual([call.method, `/v26.0${call.path}`])
  expect(last?.headers.authorization).toBe('Bearer key')
  if (call.body) expect(JSON.parse(last?.body ?? '')).toEqual(call.body)
  const form = z.looseObject({ form: z.looseObject({ messaging_product: z.string(), type: z.string() }) }).safeParse(call)
  if (form.success)
    expect(last?.body).toMatch(
      /name="messaging_product"\r\n\r\nwhatsapp[^]*name="type"\r\n\r\ntext\/plain[^]*filename="Invoice 42.txt"[^]*\r\n\r\nThe whole mail\./,
    )
})

test.each(golden.errors)('the refusal $name is distinguished from a lost response', async ({ status, body: refusal, code }) => {
  answer = { status, body: refusal }
  const refused = await graph.postMessage(say(textContent(limits, 'x')))
  expect(refused).toMatchObject({ kind: 'graph', status, code })
  expect(toOutcome(refused).kind).not.toBe('unknown')
})

test('360dialog is called with its key, without version and number', async () => {
  answer = { status: 200, body: { messages: [{ id: ids.outbound }] } }
  const dialog = openGraph({ ...options, provider: '360dialog', appSecret: 'secret' })
  expect(await dialog.postMessage(say(textContent(limits, 'x')))).toMatchObject({ kind: 'accepted' })
  expect(asked.at(-1)).toMatchObject({ path: '/messages', headers: { 'd360-api-key': 'key' } })
  expect(asked.at(-1)?.headers.authorization).toBeUndefined()
  await dialog.listTemplates()
  expect(asked.at(-1)?.path).toMatch(/^\/v1\/configs\/templates\?/)
})

test.each([
  ['a host that is not listed', 'https://evil.example/file'],
  ['a host name that only begins like a listed one', 'https://lookaside.fbsbx.com.evil.example/file'],
  ['plain http', 'http://lookaside.fbsbx.com/file'],
])('our token is not sent to %s', async (_, url) => {
  const before = asked.length
  answer = { status: 200, body: { url, mime_type: 'image/png', id: ids.media } }
  const media = openGraph({ ...options, mediaHosts: ['lookaside.fbsbx.com'] })
  expect(await media.fetchMedia(ids.media)).toEqual({ kind: 'transport', mayHaveArrived: false, reason: 'media_host' })
  expect(asked.length).toBe(before + 1)
})

test('a user’s file is fetched with our token from the Graph API’s own host', async () => {
  answer = { status: 200, body: { url: `${graphUrl}/file`, mime_type: 'image/png', id: ids.media } }
  expect(await graph.fetchMedia(ids.media)).toMatchObject({ kind: 'file', mimeType: 'image/png' })
  expect(asked.at(-1)).toMatchObject({ path: '/file', headers: { authorization: 'Bearer key' } })
})
