// Tests escalation on PostgreSQL: by time, by reports, on two hosts at once, and with lost commits.
import { beforeEach, expect, test } from 'vitest'
import { initialDeliveryDefaults } from '../../../core/delivery/schedule.ts'
import type { DeliveryPreferences } from '../../../core/filters/delivery-preferences.ts'
import { testDatabase } from '../../../test/database.ts'
import { openLog } from '../../foundation/log.ts'
import { newId } from '../../foundation/seal.ts'
import { enqueue } from '../queue.ts'
import { changeDestination } from '../store.ts'
import { grantAll, minuteMs, month, openTestbed, sent } from '../testbed.fixture.ts'
import { type EscalationDeps, escalateDue } from './escalate.ts'
import { acknowledge, beginEscalations, readEscalation } from './store.ts'

const { db } = await testDatabase()
const preferences: DeliveryPreferences = { isUrgent: false, digest: null, quiet: null, perHour: null }

beforeEach(async () => {
  for (const table of ['lanes', 'deliveries', 'destinations', 'attempts', 'escalations', 'set_aside'] as const)
    await db.deleteFrom(table).execute()
})

async function chainOf(phones = 3, thenEmail = true) {
  const bed = openTestbed(db)
  const userId = newId(bed.now())
  const ids: string[] = []
  for (let n = 0; n < phones; n++) ids.push(await bed.phoneOf(userId, `Phone ${n}`, `1555010020${n}`))
  const [first = ''] = ids
  const [messageId, filterId] = [newId(bed.now()), newId(bed.now())]
  const sentEmails: string[] = []
  const wakes: string[] = []
  const errors: unknown[] = []
  const deps: EscalationDeps = {
    db,
    log: openLog('silent'),
    clock: { now: bed.now, sleep: async () => undefined, every: () => ({ stop: async () => undefined }) },
    ...grantAll,
    onFinal: bed.onFinal,
    deliveryDefaultsOf: async () => initialDeliveryDefaults,
    sendByEmail: async (_tx, _userId, mail) => void sentEmails.push(mail.messageId),
    wake: () => void wakes.push('woken'),
    onError: error => void errors.push(error),
  }
  const privacy = { show: 'summary' as const, redact: { what: ['codes' as const], patterns: [] } }
  await db.transaction().execute(async tx => {
    const mail = { id: newId(bed.now()), messageId, filterId, destinationId: first, usageMonth: month, held: null, ...privacy }
    await enqueue(tx, userId, [mail], bed.now())
    const steps = ids.map(destinationId => ({ destinationId, isLinked: true, preferences, ...privacy }))
    await beginEscalations(
      tx,
      userId,
      [{ messageId, destinationId: first, chain: { filterId, afterMinutes: 10, thenEmail, steps } }],
      bed.now(),
    )
  })
  const { id } = await db.selectFrom('escalations').select('id').executeTakeFirstOrThrow()
  const kept = () => readEscalation(db, userId, id)
  const deliveries = () =>
    db.selectFrom('deliveries').select(['id', 'destination_id', 'state', 'reason', 'show', 'redact']).orderBy('seq').execute()
  const look = () => escalateDue(deps)
  /** Sends everything that is waiting. */
  const sendAll = async () => {
    for (const one of await bed.host('a').claim()) await bed.host('a').recordOutcome(one, sent(`wamid.${one.deliveryId}`))
  }
  return {
    ...{ bed, userId, ids, deps, sentEmails, wakes, errors, kept, deliveries, look, sendAll },
    ends: async () => (await kept())?.steps.map(step => step.end),
    to: async () => (await deliveries()).map(row => ids.indexOf(row.destination_id)),
    pass: async (minutes: number) => {
      bed.pass(minutes * minuteMs)
      await look()
      await sendAll()
    },
  }
}

test('unread for ten minutes it is sent to the next phone, with that phone’s privacy, and finally reported by email', async () => {
  const { look, sendAll, pass, to, ends, sentEmails, deliveries, kept, errors } = await chainOf()
  await look()
  await sendAll()
  await pass(9)
  expect(await to()).toEqual([0])
  await pass(1)
  expect(await to()).toEqual([0, 1])
  expect((await deliveries())[1]).toMatchObject({ state: 'accepted', show: 'summary', redact: { what: ['codes'], patterns: [] } })
  await pass(10)
  expect(await to()).toEqual([0, 1, 2])
  expect(sentEmails).toHaveLength(0)
  await pass(10)
  await pass(100)
  expect(sentEmails).toHaveLength(1)
  expect([await ends(), (await kept())?.state, errors]).toEqual([['unread', 'unread', 'unread'], 'unanswered', []])
})

