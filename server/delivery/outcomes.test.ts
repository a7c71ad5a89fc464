// Tests outcomes and reports on PostgreSQL: states only advance, a paused number holds everything, usage adds up.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { State, stateRank } from '../../core/delivery/states.ts'
import { testDatabase } from '../../test/database.ts'
import { unsold } from '../billing/unsold.fixture.ts'
import { addReserved, readCounter, settleUsage } from '../billing/usage-store.ts'
import { resumeNumber } from './number/queue.ts'
import { sendAgain } from './resend.ts'
import { listAttempts } from './store.ts'
import { grantAll, hourMs, minuteMs, month, openTestbed, sent, unknown } from './testbed.fixture.ts'

const { db } = await testDatabase()

async function bedWithPhone() {
  for (const table of ['lanes', 'deliveries', 'messenger_numbers', 'attempts'] as const) await db.deleteFrom(table).execute()
  const bed = openTestbed(db)
  const anna = crypto.randomUUID()
  return { bed, anna, phone: await bed.phoneOf(anna), host: bed.host('a') }
}

type Bed = Awaited<ReturnType<typeof bedWithPhone>>

async function claimOne({ host }: Pick<Bed, 'host'>) {
  const [one] = await host.claim()
  if (!one) throw new Error('Nothing was due.')
  return one
}

async function accepted(of: Bed, wamid: string) {
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  await of.host.recordOutcome(await claimOne(of), sent(wamid))
  return mail
}

const rowOf = async (id: string) => db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('reports in any order and number lead to the highest state, with times in order', async () => {
  const of = await bedWithPhone()
  const mail = await accepted(of, 'wamid.1')
  const at = (s: number) => new Date(of.bed.now().getTime() + s * 1000)
  for (const [status, when] of [
    ['read', 30],
    ['sent', 10],
    ['delivered', 20],
    ['read', 50],
  ] as const)
    await of.bed.report({ wamid: 'wamid.1', status, at: at(when) })
  const row = await rowOf(mail)
  expect(row).toMatchObject({ state: 'read', sent_at: at(10), delivered_at: at(20), read_at: at(30), failed_at: null })
  expect(of.bed.usageChanges).toEqual([{ userId: of.anna, outcome: 'delivered' }])
})

test('a report that arrives before the response is not undone by it', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone, 2)
  const one = await claimOne(of)
  await of.bed.report({ wamid: 'wamid.2', status: 'delivered', userId: of.anna, deliveryId: mail })
  expect(await of.host.claim()).toEqual([])
  await of.host.recordOutcome(one, sent('wamid.2'))
  expect(await rowOf(mail)).toMatchObject({ state: 'delivered', wamid: 'wamid.2' })
  expect(await of.host.claim()).toHaveLength(1)
  expect(of.bed.usageChanges).toEqual([{ userId: of.anna, outcome: 'delivered' }])
})

test('a message accepted with an error response is not resent once its echo arrives', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  await of.host.recordOutcome(await claimOne(of), { kind: 'retry', reason: 'temporary', afterMs: 1_000, scope: 'delivery' })
  await of.bed.report({ wamid: 'wamid.3', status: 'sent', userId: of.anna, deliveryId: mail })
  of.bed.pass(hourMs)
  expect(await of.host.claim()).toEqual([])
  expect(await rowOf(mail)).toMatchObject({ state: 'sent' })
})

test('a failure after acceptance releases the forward with a reason; a later delivered report wins', async () => {
  const of = await bedWithPhone()
  const mail = await accepted(of, 'wamid.4')
  await of.bed.report({ wamid: 'wamid.4', status: 'failed', error: { code: 131026, detail: null } })
  expect(await rowOf(mail)).toMatchObject({ state: 'failed', reason: 'undeliverable' })
  await of.bed.report({ wamid: 'wamid.4', status: 'delivered' })
  expect(await rowOf(mail)).toMatchObject({ state: 'delivered', reason: null })
  expect(of.bed.usageChanges.map(b => b.outcome)).toEqual(['returned', 'delivered_after_return'])
})

