// Tests undelivered emails on PostgreSQL: reported, resent or sent to the fallback once, with correct usage.
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { unsold } from '../../billing/unsold.fixture.ts'
import { addReserved, readCounter, settleUsage } from '../../billing/usage-store.ts'
import { openLog } from '../../foundation/log.ts'
import { changeDestination, getDestination, openWindow } from '../store.ts'
import { grantAll, grantUpTo, hourMs, minuteMs, month, openTestbed, sent } from '../testbed.fixture.ts'
import { type ReplanDeps, replanDeliveries, type UndeliveredEmail } from './replan.ts'

const { db } = await testDatabase()
beforeEach(async () => {
  for (const table of ['lanes', 'deliveries', 'attempts', 'destinations', 'usage', 'messenger_numbers'] as const)
    await db.deleteFrom(table).execute()
})

async function bedWithPhones() {
  const bed = openTestbed(db, settleUsage)
  const anna = crypto.randomUUID()
  const [first, second] = [await bed.phoneOf(anna, 'First', '15550100201'), await bed.phoneOf(anna, 'Second', '15550100202')]
  const sentEmails: UndeliveredEmail[][] = []
  const deps: ReplanDeps = {
    ...grantAll,
    log: openLog('silent'),
    reserve: unsold.allowance.reserve,
    onFinal: settleUsage,
    overdueAfterMs: 30 * minuteMs,
    sendByEmail: async (_tx, _userId, mails) => sentEmails.push(mails) > 0,
  }
  const change = (id: string, to: Parameters<typeof changeDestination>[3]) =>
    db.transaction().execute(tx => changeDestination(tx, anna, id, to))
  return {
    ...{ bed, anna, first, second, sentEmails, deps, change, host: bed.host('a') },
    look: (some: Partial<ReplanDeps> = {}) => replanDeliveries(db, bed.now(), { ...deps, ...some }),
    fallBack: (id: string, fallback: unknown) => change(id, { fallback: JSON.stringify(fallback) }),
    /** Reserves allowance first, as forwarding does. */
    async mail(destinationId: string, n = 1, plan: Parameters<typeof bed.mail>[3] = {}) {
      await db.transaction().execute(tx => addReserved(tx, anna, month, n))
      return bed.mail(anna, destinationId, n, plan)
    },
  }
}
type Bed = Awaited<ReturnType<typeof bedWithPhones>>

/** Sends everything that is due; the wamid contains the delivery's id. */
async function sendAll({ bed, host }: Bed): Promise<void> {
  for (let some = await host.claim(); some.length > 0; some = await host.claim())
    for (const one of some) await host.recordOutcome(one, sent(`wamid.${one.deliveryId}.${one.attempt}`))
  bed.pass(1)
}

const rowsOf = (destinationId: string) =>
  db.selectFrom('deliveries').selectAll().where('destination_id', '=', destinationId).orderBy('seq').execute()
