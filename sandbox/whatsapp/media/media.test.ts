// Tests files over real HTTP: uploading, sending, reading, downloading, and Meta's errors.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { openSandbox, readError, until } from '../../sandbox.fixture.ts'
import { accessToken, phoneNumberId } from '../credentials.ts'

let sandbox: Awaited<ReturnType<typeof openSandbox>>
beforeAll(async () => {
  sandbox = await openSandbox({ pairRate: false, throughput: null })
})
afterAll(() => sandbox.close())

const authorization = { authorization: `Bearer ${accessToken}` }
const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const Id = z.object({ id: z.string() })

async function upload(
  bytes: Uint8Array,
  type: string,
  fields: object = {},
  path = `v26.0/${phoneNumberId}/media`,
  headers: Record<string, string> = authorization,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ messaging_product: 'whatsapp', type, ...fields })) if (value) form.set(name, value)
  form.set('file', new File([new Uint8Array(bytes)], 'a.bin', { type }))
  const answer = await fetch(`${sandbox.url}/${path}`, { method: 'POST', body: form, headers })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) }
}
const uploaded = async (bytes: Uint8Array, type: string) => Id.parse((await upload(bytes, type)).body).id
const send = (type: string, part: object) => sandbox.sendText('', { type, text: undefined, [type]: part })
const failures = () => sandbox.webhooks.received.flatMap(one => one.statuses).filter(status => status.status === 'failed')

test('an uploaded file is described with its hash, downloaded with the token, and gone when deleted', async () => {
  const id = await uploaded(png, 'image/png')
  const info = await sandbox.api('GET', id)
  expect(info.body).toMatchObject({
    messaging_product: 'whatsapp',
    mime_type: 'image/png',
    sha256: createHash('sha256').update(png).digest('hex'),
    file_size: String(png.length),
    id,
  })
  const { url } = z.object({ url: z.string() }).parse(info.body)
  expect((await fetch(url)).status).toBe(401)
  const downloaded = await fetch(url, { headers: authorization })
  expect([downloaded.status, downloaded.headers.get('content-type'), Buffer.from(await downloaded.arrayBuffer()).equals(png)]).toEqual([
    200,
    'image/png',
    true,
  ])
  expect((await fetch(url.replace(/proof=\w/, 'proof=x'), { headers: authorization })).status).toBe(404)
  expect((await sandbox.api('DELETE', id)).body).toEqual({ success: true })
  expect(readError(await sandbox.api('GET', id))).toMatchObject({ code: 100, error_subcode: 33 })
})

test('a download URL is valid for five minutes, an uploaded file for 30 days', async () => {
  const id = await uploaded(png, 'image/png')
  const { url } = z.object({ url: z.string() }).parse((await sandbox.api('GET', id)).body)
  await sandbox.sim('clock', { advance: '5m' })
  expect((await fetch(url, { headers: authorization })).status).toBe(404)
  await sandbox.sim('clock', { advance: '29d' })
  expect((await sandbox.api('GET', id)).status).toBe(200)
  await sandbox.sim('clock', { advance: '1d' })
  expect((await sandbox.api('GET', id)).status).toBe(400)
  expect(readError(await send('image', { id })).code).toBe(100)
  await sandbox.sim('phones/15550100777/messages', { text: 'hello again' })
})

test.each([
  ['no product', png, 'image/png', { messaging_product: '' }, 100],
  ['an unknown field', png, 'image/png', { colour: 'red' }, 100],
  ['an invalid type', png, 'picture', {}, 131053],
  ['an empty file', Buffer.alloc(0), 'image/png', {}, 131053],
])('an upload with %s is refused', async (_, bytes, type, fields, code) => {
  expect(readError(await upload(bytes, type, fields)).code).toBe(code)
})

test('a type that Meta does not list is accepted as a document, or refused if so configured', async () => {
  const id = await uploaded(Buffer.from('BEGIN:VCALENDAR'), 'text/calendar')
  expect((await send('document', { id, filename: 'a.ics', caption: 'The meeting' })).status).toBe(200)
  expect(await sandbox.received()).toMatchObject([{ type: 'document', text: 'The meeting' }])
  await sandbox.sim('settings', { otherDocuments: false })
  expect(readError(await upload(png, 'text/calendar')).code).toBe(131053)
  await sandbox.sim('settings', { otherDocuments: true })
})

