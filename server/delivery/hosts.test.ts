// Tests several concurrent hosts on PostgreSQL, with taps, closed windows and reports: each email arrives once.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { closeWindow, openWindow } from './store.ts'
import { hourMs, minuteMs, openTestbed, sent } from './testbed.fixture.ts'

const { db } = await testDatabase()

test('announcements, digests and urgent emails from many hosts reach each phone once', async () => {
  const bed = openTestbed(db, undefined, { digestFrom: 3, announcePatienceMs: 0, announceGapMs: minuteMs })
  const anna = crypto.randomUUID()
  const phones = await Promise.all([1, 2, 3, 4].map(i => bed.phoneOf(anna, `Phone ${i}`, `1555300${i}`)))
  const arrived = new Map<string, number>()
  const inTransaction = (work: (tx: Tx) => Promise<void>) => db.transaction().execute(work)
  let round = 0
  const hosts = ['a', 'b', 'c'].map(name => async () => {
    const host = bed.host(name)
    for (const one of await host.claim({ lanes: 3 })) {
      const outcomes = round % 3 === 0 ? [{ kind: 'retry', reason: 'temporary', afterMs: 1_000, scope: 'delivery' } as const] : []
      const outcome = outcomes[0] ?? sent(`wamid.${one.deliveryId}.${one.attempt}`)
      for (const id of one.kind === 'digest' ? one.memberIds : one.kind === 'mail' ? [one.deliveryId] : [])
        if (outcome.kind === 'sent') arrived.set(id, (arrived.get(id) ?? 0) + 1)
      await host.recordOutcome(one, outcome)
      if (outcome.kind === 'sent') await bed.report({ wamid: outcome.wamid, status: 'delivered' })
    }
  })
  const mails: string[] = []
  const came = async (phone: string, n: number, urgent: boolean) => void mails.push(...(await bed.mail(anna, phone, n, { urgent })))
  const heard = (phone: string) => inTransaction(tx => openWindow(tx, anna, phone, bed.now()))
  const shut = (phone: string) => inTransaction(tx => closeWindow(tx, anna, phone, bed.now()))
  for (round = 0; round < 20; round++) {
    const [a = '', b = '', c = '', d = ''] = phones.map((_, i) => phones[(i + round) % phones.length])
    await Promise.all([came(a, 4, false), came(b, 1, true), came(c, 2, false), shut(d), heard(c), ...hosts.map(work => work())])
    bed.pass(7_000)
    await Promise.all(hosts.map(work => work()))
  }
  round = 1
  const count = async () =>
    (await db.selectFrom('deliveries').select('id').where('kind', '=', 'mail').where('state', '<>', 'delivered').execute()).length
  for (let i = 0; i < 200 && (await count()) > 0; i++) {
    await Promise.all([...phones.map(heard), ...hosts.map(work => work())])
    bed.pass(7_000)
  }
  expect(await count()).toBe(0)
  expect(mails.filter(id => arrived.get(id) !== 1)).toEqual([])
  expect(bed.usageChanges).toHaveLength(mails.length)
  bed.pass(hourMs)
  await hosts[0]?.()
  expect(await bed.nextDue()).toBeNull()
})
