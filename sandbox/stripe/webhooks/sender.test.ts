// Tests how events reach endpoints: signed, retried, repeated, spoiled on request, and kept over a restart.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSandboxClock, type SandboxClock } from '../../clock.ts'
import { seededRandom } from '../../random.ts'
import { openStripeFaults, stripeFaultShape } from '../sim/faults.ts'
import type { StripeEndpoint } from './attempt.ts'
import { eventually, listenForEvents } from './listener.fixture.ts'
import { openSender, type WebhookSender } from './sender.ts'
import { changeWebhookSettings, webhookSettingsShape } from './settings.ts'

const { webhooks } = new Stripe('sk_test_sandbox')
const secret = 'whsec_one'
const days = (count: number) => count * 86_400_000

let clock: SandboxClock
let folder: string
let cleanups: (() => unknown)[]
beforeEach(() => {
  clock = openSandboxClock()
  folder = mkdtempSync(join(tmpdir(), 'stripe-'))
  cleanups = []
})
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
  clock.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Setup {
  respond?: (count: number) => number | Promise<number>
  dataDir?: string
  endpoint?: Partial<StripeEndpoint>
  /** Long, so that a busy machine repeats nothing. */
  timeoutMs?: number
}

async function open({ respond, dataDir, endpoint = {}, timeoutMs = 20_000 }: Setup = {}) {
  const listener = await listenForEvents(respond)
  const faults = openStripeFaults()
  const chance = seededRandom(1)
  const endpoints = [{ id: 'we_1', url: listener.url, secrets: [secret], apiVersion: '2026-10-28.endive', events: ['*'], ...endpoint }]
  let isDown = false
  const settings = changeWebhookSettings(webhookSettingsShape.parse({}), {
    webhookRetryMs: 20,
    webhookJitterMs: 0,
    webhookTimeoutMs: timeoutMs,
  })
  const sender = openSender({
    clock,
    settings: () => settings,
    faults,
    chance: () => chance,
    endpoints: () => endpoints,
    isDown: () => isDown,
    dataDir: dataDir ?? null,
  })
  cleanups.push(() => sender.stop(), listener.close)
  const setDown = (down: boolean) => {
    isDown = down
  }
  const add = (fault: object) => faults.add(stripeFaultShape.parse(fault), clock.now())
  return { sender, received: listener.received, endpoints, setDown, add }
}

let count = 0
const event = (type = 'customer.updated') => ({
  id: `evt_${++count}`,
  object: 'event',
  type,
  livemode: false,
  data: { object: { id: 'cus_1', name: 'Zoë ✓' } },
})

const isAccepted = ({ body, signature }: { body: string; signature: string }, key = secret, now = clock.now()): boolean => {
  try {
    webhooks.constructEvent(body, signature, key, undefined, undefined, now)
    return true
  } catch {
    return false
  }
}

const isIdle = (sender: WebhookSender) => () => sender.waiting().length === 0

test('an event arrives once, signed so that stripe-node accepts it, with the version of its endpoint', async () => {
  const { sender, received } = await open({ endpoint: { apiVersion: '2024-06-20' } })
  const sent = event()
  sender.enqueue(sent)
  await eventually(isIdle(sender))
  expect(received).toHaveLength(1)
  const [first] = received
  if (!first) throw new Error('nothing arrived')
  expect(webhooks.constructEvent(first.body, first.signature, secret)).toEqual({ ...sent, api_version: '2024-06-20' })
  expect(isAccepted(first, 'whsec_other')).toBe(false)
})

test('during a rotation both secrets sign', async () => {
  const { sender, received } = await open({ endpoint: { secrets: [secret, 'whsec_two'] } })
  sender.enqueue(event())
  await eventually(() => received.length === 1)
  const [first] = received
  expect(first?.signature.match(/v1=/g)).toHaveLength(2)
  expect(first && [isAccepted(first), isAccepted(first, 'whsec_two'), isAccepted(first, 'whsec_three')]).toEqual([true, true, false])
})

test('an endpoint gets only the types that it wants', async () => {
  const { sender, received } = await open({ endpoint: { events: ['invoice.paid'] } })
  for (const type of ['customer.updated', 'invoice.paid']) sender.enqueue(event(type))
  await eventually(isIdle(sender))
  expect(received.map(one => one.type)).toEqual(['invoice.paid'])
})

test('errors, redirects and timeouts are retried with growing delays until the endpoint accepts', async () => {
  const answers = [500, 302, 404]
  const slow = () => new Promise<number>(() => {})
  const { sender, received } = await open({ timeoutMs: 2000, respond: number => answers[number - 1] ?? (number === 4 ? slow() : 204) })
  sender.enqueue(event())
  await eventually(isIdle(sender))
  expect(new Set(received.map(one => one.id)).size).toBe(1)
  expect(sender.attempts().map(attempt => attempt.status)).toEqual([500, 302, 404, null, 204])
  const times = sender.attempts().map(attempt => attempt.at)
  expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(40)
})