test.each([
  [['delivered', 'failed']],
  [['failed', 'delivered']],
  [['sent', 'failed', 'sent', 'read', 'failed', 'delivered', 'read', 'failed']],
] as const)('a message reported as both delivered and failed is an incident, raised once: %j', async statuses => {
  const of = await bedWithPhone()
  const mail = await accepted(of, 'wamid.both')
  const raised: (string | null | undefined)[] = []
  for (const status of [...statuses, ...statuses]) raised.push((await of.bed.report({ wamid: 'wamid.both', status }))?.incident)
  expect(raised.filter(Boolean)).toEqual(['delivered_and_failed'])
  expect(await rowOf(mail)).toMatchObject({ state: statuses.length > 2 ? 'read' : 'delivered', incident: 'delivered_and_failed' })
  expect(of.bed.usageChanges.map(b => b.outcome).filter(outcome => outcome !== 'returned')).toHaveLength(1)
})

test.each([
  ['first', 'accepted', null],
  ['second', 'failed', 'undeliverable'],
] as const)(
  'of two attempts, a failure of the %s that is reported before the second response leaves the email %s',
  async (which, state, reason) => {
    const of = await bedWithPhone()
    const [mail = ''] = await of.bed.mail(of.anna, of.phone)
    await of.host.recordOutcome(await claimOne(of), unknown)
    of.bed.pass(minuteMs)
    const again = await claimOne(of)
    const ofIt = { userId: of.anna, deliveryId: mail }
    await of.bed.report({ ...ofIt, wamid: `wamid.${which}`, status: 'failed', error: { code: 131026, detail: null } })
    expect(await rowOf(mail)).toMatchObject({ state: 'sending' })
    await of.host.recordOutcome(again, sent('wamid.second'))
    expect(await rowOf(mail)).toMatchObject({ state, reason, wamid: 'wamid.second' })
    expect(of.bed.usageChanges.map(b => b.outcome)).toEqual(state === 'failed' ? ['returned'] : [])
    await of.bed.report({ ...ofIt, wamid: 'wamid.first', status: 'delivered' })
    expect(await rowOf(mail)).toMatchObject({ state: 'delivered', incident: which === 'first' ? 'delivered_and_failed' : null })
  },
)

test('an attempt that outlives its claim and then has no answer was tried once, so it is tried again', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  const slow = await claimOne(of)
  of.bed.pass(of.bed.policy.leaseMs + 1000)
  await of.bed.host('b').claim()
  expect(await rowOf(mail)).toMatchObject({ state: 'unknown', reason: 'interrupted' })
  await of.host.recordOutcome(slow, unknown)
  expect(await rowOf(mail)).toMatchObject({ state: 'unknown', reason: 'no_answer' })
  of.bed.pass(minuteMs)
  const again = await claimOne(of)
  expect(again).toMatchObject({ deliveryId: mail, attempt: 2 })
  await of.host.recordOutcome(again, unknown)
  expect(await rowOf(mail)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' })
})

test('an email that only we considered failed and that arrives is not an incident', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  await of.host.recordOutcome(await claimOne(of), { kind: 'failed', reason: 'bad_request', stop: 'delivery' })
  await of.bed.report({ wamid: 'wamid.after', status: 'delivered', userId: of.anna, deliveryId: mail })
  expect(await rowOf(mail)).toMatchObject({ state: 'delivered', incident: null })
})

test('the state is the same for any number and order of reports', async () => {
  const reports = ['sent', 'sent', 'delivered', 'delivered', 'read'] as const
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...reports, ...reports], { minLength: 10 }), async order => {
      const of = await bedWithPhone()
      const mail = await accepted(of, 'wamid.shuffled')
      const ranks: number[] = []
      for (const status of order) {
        await of.bed.report({ wamid: 'wamid.shuffled', status })
        ranks.push(stateRank(State.parse((await rowOf(mail)).state)))
      }
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
      expect(await rowOf(mail)).toMatchObject({ state: 'read', incident: null })
      expect(of.bed.usageChanges).toEqual([{ userId: of.anna, outcome: 'delivered' }])
    }),
    { numRuns: 15 },
  )
})

test('a report about no delivery changes nothing, whatever ids it contains', async () => {
  const of = await bedWithPhone()
  const mail = await accepted(of, 'wamid.5')
  const ben = crypto.randomUUID()
  expect(await of.bed.report({ wamid: 'wamid.none', status: 'read' })).toBeNull()
  expect(await of.bed.report({ wamid: 'wamid.5b', status: 'read', userId: ben, deliveryId: mail })).toBeNull()
  expect(await of.bed.report({ wamid: 'wamid.none', status: 'read', userId: 'x', deliveryId: "' or true" })).toBeNull()
  expect(await rowOf(mail)).toMatchObject({ state: 'accepted' })
})

