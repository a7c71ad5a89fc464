// Tests, end to end, what a person sees for a paused phone, and for a message with contradictory WhatsApp reports.
import { createHmac } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import * as delivery from '../core/api/delivery.ts'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import {
  addFilter,
  linkPhone,
  type Person,
  patience,
  phoneWrites,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from './running.ts'

const { db, url } = await testDatabase()
const METRICS_TOKEN = 'a-token-for-the-figures'
const product = await runProduct(url, { METRICS_TOKEN })
const phone = '15550107001'
let maya: Person
let address: string
let destinationId: string

beforeAll(async () => {
  maya = await signUp(product, 'maya')
  address = (await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
  destinationId = (await linkPhone(product, maya, phone)).id
  await addFilter(maya, 'invoice')
})

const lastOn = async () => (await textsOn(product, phone)).at(-1)

test('after PAUSE a phone gets nothing and learns for how long; email waits with the reason, and RESUME delivers it', async () => {
  await phoneWrites(product, phone, 'Pause 2h')
  await expect.poll(lastOn, patience).toContain('Paused for 2 hours')
  const { items } = await maya.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')
  expect(items).toMatchObject([{ pausedUntil: expect.any(String) }])
  await sendMail(product, address, { subject: 'Invoice while resting' })
  await vi.waitFor(async () => {
    const held = await untilMessageState(maya, 'Invoice while resting', 'held', 'held')
    expect(held.reason).toContain('This phone is paused')
  }, patience)
  await phoneWrites(product, phone, 'RESUME')
  await untilMessageState(maya, 'Invoice while resting', 'forwarded', 'delivered')
  expect((await textsOn(product, phone)).slice(-2).join()).toContain('Resumed.')
})

test('a pause that was set on the web can be ended on the web', async () => {
  const change = (body: unknown) => maya.ask(delivery.changeDestinationApi, 'PATCH', `/api/destinations/${destinationId}`, body)
  const pausedUntil = new Date(Date.now() + 3_600_000).toISOString()
  expect(await change({ pausedUntil, name: 'At work' })).toMatchObject({ pausedUntil, name: 'At work' })
  await sendMail(product, address, { subject: 'Invoice for later' })
  await untilMessageState(maya, 'Invoice for later', 'held')
  await change({ pausedUntil: null })
  await untilMessageState(maya, 'Invoice for later', 'forwarded', 'delivered')
})

test('a message that is called delivered and failed shows both, and is counted for the operator', async () => {
  await sendMail(product, address, { subject: 'Invoice twice told' })
  const { deliveries } = await untilMessageState(maya, 'Invoice twice told', 'forwarded', 'delivered')
  const { wamid } = await db
    .selectFrom('deliveries')
    .select('wamid')
    .where('id', '=', deliveries[0]?.id ?? '')
    .executeTakeFirstOrThrow()
  for (const _ of [1, 2]) expect((await tellFailed(wamid ?? '')).status).toBe(200)
  const told = await untilMessageState(maya, 'Invoice twice told', 'forwarded', 'delivered')
  expect(told.deliveries).toMatchObject([
    { incident: 'delivered_and_failed', reason: expect.stringContaining('both delivered and failed') },
  ])
  const readFigures = (headers: Record<string, string>) => fetch(`${product.url}/metrics`, { headers })
  expect((await readFigures({})).status).toBe(401)
  const figures = await (await readFigures({ authorization: `Bearer ${METRICS_TOKEN}` })).text()
  expect(figures).toContain('mailferry_incidents_total{kind="delivered_and_failed"} 1')
})

function tellFailed(wamid: string): Promise<Response> {
  const status = {
    id: wamid,
    status: 'failed',
    timestamp: String(Math.floor(Date.now() / 1000)),
    errors: [{ code: 131026, title: 'Undeliverable' }],
  }
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: '100000000000001' }, statuses: [status] }
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })
  const signature = createHmac('sha256', 'sandbox-secret').update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
  return fetch(`${product.url}/webhooks/whatsapp`, { method: 'POST', headers, body })
}