test.each([
  ['a video as a picture', 'image', 'video/mp4', 10],
  ['a picture of more than 5 MB', 'image', 'image/png', 5 * 1024 * 1024 + 1],
  ['a sticker of more than 500 KB', 'sticker', 'image/webp', 501 * 1024],
])('%s is accepted and fails later with 131053', async (_, kind, type, size) => {
  const bytes = Buffer.concat([png, Buffer.alloc(size)])
  const before = failures().length
  expect((await send(kind, { id: await uploaded(bytes, type) })).status).toBe(200)
  await until(() => failures().length === before + 1)
  expect(failures().at(-1)).toMatchObject({ errors: [{ code: 131053 }] })
})

test('bytes that are not a picture fail as a picture but pass as a document', async () => {
  const id = await uploaded(Buffer.from('not a picture'), 'image/png')
  const before = failures().length
  await send('image', { id })
  await until(() => failures().length === before + 1)
  await send('document', { id, filename: 'a.png' })
  expect((await sandbox.received()).at(-1)).toMatchObject({ type: 'document', text: 'a.png' })
})

test('a file from a person can be read by its id for seven days', async () => {
  const path = `${sandbox.url}/_sim/phones/15550100777/files?caption=Look&filename=a.png`
  expect((await fetch(path, { method: 'POST', headers: { 'content-type': 'image/png' }, body: png })).status).toBe(201)
  const images = () => sandbox.webhooks.received.flatMap(one => one.messages).filter(one => one.type === 'image')
  await until(() => images().length === 1)
  const { image } = z.looseObject({ image: z.looseObject(Id.shape) }).parse(images()[0])
  expect(image).toMatchObject({ caption: 'Look', mime_type: 'image/png', sha256: createHash('sha256').update(png).digest('base64') })
  expect((await sandbox.api('GET', image.id)).status).toBe(200)
  await sandbox.sim('clock', { advance: '7d' })
  expect((await sandbox.api('GET', image.id)).status).toBe(400)
  await sandbox.sim('phones/15550100777/messages', { text: 'hello again' })
})

test('faults affect files only if they match them', async () => {
  await sandbox.sim('faults', { action: { kind: 'error', code: 131000 } })
  const id = await uploaded(png, 'image/png')
  expect(readError(await send('image', { id })).code).toBe(131000)
  await sandbox.sim('faults', { match: { type: 'media' }, action: { kind: 'http', status: 503 } })
  expect((await upload(png, 'image/png').catch(() => ({ status: 503 }))).status).toBe(503)
  await sandbox.sim('faults', { match: { type: 'download' }, action: { kind: 'slow-media', ms: '1h' } })
  const { url } = z.object({ url: z.string() }).parse((await sandbox.api('GET', id)).body)
  const status = fetch(url, { headers: authorization }).then(answer => answer.status)
  const timesMet = async () =>
    z
      .object({ faults: z.array(z.object({ met: z.number() })) })
      .parse((await sandbox.sim('faults')).body)
      .faults.at(-1)?.met
  await until(async () => (await timesMet()) === 1)
  await sandbox.sim('clock', { advance: '1h' })
  expect(await status).toBe(404)
})

test('the URLs and key of 360dialog work the same without the number’s id', async () => {
  const key = { 'd360-api-key': accessToken }
  const { id } = Id.parse((await upload(png, 'image/png', {}, 'media', key)).body)
  await sandbox.sim('phones/15550100777/messages', { text: 'hello again' })
  const message = { messaging_product: 'whatsapp', to: '15550100777', type: 'image', image: { id } }
  expect((await sandbox.call('messages', message, key)).status).toBe(200)
  expect((await sandbox.call(id, undefined, key)).body).toMatchObject({ id })
  expect((await sandbox.call('whatsapp_business_profile', undefined, key)).status).toBe(200)
  expect((await sandbox.call('messages', message, { 'd360-api-key': 'other' })).status).toBe(401)
  const components = [{ type: 'BODY', text: 'You have a new email.' }]
  expect(
    (await sandbox.call('v1/configs/templates', { name: 'dialog', language: 'en', category: 'UTILITY', components }, key)).status,
  ).toBe(200)
  expect((await sandbox.call('v1/configs/templates', undefined, key)).body).toMatchObject({
    waba_templates: [{ name: 'dialog', status: 'pending' }],
    total: 1,
  })
  expect((await fetch(`${sandbox.url}/v1/configs/templates/dialog`, { method: 'DELETE', headers: key })).status).toBe(200)
  expect((await sandbox.call('v1/configs/phone_number', undefined, key)).body).toMatchObject({ display_phone_number: '+15550100123' })
})
