// Webhooks over real HTTP: signed over their bytes, repeated until heard, and everything that may go wrong.
import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { openEar, openStage, type ReceivedWebhook, until } from '../stage.ts'
import { startWhatsApp } from './start.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
const onStage = async (...options: Parameters<typeof openStage>) => {
  const stage = await openStage(...options)
  open.push(stage)
  return stage
}

const isGenuine = ({ body, signature }: ReceivedWebhook) =>
  signature === `sha256=${createHmac('sha256', 'sandbox-secret').update(body).digest('hex')}`
const statusesOf = (heard: ReceivedWebhook[]) => heard.flatMap(one => one.statuses.map(status => status.status))

test('a message is told as sent and delivered, with the callback data and a price', async () => {
  const stage = await onStage()
  const sent = await stage.sendText('x', { biz_opaque_callback_data: 'delivery-7' })
  await until(() => statusesOf(stage.ear.heard).length === 2)
  expect(statusesOf(stage.ear.heard)).toEqual(['sent', 'delivered'])
  const [status] = stage.ear.heard.flatMap(one => one.statuses)
  expect(sent.body).toMatchObject({ messages: [{ id: status?.id }] })
  expect(status).toMatchObject({
    biz_opaque_callback_data: 'delivery-7',
    recipient_id: '15550100777',
    pricing: { pricing_model: 'PMP', category: 'service' },
  })
})

test('the signature holds over the raw bytes, which are escaped to ASCII', async () => {
  const stage = await onStage()
  await stage.sim('phones/15550100777/messages', { text: 'Grüße 👋 a/b' })
  await until(() => stage.ear.heard.some(one => one.body.includes('\\u00fc')))
  const told = stage.ear.heard.find(one => one.body.includes('\\u00fc'))
  expect(told && isGenuine(told)).toBe(true)
  expect(told?.body).toContain('Gr\\u00fc\\u00dfe \\ud83d\\udc4b a\\/b')
  expect(told?.body).toMatch(/^[\x20-\x7e]+$/)
  expect(told?.messages[0]).toMatchObject({ from: '15550100777', type: 'text', text: { body: 'Grüße 👋 a/b' } })
  const again = JSON.stringify(JSON.parse(told?.body ?? ''))
  expect(told && isGenuine({ ...told, body: again })).toBe(false)
})

