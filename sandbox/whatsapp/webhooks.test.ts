// Tests webhooks over real HTTP: signed byte for byte, repeated until acknowledged, with every fault that tests can request.
import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { listenForWebhooks, openSandbox, type ReceivedWebhook, until } from '../sandbox.fixture.ts'
import { startWhatsApp } from './start.ts'

const openResources: { close: () => Promise<void> }[] = []
afterEach(async () => {
  for (const webhook of openResources.splice(0)) await webhook.close()
})
const startSandbox = async (...options: Parameters<typeof openSandbox>) => {
  const sandbox = await openSandbox(...options)
  openResources.push(sandbox)
  return sandbox
}

const isGenuine = ({ body, signature }: ReceivedWebhook) =>
  signature === `sha256=${createHmac('sha256', 'sandbox-secret').update(body).digest('hex')}`
const statusesOf = (received: ReceivedWebhook[]) => received.flatMap(webhook => webhook.statuses.map(status => status.status))

test('a message is reported as sent and delivered, with callback data and pricing', async () => {
  const sandbox = await startSandbox()
  const sent = await sandbox.sendText('x', { biz_opaque_callback_data: 'delivery-7' })
  await until(() => statusesOf(sandbox.webhooks.received).length === 2)
  expect(statusesOf(sandbox.webhooks.received)).toEqual(['sent', 'delivered'])
  const [status] = sandbox.webhooks.received.flatMap(webhook => webhook.statuses)
  expect(sent.body).toMatchObject({ messages: [{ id: status?.id }] })
  expect(status).toMatchObject({
    biz_opaque_callback_data: 'delivery-7',
    recipient_id: '15550100777',
    pricing: { pricing_model: 'PMP', category: 'service' },
  })
})

test('the signature covers the raw bytes, which are escaped to ASCII', async () => {
  const sandbox = await startSandbox()
  await sandbox.sim('phones/15550100777/messages', { text: 'Grüße 👋 a/b' })
  await until(() => sandbox.webhooks.received.some(webhook => webhook.body.includes('\\u00fc')))
  const webhook = sandbox.webhooks.received.find(webhook => webhook.body.includes('\\u00fc'))
  expect(webhook && isGenuine(webhook)).toBe(true)
  expect(webhook?.body).toContain('Gr\\u00fc\\u00dfe \\ud83d\\udc4b a\\/b')
  expect(webhook?.body).toMatch(/^[\x20-\x7e]+$/)
  expect(webhook?.messages[0]).toMatchObject({ from: '15550100777', type: 'text', text: { body: 'Grüße 👋 a/b' } })
  const reserialized = JSON.stringify(JSON.parse(webhook?.body ?? ''))
  expect(webhook && isGenuine({ ...webhook, body: reserialized })).toBe(false)
})