const rowOf = (id: string) => db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('an email that WhatsApp accepted and no phone confirmed', () => {
  test('is overdue after half an hour, once, and keeps its state until it arrives', async () => {
    const of = await bedWithPhones()
    const [mail = ''] = await of.mail(of.first)
    await sendAll(of)
    of.bed.pass(29 * minuteMs)
    await of.look()
    expect(await rowOf(mail)).toMatchObject({ state: 'accepted', overdue_at: null })
    const since = of.bed.pass(2 * minuteMs)
    await of.look()
    of.bed.pass(hourMs)
    await of.look()
    expect(await rowOf(mail)).toMatchObject({ state: 'accepted', overdue_at: since, fell_back_to: null })
    await of.bed.report({ wamid: `wamid.${mail}.1`, status: 'delivered' })
    expect(await rowOf(mail)).toMatchObject({ state: 'delivered', overdue_at: since, incident: null })
    expect(await rowsOf(of.second)).toEqual([])
  })

  test('is sent to the other phone once, whatever hosts handle it, and each arrival counts', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'destination', id: of.second })
    await of.fallBack(of.second, { kind: 'destination', id: of.first })
    const [mail = ''] = await of.mail(of.first)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await Promise.all([of.look(), of.look(), of.look()])
    await of.look()
    const [other, ...more] = await rowsOf(of.second)
    expect(more).toEqual([])
    expect(await rowOf(mail)).toMatchObject({ state: 'accepted', fell_back_to: 'destination' })
    expect(other).toMatchObject({ state: 'queued', message_id: (await rowOf(mail)).message_id, kind: 'mail', fell_back_to: null })
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 2, delivered: 0 })
    await sendAll(of)
    await of.bed.report({ wamid: `wamid.${other?.id}.1`, status: 'delivered' })
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 1, delivered: 1 })
    await of.bed.report({ wamid: `wamid.${mail}.1`, status: 'delivered' })
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 0, delivered: 2 })
  })

  test('is not sent in circles, nor to a phone that has it or cannot receive', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'destination', id: of.second })
    await of.fallBack(of.second, { kind: 'destination', id: of.first })
    const [mail = ''] = await of.mail(of.first)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await of.look()
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await of.look()
    await of.look()
    expect([(await rowsOf(of.first)).length, (await rowsOf(of.second)).map(row => row.fell_back_to)]).toEqual([1, ['nowhere']])
    expect((await rowOf(mail)).fell_back_to).toBe('destination')
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 2 })

    await of.change(of.second, { state: 'stopped' })
    const [later = ''] = await of.mail(of.first)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await of.look()
    expect(await rowOf(later)).toMatchObject({ fell_back_to: 'nowhere', overdue_at: of.bed.now() })
    expect(await rowsOf(of.second)).toHaveLength(1)
  })

  test('beyond the allowance waits at the other phone like any email', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'destination', id: of.second })
    await of.mail(of.first, 2)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await of.look(grantUpTo(1))
    expect(await rowsOf(of.second)).toMatchObject([
      { state: 'queued', reason: null, usage_month: month, for_digest: false },
      { state: 'held', reason: 'allowance_used', usage_month: null, for_digest: true, wait_until: expect.any(Date) },
    ])
  })

  test('and that always fails holds up no other, and is set aside after an hour', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'mail' })
    const [poison = '', fine = ''] = await of.mail(of.first, 2)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await db
      .updateTable('deliveries')
      .set({ redact: JSON.stringify({ of: 'another version' }) })
      .where('id', '=', poison)
      .execute()
    await of.look()
    expect([(await rowOf(fine)).fell_back_to, (await rowOf(poison)).fell_back_to, of.sentEmails.length]).toEqual(['mail', null, 1])
    for (let n = 0; n < 7; n++) {
      of.bed.pass(10 * minuteMs)
      await of.look()
    }
    expect([(await rowOf(poison)).fell_back_to, of.sentEmails.length]).toEqual(['nowhere', 1])
    const aside = await db.selectFrom('set_aside').select(['kind', 'id']).where('set_aside_at', 'is not', null).execute()
    expect(aside).toEqual([{ kind: 'delivery', id: poison }])
  })

  test('is reported in one email with all others, redacted; a failed run leaves no trace', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'mail' })
    const mails = await of.mail(of.first, 3)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await of.look({ sendByEmail: async () => Promise.reject(new Error('killed')) })
    expect((await rowsOf(of.first)).map(row => row.overdue_at)).toEqual([null, null, null])
    await of.look()
    await of.look()
    const rows = await rowsOf(of.first)
    expect(of.sentEmails).toEqual([rows.map(row => ({ messageId: row.message_id, filterId: null, redact: null, phone: 'First' }))])
    expect(rows.map(row => [row.fell_back_to, row.state])).toEqual(mails.map(() => ['mail', 'accepted']))
  })

  test('that was only announced to a silent phone also uses the fallback, and is still sent when tapped', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'destination', id: of.second })
    await of.change(of.first, { last_inbound_at: null })
    const [mail = ''] = await of.mail(of.first)
    await of.host.claim()
    of.bed.pass(minuteMs)
    await sendAll(of)
    expect(await rowOf(mail)).toMatchObject({ state: 'held', reason: 'announced' })
    of.bed.pass(31 * minuteMs)
    await of.look()
    await of.look()
    expect(await rowOf(mail)).toMatchObject({ state: 'held', reason: 'announced', fell_back_to: 'destination', overdue_at: of.bed.now() })
    expect(await rowsOf(of.second)).toHaveLength(1)
    await db.transaction().execute(tx => openWindow(tx, of.anna, of.first, of.bed.pass(minuteMs)))
    expect((await of.host.claim()).map(one => one.deliveryId)).toContain(mail)
  })

  test('of a user without an address stays as it is', async () => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'mail' })
    const [mail = ''] = await of.mail(of.first)
    await sendAll(of)
    of.bed.pass(31 * minuteMs)
    await of.look({ sendByEmail: async () => false })
    expect(await rowOf(mail)).toMatchObject({ fell_back_to: 'nowhere', state: 'accepted', overdue_at: of.bed.now() })
  })
})

