// Tests that a delivery leaves only while its claim holds, however long the look-up of WhatsApp's name takes.
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
    ...{ attempt: 1, startedAt: now, leaseUntil: now, nextTokenAt: now, probesPause: null },
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