test('a report about one message changes no other, whatever delivery it names', async () => {
  const of = await bedWithPhone()
  await accepted(of, 'wamid.7')
  const ben = crypto.randomUUID()
  const [other = ''] = await of.bed.mail(ben, await of.bed.phoneOf(ben))
  for (const status of ['failed', 'sent', 'read'] as const)
    expect(await of.bed.report({ wamid: 'wamid.7', status, userId: ben, deliveryId: other })).toBeNull()
  expect(await rowOf(other)).toMatchObject({ state: 'queued', wamid: null })
})

test('a repeated report about an older attempt does not affect the newer one', async () => {
  const of = await bedWithPhone()
  const mail = await accepted(of, 'wamid.6')
  const ofOld = { wamid: 'wamid.6', userId: of.anna, deliveryId: mail }
  await of.bed.report({ ...ofOld, status: 'failed' })
  of.bed.pass(minuteMs)
  const again = await db.transaction().execute(tx => sendAgain(tx, of.anna, mail, of.bed.now(), grantAll))
  expect(again).toBe('queued')
  for (const status of ['sent', 'failed'] as const) {
    await of.bed.report({ ...ofOld, status })
    expect(await rowOf(mail)).toMatchObject({ state: 'queued' })
  }
  const one = await claimOne(of)
  expect(one).toMatchObject({ deliveryId: mail, attempt: 2 })
  await of.host.recordOutcome(one, sent('wamid.6b'))
  await of.bed.report({ ...ofOld, status: 'failed' })
  expect(await rowOf(mail)).toMatchObject({ state: 'accepted', wamid: 'wamid.6b' })
})

test('an expired token holds every lane with its reason, one email probes per pause, and the first success releases all', async () => {
  const of = await bedWithPhone()
  const others = await Promise.all([1, 2, 3].map(i => of.bed.phoneOf(of.anna, `Other ${i}`, `1555${i}`)))
  const [first = ''] = await of.bed.mail(of.anna, of.phone)
  const expired: Outcome = { kind: 'retry', reason: 'token_expired', afterMs: 5 * minuteMs, scope: 'number' }
  await of.host.recordOutcome(await claimOne(of), expired)
  expect(await rowOf(first)).toMatchObject({ state: 'held', reason: 'token_expired' })
  const mails = await Promise.all(others.map(async phone => (await of.bed.mail(of.anna, phone))[0] ?? ''))
  expect(await of.host.claim()).toEqual([])
  for (const mail of mails) expect(await rowOf(mail)).toMatchObject({ state: 'held', reason: 'token_expired', attempts: 0 })

  of.bed.pass(5 * minuteMs)
  const probes = (await Promise.all([of.host.claim(), of.bed.host('b').claim()])).flat()
  expect(probes).toHaveLength(1)
  for (const probe of probes) await of.host.recordOutcome(probe, expired)
  expect(await of.host.claim()).toEqual([])

  of.bed.pass(5 * minuteMs)
  await of.host.recordOutcome(await claimOne(of), sent('wamid.7'))
  expect(await of.host.claim()).toHaveLength(3)
  expect(await db.selectFrom('messenger_numbers').select(['paused_until', 'pause_reason']).execute()).toEqual([
    { paused_until: null, pause_reason: null },
  ])
})

test('a message’s price is stored with its attempt, even if the response was lost, and never changes', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  const about = { userId: of.anna, deliveryId: mail, status: 'delivered' } as const
  await of.host.recordOutcome(await claimOne(of), unknown)
  of.bed.pass(2 * minuteMs)
  await of.host.recordOutcome(await claimOne(of), sent('wamid.second'))
  await of.bed.report({ ...about, wamid: 'wamid.second', status: 'sent', price: { category: 'service', isBilled: true } })
  await of.bed.report({ ...about, wamid: 'wamid.second', price: { category: 'utility', isBilled: false } })
  const costs = () =>
    db.selectFrom('attempts').select(['n', 'price_category', 'is_billed']).where('delivery_id', '=', mail).orderBy('n').execute()
  expect(await costs()).toEqual([
    { n: 1, price_category: null, is_billed: null },
    { n: 2, price_category: 'service', is_billed: true },
  ])
  const [lost = ''] = await of.bed.mail(of.anna, of.phone)
  await of.host.recordOutcome(await claimOne(of), unknown)
  await of.bed.report({ ...about, deliveryId: lost, wamid: 'wamid.lost', price: { category: 'utility', isBilled: true } })
  expect((await listAttempts(db, of.anna, lost))?.map(one => one.price_category)).toEqual(['utility'])
})