describe('an unreachable phone', () => {
  const undeliverable = { kind: 'failed', reason: 'undeliverable', stop: 'delivery' } as const
  async function dies({ bed, host, first, mail }: Bed) {
    const mails = await mail(first, 4)
    for (let n = 0; n < 3; n++) for (const one of await host.claim()) await host.recordOutcome(one, undeliverable)
    bed.pass(1)
    expect(await host.claim()).toEqual([])
    return mails
  }

  test('keeps waiting emails for 72 hours, and new ones for 72 hours too; then they expire visibly', async () => {
    const of = await bedWithPhones()
    const waiting = (await dies(of))[3] ?? ''
    expect(await getDestination(db, of.anna, of.first)).toMatchObject({ state: 'unreachable', unreachable_since: expect.any(Date) })
    of.bed.pass(71 * hourMs)
    await of.bed.sweep()
    const [later = ''] = await of.mail(of.first)
    expect(await rowOf(waiting)).toMatchObject({ state: 'held', reason: 'destination_unreachable' })
    of.bed.pass(hourMs)
    await of.bed.sweep()
    expect(await rowOf(waiting)).toMatchObject({ state: 'expired', reason: 'too_old' })
    of.bed.pass(70 * hourMs)
    await of.bed.sweep()
    expect(await rowOf(later)).toMatchObject({ state: 'held' })
    of.bed.pass(hourMs)
    await of.bed.sweep()
    expect(await rowOf(later)).toMatchObject({ state: 'expired' })
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 0, delivered: 0 })
  })

  test('is reachable again with its next message, and what waited is sent', async () => {
    const of = await bedWithPhones()
    const waiting = (await dies(of))[3] ?? ''
    await db.transaction().execute(tx => openWindow(tx, of.anna, of.first, of.bed.pass(hourMs)))
    expect(await getDestination(db, of.anna, of.first)).toMatchObject({ state: 'linked', unreachable_since: null })
    expect((await of.host.claim()).map(one => one.deliveryId)).toEqual([waiting])
  })

  test.each(['destination', 'mail'] as const)('keeps its email until its scheduled time, and then uses the fallback %s', async kind => {
    const of = await bedWithPhones()
    await dies(of)
    await of.fallBack(of.first, { kind, ...(kind === 'destination' && { id: of.second }) })
    await of.look()
    const taken = (await rowsOf(of.second)).length
    of.sentEmails.length = 0
    const hour = new Date(of.bed.now().getTime() + 100 * hourMs)
    const mails = await of.mail(of.first, 2, { waitUntil: hour, waitReason: 'digest', forDigest: true })
    of.bed.pass(99 * hourMs)
    await of.bed.sweep()
    await of.look()
    expect([(await rowsOf(of.second)).length, of.sentEmails]).toEqual([taken, []])
    expect(await rowOf(mails[0] ?? '')).toMatchObject({ state: 'held', reason: 'digest', fell_back_to: null })
    of.bed.pass(hourMs)
    await of.look()
    expect((await rowsOf(of.first)).filter(row => mails.includes(row.id)).map(row => row.fell_back_to)).toEqual([kind, kind])
    if (kind === 'mail') return expect(of.sentEmails.flat()).toHaveLength(2)
    expect((await rowsOf(of.second)).slice(taken).map(row => row.for_digest)).toEqual([true, true])
    await of.change(of.second, { last_inbound_at: of.bed.now() })
    await sendAll(of)
    const digests = (await rowsOf(of.second)).filter(row => row.kind === 'digest')
    expect((await rowsOf(of.second)).filter(row => row.digest_id !== null).map(row => row.digest_id)).toEqual([
      digests[0]?.id,
      digests[0]?.id,
    ])
  })

  test('passes waiting and failed emails to the other phone, with their allowance', async () => {
    const of = await bedWithPhones()
    const mails = await dies(of)
    await of.look()
    expect((await rowsOf(of.first)).map(row => row.fell_back_to)).toEqual([null, null, null, null])
    await of.fallBack(of.first, { kind: 'destination', id: of.second })
    await of.look()
    await of.look()
    expect((await rowsOf(of.first)).map(row => [row.state, row.reason, row.fell_back_to])).toEqual([
      ...Array(3).fill(['failed', 'undeliverable', 'destination']),
      ['cancelled', 'replaced', 'destination'],
    ])
    expect((await rowsOf(of.second)).map(row => row.message_id)).toEqual((await Promise.all(mails.map(rowOf))).map(row => row.message_id))
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 4, delivered: 0 })
    await of.mail(of.first)
    await of.look()
    expect(await rowsOf(of.second)).toHaveLength(5)
  })
})

