// Tests that trouble of WhatsApp itself fails no email, pauses the number once several phones are concerned, and ends at once.
import { expect, test } from 'vitest'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { testDatabase } from '../../test/database.ts'
import { claimTroubleNotices, readVisibleTrouble } from './number/trouble-notices-queue.ts'
import { endTrouble, readTrouble } from './number/trouble-queue.ts'
import { openTestbed, sent } from './testbed.fixture.ts'

const { db } = await testDatabase()
const down: Outcome = { kind: 'retry', reason: 'temporary', afterMs: null, scope: 'service' }
const minuteMs = 60_000

async function open(phones: number) {
  for (const table of ['lanes', 'deliveries', 'destinations', 'attempts', 'messenger_numbers'] as const)
    await db.deleteFrom(table).execute()
  const bed = openTestbed(db)
  const users = Array.from({ length: phones }, () => crypto.randomUUID())
  for (const userId of users) await bed.mail(userId, await bed.phoneOf(userId))
  const states = async () => (await db.selectFrom('deliveries').select('state').execute()).map(({ state }) => state)
  return { bed, host: bed.host('a'), states }
}

test('an hour in which every message fails costs no email, and is over at once when one gets through', async () => {
  const { bed, host, states } = await open(5)
  let attempts = 0
  for (let passed = 0; passed < 60 * minuteMs; passed += 5000) {
    bed.pass(5000)
    for (const claimed of await host.claim({ lanes: 10 })) {
      attempts++
      await host.recordOutcome(claimed, down)
    }
  }
  // Seen on screen as on hold, with the reason.
  expect(await states()).toEqual(Array(5).fill('held'))
  // A probe a minute, and a few until the number paused.
  expect(attempts).toBeLessThan(120)
  expect((await readTrouble(db, 'number'))?.pauses).toBeGreaterThan(10)
  const { since, isEverybodys } = await readVisibleTrouble(db, 'number', bed.now())
  if (!since) throw new Error('Nobody is told.')
  const claimNotices = () => db.transaction().execute(tx => claimTroubleNotices(tx, since, 50))
  expect([isEverybodys, (await claimNotices()).userIds.length, (await claimNotices()).userIds]).toEqual([true, 5, []])
  bed.pass(minuteMs)
  const [probe, ...others] = await host.claim({ lanes: 10 })
  if (!probe) throw new Error('Nothing was tried.')
  expect(others).toEqual([])
  await host.recordOutcome(probe, sent('wamid.1'))
  expect(await readTrouble(db, 'number')).toBeNull()
  expect(await readVisibleTrouble(db, 'number', bed.now())).toMatchObject({ since: null, endedAt: bed.now() })
  const rest = await host.claim({ lanes: 10 })
  expect(rest).toHaveLength(4)
  for (const claimed of rest) await host.recordOutcome(claimed, sent(`wamid.${claimed.deliveryId}`))
  expect(await states()).toEqual(Array(5).fill('accepted'))
})

test('a message that fails while others get through is given up, and holds up nobody else', async () => {
  const { bed, host } = await open(2)
  let mine: string | null = null
  for (let passed = 0; passed < 3 * 60 * minuteMs; passed += 30_000) {
    bed.pass(30_000)
    const claims = await host.claim({ lanes: 10 })
    for (const claimed of claims) {
      mine ??= claimed.userId
      await host.recordOutcome(claimed, claimed.userId === mine ? down : sent(`wamid.${claimed.deliveryId}`))
      if (claimed.userId !== mine) await bed.mail(claimed.userId, claimed.destinationId)
    }
  }
  const hers = await db.selectFrom('deliveries').select(['state', 'reason']).where('user_id', '=', String(mine)).execute()
  expect(hers).toEqual([{ state: 'failed', reason: 'gave_up' }])
})

test('when trouble ends, only what waited because of it is due earlier', async () => {
  const { bed, host } = await open(2)
  const [one, other] = await host.claim({ lanes: 2 })
  if (!one || !other) throw new Error('Nothing was claimed.')
  await host.recordOutcome(one, down)
  await host.recordOutcome(other, { kind: 'retry', reason: 'busy', afterMs: 10 * minuteMs, scope: 'delivery' })
  const now = bed.now()
  expect(await db.transaction().execute(tx => endTrouble(tx, 'number', now))).not.toBeNull()
  expect(await db.transaction().execute(tx => endTrouble(tx, 'number', now))).toBeNull()
  const dueOf = async (id: string) =>
    (await db.selectFrom('deliveries').select('due_at').where('id', '=', id).executeTakeFirstOrThrow()).due_at
  expect(await dueOf(one.deliveryId)).toEqual(now)
  expect((await dueOf(other.deliveryId))?.getTime()).toBeGreaterThan(now.getTime() + 9 * minuteMs)
})