test('a number paused for a day uses up no attempts, and is tried at once when resumed', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  for (let i = 0; i < 20; i++) {
    await of.host.recordOutcome(await claimOne(of), { kind: 'retry', reason: 'payment_problem', afterMs: hourMs, scope: 'number' })
    of.bed.pass(hourMs)
  }
  await of.host.recordOutcome(await claimOne(of), { kind: 'retry', reason: 'payment_problem', afterMs: hourMs, scope: 'number' })
  expect(await of.host.claim()).toEqual([])
  await resumeNumber(db, 'number', of.bed.now())
  await of.host.recordOutcome(await claimOne(of), sent('wamid.8'))
  expect(await rowOf(mail)).toMatchObject({ state: 'accepted', attempts: 22 })
})

test('a number paused for its pace leaves emails queued', async () => {
  const of = await bedWithPhone()
  const [mail = ''] = await of.bed.mail(of.anna, of.phone)
  await of.host.recordOutcome(await claimOne(of), { kind: 'retry', reason: 'throughput', afterMs: 5_000, scope: 'number' })
  expect(await rowOf(mail)).toMatchObject({ state: 'queued', reason: 'throughput' })
  expect(await of.host.claim()).toEqual([])
  expect(await of.bed.nextDue()).toEqual(new Date(of.bed.now().getTime() + 5_000))
  of.bed.pass(5_000)
  expect(await of.host.claim()).toHaveLength(1)
})

test('whatever happens, monthly usage counts only what is on its way or arrived', async () => {
  const step = fc.constantFrom('mail', 'claim', 'sent', 'refused', 'lost', 'late', 'read', 'failed', 'pass', 'again', 'die', 'sweep')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), fc.infiniteStream(fc.nat(1_000)), async (steps, dice) => {
      const of = await bedWithPhone()
      await runSteps(of, steps, () => dice.next().value ?? 0)
      const rows = await db.selectFrom('deliveries').select('state').where('user_id', '=', of.anna).where('kind', '=', 'mail').execute()
      const count = (states: string[]) => rows.filter(r => states.includes(r.state)).length
      expect(await readCounter(db, of.anna, month)).toMatchObject({
        reserved: count(['held', 'queued', 'sending', 'unknown', 'accepted', 'sent']),
        delivered: count(['delivered', 'read']),
      })
    }),
    { numRuns: 25 },
  )
})

async function runSteps(of: Bed, steps: string[], roll: () => number): Promise<void> {
  const bed = openTestbed(db, settleUsage, { digestFrom: 2 })
  const host = bed.host('a')
  const flying: Awaited<ReturnType<typeof host.claim>> = []
  const recordOne = async (outcome: Outcome) => {
    const one = flying.pop()
    if (one) await host.recordOutcome(one, outcome)
  }
  const any = async () => {
    const rows = await db.selectFrom('deliveries').select('id').where('user_id', '=', of.anna).orderBy('seq').execute()
    return rows[roll() % Math.max(1, rows.length)]?.id ?? crypto.randomUUID()
  }
  const report = async (status: 'delivered' | 'read' | 'failed') =>
    bed.report({ wamid: `wamid.${roll()}`, status, userId: of.anna, deliveryId: await any() })
  const doing: Record<string, () => Promise<unknown>> = {
    mail: async () => {
      await db.transaction().execute(tx => addReserved(tx, of.anna, month, 2))
      await bed.mail(of.anna, of.phone, 2)
    },
    claim: async () => flying.push(...(await host.claim())),
    sent: () => recordOne(sent(`wamid.${roll()}`)),
    refused: () => recordOne({ kind: 'failed', reason: 'bad_request', stop: 'delivery' }),
    lost: () => recordOne(unknown),
    late: () => report('delivered'),
    read: () => report('read'),
    failed: () => report('failed'),
    pass: async () => bed.pass(roll() * minuteMs),
    again: async () => {
      const id = await any()
      await db.transaction().execute(tx => sendAgain(tx, of.anna, id, bed.now(), { ...grantAll, reserve: unsold.allowance.reserve }))
    },
    die: async () => flying.splice(0),
    sweep: () => bed.sweep(),
  }
  for (const step of steps) await doing[step]?.()
}