test('after three days of failures an event is given up', async () => {
  const { sender, received } = await open({ respond: () => 500 })
  sender.enqueue(event())
  await eventually(async () => {
    clock.advance(3_600_000)
    await new Promise(resolve => setTimeout(resolve, 3))
    return sender.waiting().length === 0
  })
  expect(received.length).toBeGreaterThan(50)
  expect(received.length).toBeLessThan(200)
})

test('a jump of the clock alone loses nothing', async () => {
  const { sender, received } = await open({ respond: number => (number === 1 ? 500 : 200) })
  sender.enqueue(event())
  await eventually(() => received.length === 1)
  clock.advance(days(30))
  await eventually(isIdle(sender))
  expect(sender.attempts().at(-1)?.status).toBe(200)
})

test('what is dropped for two days arrives then, what is dropped for four days never does', async () => {
  const { sender, received, add } = await open()
  add({ forMs: '2d', action: { kind: 'drop' } })
  sender.enqueue(event('invoice.paid'))
  await eventually(() => sender.attempts().length > 2)
  clock.advance(days(2) + 3_600_000)
  await eventually(isIdle(sender))
  expect(received.map(one => one.type)).toEqual(['invoice.paid'])
  add({ forMs: '4d', action: { kind: 'drop' } })
  sender.enqueue(event('invoice.voided'))
  await eventually(() => sender.attempts().at(-1)?.type === 'invoice.voided')
  clock.advance(days(5))
  await eventually(isIdle(sender))
  expect(received).toHaveLength(1)
})

test('events are repeated, reordered and lost on request', async () => {
  const { sender, received, add } = await open()
  add({ match: { event: 'a.*' }, action: { kind: 'duplicate', copies: 4 } })
  add({ match: { event: 'b' }, action: { kind: 'lose' } })
  add({ match: { event: 'c' }, times: null, action: { kind: 'reorder', withinMs: 200 } })
  for (const type of ['a.x', 'b', 'c', 'c', 'c', 'c', 'c', 'c']) sender.enqueue(event(type))
  const sent = Array.from({ length: 6 }, (_, index) => `evt_${count - 5 + index}`)
  await eventually(isIdle(sender))
  const ids = (type: string) => received.filter(one => one.type === type).map(one => one.id)
  expect([ids('a.x').length, new Set(ids('a.x')).size, ids('b').length]).toEqual([5, 1, 0])
  expect(ids('c').toSorted()).toEqual(sent.toSorted())
  expect(ids('c')).not.toEqual(sent)
})

test.each([
  ['wrong-secret', { kind: 'wrong-secret' }],
  ['stale', { kind: 'stale', ageMs: '10m' }],
  ['truncate', { kind: 'truncate' }],
  ['mutate', { kind: 'mutate' }],
])('an attempt is spoiled so that stripe-node refuses it, and the next is right: %s', async (kind, action) => {
  const isRefusedOnce: number[] = []
  const { sender, received, add } = await open({
    respond: number => {
      const one = received[number - 1]
      const status = one && isAccepted(one) ? 200 : 400
      isRefusedOnce.push(status)
      return status
    },
  })
  add({ action })
  sender.enqueue(event())
  await eventually(isIdle(sender))
  expect(isRefusedOnce).toEqual([400, 200])
  expect(sender.attempts().map(attempt => attempt.spoiled)).toEqual([kind, null])
})

test('a timestamp of tomorrow is signed rightly; only an upper bound of our own refuses it', async () => {
  const { sender, received, add } = await open()
  add({ action: { kind: 'future', aheadMs: '24h' } })
  sender.enqueue(event())
  await eventually(isIdle(sender))
  const seconds = Number(/t=(\d+)/.exec(received[0]?.signature ?? '')?.[1])
  expect(Math.round(seconds - clock.now() / 1000)).toBeCloseTo(86_400, -1)
  expect(received.map(one => isAccepted(one))).toEqual([true])
})

test('during an outage nothing leaves, and all of it afterward', async () => {
  const { sender, received, setDown } = await open()
  setDown(true)
  for (let index = 0; index < 5; index++) sender.enqueue(event())
  await new Promise(resolve => setTimeout(resolve, 60))
  expect([received.length, sender.waiting().length]).toEqual([0, 5])
  setDown(false)
  await eventually(isIdle(sender))
  expect(received).toHaveLength(5)
})

test('what nobody acknowledged survives a restart, what was acknowledged does not come again', async () => {
  const first = await open({ dataDir: folder, respond: number => (number === 1 ? 200 : 500) })
  first.sender.enqueue(event('first'))
  await eventually(isIdle(first.sender))
  first.sender.enqueue(event('second'))
  await eventually(() => first.received.length === 2)
  first.sender.stop()
  const second = await open({ dataDir: folder })
  await eventually(isIdle(second.sender))
  expect(second.received.map(one => one.type)).toEqual(['second'])
})