describe('a failure reported after WhatsApp accepted the email', () => {
  test('ignores old failures when a fallback is set later', async () => {
    const of = await bedWithPhones()
    const [mail = ''] = await of.mail(of.first)
    await sendAll(of)
    await of.bed.report({ wamid: `wamid.${mail}.1`, status: 'failed', error: { code: 131026, detail: null } })
    of.bed.pass(25 * hourMs)
    await of.fallBack(of.first, { kind: 'mail' })
    await of.look()
    expect([of.sentEmails, (await rowOf(mail)).fell_back_to]).toEqual([[], null])
  })

  test.each(['window_closed', 'late:131000'])('is transient resends it automatically, at most five times: %s', async reason => {
    const of = await bedWithPhones()
    await of.fallBack(of.first, { kind: 'mail' })
    const [mail = ''] = await of.mail(of.first)
    for (let attempt = 1; attempt <= 5; attempt++) {
      await db.transaction().execute(tx => openWindow(tx, of.anna, of.first, of.bed.now()))
      await sendAll(of)
      expect(await rowOf(mail)).toMatchObject({ state: 'accepted', attempts: attempt })
      await of.bed.report({ wamid: `wamid.${mail}.${attempt}`, status: 'failed', error: { code: 131000, detail: null } }, reason)
      await of.look()
      expect(await rowOf(mail)).toMatchObject({ state: 'failed', reason, fell_back_to: attempt === 5 ? 'mail' : null })
      of.bed.pass(attempt * minuteMs)
      await of.look()
      if (attempt < 5) expect(await rowOf(mail)).toMatchObject({ state: 'queued', wamid: null })
    }
    expect(of.sentEmails).toHaveLength(1)
    expect(await readCounter(db, of.anna, month)).toMatchObject({ reserved: 0, delivered: 0 })
  })

  test('is sent before later emails', async () => {
    const of = await bedWithPhones()
    const [early = ''] = await of.mail(of.first)
    await sendAll(of)
    const error = { code: 131047, detail: null }
    await of.bed.report({ wamid: `wamid.${early}.1`, status: 'failed', error }, 'window_closed')
    const [late = ''] = await of.mail(of.first)
    of.bed.pass(minuteMs)
    await of.look()
    await db.transaction().execute(tx => openWindow(tx, of.anna, of.first, of.bed.now()))
    expect((await of.host.claim()).map(one => one.deliveryId)).toEqual([early])
    expect(await rowOf(late)).toMatchObject({ state: 'queued' })
  })
})