test('reading it ends the escalation at once, and waiting deliveries are cancelled with a reason', async () => {
  const { bed, look, pass, ends, to, deliveries, ids, sendAll } = await chainOf()
  await look()
  await sendAll()
  bed.pass(10 * minuteMs)
  await look()
  const [first] = await deliveries()
  await bed.report({ wamid: `wamid.${first?.id}`, status: 'read' })
  await look()
  expect(await ends()).toEqual(['read', 'taken', 'taken'])
  expect(await deliveries()).toMatchObject([{ state: 'read' }, { destination_id: ids[1], state: 'cancelled', reason: 'taken' }])
  expect(bed.usageChanges.map(one => one.outcome)).toEqual(['delivered', 'returned'])
  await pass(100)
  expect(await to()).toHaveLength(2)
})

test('an acknowledgment stops it too, and may be repeated', async () => {
  const { bed, userId, look, pass, ends, kept, deliveries, sendAll, to } = await chainOf()
  await look()
  await sendAll()
  await pass(10)
  const second = (await deliveries())[1]?.id ?? ''
  for (const minutes of [1, 2]) {
    bed.pass(minutes * minuteMs)
    expect(await db.transaction().execute(tx => acknowledge(tx, userId, second, bed.now()))).toBe('noted')
    await look()
  }
  expect([await ends(), (await kept())?.state, await to()]).toEqual([['unread', 'acknowledged', 'taken'], 'taken', [0, 1]])
  expect(await db.transaction().execute(tx => acknowledge(tx, userId, newId(bed.now()), bed.now()))).toBe('gone')
})

test('no time is lost on a phone that cannot receive it: the next gets it at once', async () => {
  const failing = await chainOf()
  await failing.look()
  await failing.sendAll()
  const [first] = await failing.deliveries()
  await failing.bed.report({ wamid: `wamid.${first?.id}`, status: 'failed', error: { code: 131026, detail: null } })
  await failing.look()
  expect([await failing.to(), await failing.ends()]).toEqual([
    [0, 1],
    ['undelivered', null, null],
  ])
})

test('a paused phone and a removed one are skipped at once', async () => {
  const resting = await chainOf()
  const { bed, userId, ids } = resting
  const until = new Date(bed.now().getTime() + 60 * minuteMs)
  await db.transaction().execute(async tx => {
    await changeDestination(tx, userId, ids[0] ?? '', { paused_until: until })
    await tx
      .deleteFrom('destinations')
      .where('id', '=', ids[1] ?? '')
      .execute()
  })
  await resting.look()
  expect([await resting.to(), await resting.ends()]).toEqual([
    [0, 2],
    ['resting', 'removed', null],
  ])
})

test('two concurrent hosts and a lost commit still send it on only once', async () => {
  const { bed, look, deps, to, errors, kept, deliveries } = await chainOf()
  await look()
  bed.pass(10 * minuteMs)
  let dies = true
  const dying = {
    ...deps,
    deliveryDefaultsOf: async () => {
      if (!dies) return initialDeliveryDefaults
      dies = false
      throw new Error('killed')
    },
  }
  await escalateDue(dying)
  expect([errors.length, await to()]).toEqual([1, [0]])
  bed.pass(1_000)
  await Promise.all([look(), look(), look()])
  await look()
  expect([await to(), (await kept())?.state]).toEqual([[0, 1], 'open'])
  expect((await deliveries()).map(row => row.state)).toEqual(['queued', 'queued'])
  expect(errors).toHaveLength(1)
})

test('one that always fails is tried ever more seldom, with one alarm, and goes on once it works', async () => {
  const { bed, look, to, errors, deps } = await chainOf()
  await look()
  bed.pass(10 * minuteMs)
  let tries = 0
  const failing = {
    ...deps,
    deliveryDefaultsOf: async () => {
      tries++
      throw new TypeError('a bug of ours')
    },
  }
  for (let second = 0; second <= 600; second++) {
    await escalateDue(failing)
    bed.pass(1_000)
  }
  // After 1, 5, 30, 120 seconds, and then every five minutes.
  expect([tries, errors.length]).toEqual([6, 6])
  expect(await db.selectFrom('set_aside').select(['kind', 'error', 'attempts']).where('set_aside_at', 'is not', null).execute()).toEqual([
    { kind: 'escalation', error: 'TypeError', attempts: 6 },
  ])
  bed.pass(5 * minuteMs)
  await look()
  expect([await to(), await db.selectFrom('set_aside').selectAll().execute()]).toEqual([[0, 1], []])
})

test('trouble of the database counts against no escalation', async () => {
  const { bed, look, to, deps } = await chainOf()
  await look()
  bed.pass(10 * minuteMs)
  await escalateDue({ ...deps, deliveryDefaultsOf: () => Promise.reject(new Error('Connection terminated unexpectedly')) })
  expect(await db.selectFrom('set_aside').selectAll().execute()).toEqual([])
  await look()
  expect(await to()).toEqual([0, 1])
})