test('a refused webhook is repeated until it is acknowledged', async () => {
  const webhooks = await listenForWebhooks(count => (count < 3 ? 500 : 200))
  openResources.push(webhooks)
  const whatsapp = await startWhatsApp({ port: 0, webhookUrl: webhooks.url, webhookRetryMs: 10 })
  openResources.push({ close: whatsapp.stop })
  await fetch(`${whatsapp.url}/_sim/phones/15550100777/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"hello"}',
  })
  await until(() => webhooks.received.length === 3)
  expect(new Set(webhooks.received.map(webhook => webhook.messages[0]?.id)).size).toBe(1)
  await until(async () => (await (await fetch(`${whatsapp.url}/_sim/phones/15550100777`)).text()).includes('"ticks":"delivered"'))
})

test('the delays between attempts follow the clock of the sandbox', async () => {
  const sandbox = await startSandbox({ webhookRetryMs: 3_600_000, webhookRetryCapMs: 3_600_000 })
  await until(() => sandbox.webhooks.received.length === 1)
  await sandbox.webhooks.close()
  await sandbox.sim('phones/15550100777/messages', { text: 'again' })
  const failedAttempts = async () =>
    ((await sandbox.sim('webhooks')).body as { attempts: { status: number | null }[] }).attempts.filter(webhook => webhook.status === null)
      .length
  await until(async () => (await failedAttempts()) === 1)
  await sandbox.sim('clock', { advance: '59m' })
  expect(await failedAttempts()).toBe(1)
  await sandbox.sim('clock', { advance: '2m' })
  await until(async () => (await failedAttempts()) === 2)
})

test('webhooks are duplicated, dropped, delayed and signed wrongly on request', async () => {
  const sandbox = await startSandbox()
  await until(() => sandbox.webhooks.received.length === 1)
  const faultList = [
    { match: { type: 'sent' }, action: { kind: 'duplicate-webhook' } },
    { match: { type: 'delivered' }, action: { kind: 'drop-webhook' } },
    { match: { type: 'text' }, action: { kind: 'wrong-signature' } },
  ]
  for (const fault of faultList) expect((await sandbox.sim('faults', fault)).status).toBe(201)
  await sandbox.sendText('x')
  await until(() => statusesOf(sandbox.webhooks.received).length === 2)
  await sandbox.sim('phones/15550100777/messages', { text: 'forged?' })
  await until(() => sandbox.webhooks.received.length === 4)
  expect(statusesOf(sandbox.webhooks.received)).toEqual(['sent', 'sent'])
  expect(sandbox.webhooks.received.map(isGenuine)).toEqual([true, true, true, false])
  expect((await sandbox.received()).map(webhook => webhook.state)).toEqual(['delivered'])
})

test('a reordered status arrives after the later one', async () => {
  const sandbox = await startSandbox()
  await sandbox.sim('faults', { match: { type: 'sent' }, action: { kind: 'reorder-webhook', byMs: 100 } })
  await sandbox.sendText('x')
  await until(() => statusesOf(sandbox.webhooks.received).length === 2)
  expect(statusesOf(sandbox.webhooks.received)).toEqual(['delivered', 'sent'])
})

test('a wrongly signed webhook that is refused is repeated with the right signature', async () => {
  const webhooks = await listenForWebhooks(count => (count === 1 ? 401 : 200))
  openResources.push(webhooks)
  const whatsapp = await startWhatsApp({ port: 0, webhookUrl: webhooks.url, webhookRetryMs: 10 })
  openResources.push({ close: whatsapp.stop })
  const post = (path: string, body: unknown) =>
    fetch(`${whatsapp.url}/_sim/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  await post('faults', { action: { kind: 'wrong-signature' } })
  await post('phones/15550100777/messages', { text: 'hello' })
  await until(() => webhooks.received.length === 2)
  expect(webhooks.received.map(isGenuine)).toEqual([false, true])
})

test('opening the chat reports read, after any missing statuses', async () => {
  const sandbox = await startSandbox({ sentDelayMs: 60_000, deliveredDelayMs: 90_000 })
  await sandbox.sendText('x')
  await sandbox.sim('phones/15550100777/read', {})
  await until(() => statusesOf(sandbox.webhooks.received).length === 3)
  expect(statusesOf(sandbox.webhooks.received).toSorted()).toEqual(['delivered', 'read', 'sent'])
  await sandbox.sim('clock', { advance: '5m' })
  await sandbox.sim('phones/15550100777/read', {})
  expect((await sandbox.received())[0]?.state).toBe('read')
  expect(statusesOf(sandbox.webhooks.received).length).toBe(3)
})

test('tapping a button reports its id and message', async () => {
  const sandbox = await startSandbox()
  const action = { buttons: [{ type: 'reply', reply: { id: 'archive:9', title: 'Archive' } }] }
  await sandbox.graph({
    messaging_product: 'whatsapp',
    to: '15550100777',
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'Hi' }, action },
  })
  const [message] = await sandbox.received()
  const response = await sandbox.sim('phones/15550100777/messages', { tap: { wamid: message?.wamid, id: 'archive:9' } })
  expect(response.status).toBe(201)
  const replies = () => sandbox.webhooks.received.flatMap(webhook => webhook.messages).filter(webhook => webhook.type === 'interactive')
  await until(() => replies().length === 1)
  expect(replies()[0]).toMatchObject({
    interactive: { type: 'button_reply', button_reply: { id: 'archive:9', title: 'Archive' } },
    context: { id: message?.wamid },
  })
  expect((await sandbox.sim('phones/15550100777/messages', { tap: { wamid: message?.wamid, id: 'none' } })).status).toBe(409)
})

test('webhooks can be batched with their statuses side by side, and each is acknowledged', async () => {
  const sandbox = await startSandbox({ webhookBatch: 10, webhookBatchMs: '1h', sentDelayMs: 5, deliveredDelayMs: 10 })
  const afterAdvancing = (condition: () => boolean) => async () =>
    (await sandbox.sim('clock', { advance: '1h' })).status === 200 && condition()
  await until(afterAdvancing(() => sandbox.webhooks.received.length === 1))
  await Promise.all(['a', 'b', 'c'].map(text => sandbox.sendText(text)))
  await sandbox.sim('account', { quality: 'RED' })
  await until(afterAdvancing(() => statusesOf(sandbox.webhooks.received).length === 6))
  expect(sandbox.webhooks.received.length).toBeLessThan(6)
  expect(sandbox.webhooks.received.every(isGenuine)).toBe(true)
  await until(async () => ((await sandbox.sim('webhooks')).body as { unheard: unknown[] }).unheard.length === 0)
  expect(sandbox.webhooks.received.some(webhook => webhook.body.includes('phone_number_quality_update'))).toBe(true)
})

test('webhooks as sent by 360dialog have a bearer token and no signature', async () => {
  const sandbox = await startSandbox({ webhookAuth: 'bearer' })
  await until(() => sandbox.webhooks.received.length === 1)
  expect(sandbox.webhooks.received[0]).toMatchObject({ signature: 'undefined', authorization: 'Bearer sandbox-verify' })
})