test('a webhook that is refused comes again until it is heard', async () => {
  const ear = await openEar(count => (count < 3 ? 500 : 200))
  open.push(ear)
  const whatsapp = await startWhatsApp({ port: 0, webhookUrl: ear.url, webhookRetryMs: 10 })
  open.push({ close: whatsapp.stop })
  await fetch(`${whatsapp.url}/_sim/phones/15550100777/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"hello"}',
  })
  await until(() => ear.heard.length === 3)
  expect(new Set(ear.heard.map(one => one.messages[0]?.id)).size).toBe(1)
  await until(async () => (await (await fetch(`${whatsapp.url}/_sim/phones/15550100777`)).text()).includes('"ticks":"delivered"'))
})

test('the pauses between tries follow the clock of the sandbox', async () => {
  const stage = await onStage({ webhookRetryMs: 3_600_000, webhookRetryCapMs: 3_600_000 })
  await until(() => stage.ear.heard.length === 1)
  await stage.ear.close()
  await stage.sim('phones/15550100777/messages', { text: 'again' })
  const tries = async () =>
    ((await stage.sim('webhooks')).body as { attempts: { status: number | null }[] }).attempts.filter(one => one.status === null).length
  await until(async () => (await tries()) === 1)
  await stage.sim('clock', { advance: '59m' })
  expect(await tries()).toBe(1)
  await stage.sim('clock', { advance: '2m' })
  await until(async () => (await tries()) === 2)
})

test('webhooks are doubled, dropped, delayed and signed wrongly on demand', async () => {
  const stage = await onStage()
  await until(() => stage.ear.heard.length === 1)
  const faults = [
    { match: { type: 'sent' }, action: { kind: 'duplicate-webhook' } },
    { match: { type: 'delivered' }, action: { kind: 'drop-webhook' } },
    { match: { type: 'text' }, action: { kind: 'wrong-signature' } },
  ]
  for (const fault of faults) expect((await stage.sim('faults', fault)).status).toBe(201)
  await stage.sendText('x')
  await until(() => statusesOf(stage.ear.heard).length === 2)
  await stage.sim('phones/15550100777/messages', { text: 'forged?' })
  await until(() => stage.ear.heard.length === 4)
  expect(statusesOf(stage.ear.heard)).toEqual(['sent', 'sent'])
  expect(stage.ear.heard.map(isGenuine)).toEqual([true, true, true, false])
  expect((await stage.received()).map(one => one.state)).toEqual(['delivered'])
})

test('a reordered status comes after the later one', async () => {
  const stage = await onStage()
  await stage.sim('faults', { match: { type: 'sent' }, action: { kind: 'reorder-webhook', byMs: 100 } })
  await stage.sendText('x')
  await until(() => statusesOf(stage.ear.heard).length === 2)
  expect(statusesOf(stage.ear.heard)).toEqual(['delivered', 'sent'])
})

test('a wrongly signed webhook that is refused comes again signed rightly', async () => {
  const ear = await openEar(count => (count === 1 ? 401 : 200))
  open.push(ear)
  const whatsapp = await startWhatsApp({ port: 0, webhookUrl: ear.url, webhookRetryMs: 10 })
  open.push({ close: whatsapp.stop })
  const post = (path: string, body: unknown) =>
    fetch(`${whatsapp.url}/_sim/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  await post('faults', { action: { kind: 'wrong-signature' } })
  await post('phones/15550100777/messages', { text: 'hello' })
  await until(() => ear.heard.length === 2)
  expect(ear.heard.map(isGenuine)).toEqual([false, true])
})

test('looking at the chat tells read, after whatever was still missing', async () => {
  const stage = await onStage({ sentDelayMs: 60_000, deliveredDelayMs: 90_000 })
  await stage.sendText('x')
  await stage.sim('phones/15550100777/read', {})
  await until(() => statusesOf(stage.ear.heard).length === 3)
  expect(statusesOf(stage.ear.heard).toSorted()).toEqual(['delivered', 'read', 'sent'])
  await stage.sim('clock', { advance: '5m' })
  await stage.sim('phones/15550100777/read', {})
  expect((await stage.received())[0]?.state).toBe('read')
  expect(statusesOf(stage.ear.heard).length).toBe(3)
})

test('a tap on a button answers with its id and the message it belongs to', async () => {
  const stage = await onStage()
  const action = { buttons: [{ type: 'reply', reply: { id: 'archive:9', title: 'Archive' } }] }
  await stage.graph({
    messaging_product: 'whatsapp',
    to: '15550100777',
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'Hi' }, action },
  })
  const [message] = await stage.received()
  const tapped = await stage.sim('phones/15550100777/messages', { tap: { wamid: message?.wamid, id: 'archive:9' } })
  expect(tapped.status).toBe(201)
  const taps = () => stage.ear.heard.flatMap(one => one.messages).filter(one => one.type === 'interactive')
  await until(() => taps().length === 1)
  expect(taps()[0]).toMatchObject({
    interactive: { type: 'button_reply', button_reply: { id: 'archive:9', title: 'Archive' } },
    context: { id: message?.wamid },
  })
  expect((await stage.sim('phones/15550100777/messages', { tap: { wamid: message?.wamid, id: 'none' } })).status).toBe(409)
})

test('webhooks go in batches when asked, their statuses beside each other, and each is settled', async () => {
  const stage = await onStage({ webhookBatch: 10, webhookBatchMs: '1h', sentDelayMs: 5, deliveredDelayMs: 10 })
  const passed = (isSo: () => boolean) => async () => (await stage.sim('clock', { advance: '1h' })).status === 200 && isSo()
  await until(passed(() => stage.ear.heard.length === 1))
  await Promise.all(['a', 'b', 'c'].map(text => stage.sendText(text)))
  await stage.sim('account', { quality: 'RED' })
  await until(passed(() => statusesOf(stage.ear.heard).length === 6))
  expect(stage.ear.heard.length).toBeLessThan(6)
  expect(stage.ear.heard.every(isGenuine)).toBe(true)
  await until(async () => ((await stage.sim('webhooks')).body as { unheard: unknown[] }).unheard.length === 0)
  expect(stage.ear.heard.some(one => one.body.includes('phone_number_quality_update'))).toBe(true)
})

test('as 360dialog sends them, webhooks bring a bearer and no signature', async () => {
  const stage = await onStage({ webhookAuth: 'bearer' })
  await until(() => stage.ear.heard.length === 1)
  expect(stage.ear.heard[0]).toMatchObject({ signature: 'undefined', authorization: 'Bearer sandbox-verify' })
})
