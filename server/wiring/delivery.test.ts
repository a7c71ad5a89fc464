// Tests that a delivery leaves only while its claim holds, however long a look-up takes or a host is frozen.
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { plainView } from '../../core/filters/testing/plain-message.fixture.ts'
import { startWhatsApp } from '../../sandbox/whatsapp/start.ts'
import { testDatabase } from '../../test/database.ts'
import { createContext } from '../../test/faults/lanes/world.ts'
import { keepMail } from '../../test/kept-mail.ts'
import { systemClock } from '../foundation/clock.ts'
import { newId } from '../foundation/seal.ts'
import { deliveryWorkerDeps } from './delivery.ts'

const { db } = await testDatabase()
const sandbox = await startWhatsApp({ port: 0, webhookUrl: null, pairRate: false, window: 'sync' })
afterAll(() => sandbox.stop())
const context = createContext(db, systemClock, { SANDBOX_URL: sandbox.url, WHATSAPP_GRAPH_URL: sandbox.url })
const now = systemClock.now()
const phone = '15550100999'
const leaseUntil = new Date(now.getTime() + 60_000)

async function claimed() {
  const [userId, deliveryId, destinationId] = [newId(now), newId(now), newId(now)]
  const messageId = await keepMail(db, await context.keys.contentKeyOf(db, userId), userId, plainView({ subject: 'late' }), now)
  const at = { attempts: 1, usage_month: '2026-11', created_at: now, updated_at: now, state: 'sending' as const, kind: 'mail' as const }
  await db
    .insertInto('deliveries')
    .values({ user_id: userId, id: deliveryId, message_id: messageId, destination_id: destinationId, ...at })
    .execute()
  await db.insertInto('attempts').values({ user_id: userId, delivery_id: deliveryId, n: 1, started_at: now }).execute()
  return {
    ...{ userId, deliveryId, kind: 'mail' as const, messageId, memberIds: [], filterId: null, destinationId, waId: phone, waUserId: null },
    ...{ attempt: 1, startedAt: now, leaseUntil, nextTokenAt: now, probesPause: null, mayMeetTrouble: false },
  }
}

const Sent = z.object({ messages: z.array(z.unknown()) })
const countSent = async () => Sent.parse(await (await fetch(`${sandbox.url}/_sim/messages`)).json()).messages.length

test('a claim that another worker took during the look-up sends nothing', async () => {
  const one = await claimed()
  const endAttempt = () => db.updateTable('attempts').set({ ended_at: now }).where('delivery_id', '=', one.deliveryId).execute()
  const before = await countSent()
  const outcome = await deliveryWorkerDeps(context, Math.random, undefined, endAttempt).prepare(one)(null)
  expect(outcome).toMatchObject({ kind: 'retry', reason: 'claim_lost' })
  expect(await countSent()).toBe(before)
})

test('a host that was frozen until its claim ran out sends nothing', async () => {
  let at = now
  const frozen = { ...context, clock: { ...systemClock, now: () => at } }
  const outcome = await deliveryWorkerDeps(frozen, Math.random, step => {
    if (step === 'send:dispatched') at = leaseUntil
  }).prepare(await claimed())(null)
  expect(outcome).toMatchObject({ kind: 'retry', reason: 'claim_lost' })
})

test('while WhatsApp takes no messages, no second try is spent on finding out, though it tells our number', async () => {
  const number = { kind: 'number' as const, displayNumber: null, verifiedName: null, quality: null, throughput: null }
  const down = { kind: 'transport' as const, mayHaveArrived: true, reason: 'html' }
  const refused = {
    kind: 'graph' as const,
    status: 400,
    code: 131_009,
    subcode: null,
    isTransient: false,
    message: '',
    details: null,
    retryAfterMs: null,
  }
  const asking = (markRead: typeof down | typeof refused) =>
    deliveryWorkerDeps(
      { ...context, graph: { ...context.graph, numberInfo: async () => number, markRead: async () => markRead } },
      Math.random,
    )
  const second = { ...(await claimed()), attempt: 2, mayMeetTrouble: true }
  expect(await asking(down).prepare(second)(null)).toMatchObject({ kind: 'retry', reason: 'temporary', scope: 'service' })
  expect(await asking(refused).prepare(second)(null)).not.toMatchObject({ scope: 'service' })
})
