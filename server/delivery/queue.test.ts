// Tests lanes on PostgreSQL: order, pace, claims, and unknown outcomes.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { enqueue } from './queue.ts'
import { beyondAllowance, hourMs, minuteMs, month, openTestbed, sent, unknown } from './testbed.fixture.ts'

const { db } = await testDatabase()

async function bedWithPhone() {
  await db.deleteFrom('lanes').execute()
  await db.deleteFrom('deliveries').execute()
  await db.deleteFrom('messenger_numbers').execute()
  const bed = openTestbed(db)
  const anna = crypto.randomUUID()
  return { bed, anna, phone: await bed.phoneOf(anna), host: bed.host('a') }
}

const stateOf = async (id: string) =>
  db.selectFrom('deliveries').select(['state', 'reason', 'attempts', 'wamid', 'due_at']).where('id', '=', id).executeTakeFirstOrThrow()

const ids = (claimed: { deliveryId: string }[]) => claimed.map(c => c.deliveryId)

test('emails for one phone are sent one by one in order of arrival', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const mails = [...(await bed.mail(anna, phone, 3)), ...(await bed.mail(anna, phone, 2))]
  const left: string[] = []
  for (let i = 0; i < 5; i++) {
    const [one, ...others] = await host.claim()
    if (!one) throw new Error('Nothing was due.')
    expect(others).toEqual([])
    expect(await host.claim()).toEqual([])
    left.push(one.deliveryId)
    await host.recordOutcome(one, sent(`wamid.${i}`))
  }
  expect(left).toEqual(mails)
  expect(await bed.nextDue()).toBeNull()
  const later = await bed.mail(anna, phone)
  expect(ids(await host.claim())).toEqual(later)
})

test('a claim is stored before it is returned', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = ''] = await bed.mail(anna, phone)
  await host.claim()
  expect(await stateOf(mail)).toMatchObject({ state: 'sending', attempts: 1 })
  const attempts = await db.selectFrom('attempts').selectAll().where('delivery_id', '=', mail).execute()
  expect(attempts).toMatchObject([{ n: 1, started_at: bed.now(), ended_at: null, outcome: null }])
})

test('a phone gets a burst of nine and then one every six seconds, as one token is reserved for urgent email', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  await bed.mail(anna, phone, 13)
  const drain = async () => {
    let n = 0
    for (let [one] = await host.claim(); one; [one] = await host.claim()) await host.recordOutcome(one, sent(`wamid.${phone}.${n++}`))
    return n
  }
  expect(await drain()).toBe(9)
  expect(await bed.nextDue()).toEqual(new Date(bed.now().getTime() + 6_000))
  bed.pass(5_999)
  expect(await drain()).toBe(0)
  bed.pass(1)
  expect(await drain()).toBe(1)
  bed.pass(12_000)
  expect(await drain()).toBe(2)
})

test('a paced or stuck phone does not delay another', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const other = await bed.phoneOf(anna, 'Other', '15550100201')
  await bed.mail(anna, phone, 2)
  const [stuck] = await host.claim()
  expect(stuck?.destinationId).toBe(phone)
  const [free = ''] = await bed.mail(anna, other)
  expect(ids(await host.claim())).toEqual([free])
})

test('many hosts that claim at once never claim a lane twice', async () => {
  const { bed, anna } = await bedWithPhone()
  const phones = await Promise.all(Array.from({ length: 30 }, (_, i) => bed.phoneOf(anna, `Phone ${i}`, `1555020${i}`)))
  for (const phone of phones) await bed.mail(anna, phone, 2)
  const claims = await Promise.all(Array.from({ length: 12 }, (_, i) => bed.host(`host ${i}`).claim({ lanes: 7 })))
  const lanes = claims.flat().map(c => c.destinationId)
  expect(new Set(lanes).size).toBe(lanes.length)
  let rest = lanes.length
  for (let more = await bed.host('last').claim(); more.length > 0; more = await bed.host('last').claim()) rest += more.length
  expect(rest).toBe(30)
})

test('emails that arrive while outcomes are recorded are not forgotten', async () => {
  const { bed, anna, phone } = await bedWithPhone()
  const [a, b] = [bed.host('a'), bed.host('b')]
  const taken = new Set<string>()
  const wanted: string[] = []
  for (let round = 0; round < 25; round++) {
    bed.pass(minuteMs)
    const [mails] = await Promise.all([
      bed.mail(anna, phone),
      ...[a, b].map(async host => {
        for (const one of await host.claim()) {
          taken.add(one.deliveryId)
          await host.recordOutcome(one, sent(`wamid.${one.deliveryId}`))
        }
      }),
    ])
    wanted.push(...mails)
  }
  for (let [one] = await a.claim(); one; [one] = await a.claim()) {
    taken.add(one.deliveryId)
    await a.recordOutcome(one, sent(`wamid.${one.deliveryId}`))
    // More than one burst may still be waiting.
    bed.pass(minuteMs)
  }
  expect(wanted.filter(id => !taken.has(id))).toEqual([])
})

test('a retry happens when due and holds back later emails', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [first = ''] = await bed.mail(anna, phone, 2)
  const [one] = await host.claim()
  if (!one) throw new Error('Nothing was due.')
  await host.recordOutcome(one, { kind: 'retry', reason: 'temporary', afterMs: 20_000, scope: 'delivery' })
  expect(await stateOf(first)).toMatchObject({ state: 'queued', reason: 'temporary', due_at: new Date(bed.now().getTime() + 20_000) })
  bed.pass(19_999)
  expect(await host.claim()).toEqual([])
  bed.pass(1)
  expect(ids(await host.claim())).toEqual([first])
})

test('a delivery fails after eight attempts, and the lane continues', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [first = '', second = ''] = await bed.mail(anna, phone, 2)
  for (let n = 1; n <= 8; n++) {
    bed.pass(15 * minuteMs)
    const [one] = await host.claim()
    if (!one) throw new Error(`Nothing was due at attempt ${n}.`)
    expect(one).toMatchObject({ deliveryId: first, attempt: n })
    await host.recordOutcome(one, { kind: 'retry', reason: 'not_reached', afterMs: null, scope: 'delivery' })
  }
  expect(await stateOf(first)).toMatchObject({ state: 'failed', reason: 'gave_up' })
  expect(bed.usageChanges).toEqual([{ userId: anna, outcome: 'returned' }])
  expect(ids(await host.claim())).toEqual([second])
})

test('a host that dies before dispatch leaves no unknown outcome, and cannot send when it comes back', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = ''] = await bed.mail(anna, phone)
  const dying = bed.host('dies')
  for (let n = 1; n <= 3; n++) {
    const [claimed] = await dying.take()
    expect(claimed).toMatchObject({ deliveryId: mail, attempt: n })
    bed.pass(bed.policy.leaseMs)
    expect(await host.take()).toEqual([])
    expect(await stateOf(mail)).toMatchObject({ state: 'queued', reason: 'interrupted' })
    if (claimed) expect(await dying.dispatch(claimed)).toBe(false)
  }
  const [last] = await host.claim()
  if (!last) throw new Error('Nothing was due.')
  await host.recordOutcome(last, sent('wamid.left'))
  expect(await stateOf(mail)).toMatchObject({ state: 'accepted', attempts: 4 })
})

test('a host that dies while sending leaves an unknown outcome, which is resent once and never again', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = '', behind = ''] = await bed.mail(anna, phone, 2)
  expect(ids(await bed.host('dies').claim())).toEqual([mail])
  bed.pass(bed.policy.leaseMs - 1)
  expect(await host.claim()).toEqual([])
  bed.pass(1)
  expect(await host.claim()).toEqual([])
  expect(await stateOf(mail)).toMatchObject({ state: 'unknown', reason: 'interrupted', due_at: new Date(bed.now().getTime() + minuteMs) })
  bed.pass(minuteMs - 1)
  expect(await host.claim()).toEqual([])
  bed.pass(1)
  expect(await bed.host('dies too').claim()).toMatchObject([{ deliveryId: mail, attempt: 2 }])
  bed.pass(bed.policy.leaseMs)
  await host.claim()
  expect(await stateOf(mail)).toMatchObject({ state: 'failed', reason: 'outcome_unknown', attempts: 2 })
  expect(ids(await host.claim())).toEqual([behind])
})

test('an echo before the retry resolves an unknown outcome: nothing is resent', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = '', behind = ''] = await bed.mail(anna, phone, 2)
  const [one] = await host.claim()
  if (!one) throw new Error('Nothing was due.')
  await host.recordOutcome(one, unknown)
  bed.pass(30_000)
  expect(await bed.report({ wamid: 'wamid.echo', status: 'sent', userId: anna, deliveryId: mail })).toMatchObject({ state: 'sent' })
  expect(await stateOf(mail)).toMatchObject({ state: 'sent', reason: null, wamid: 'wamid.echo' })
  expect(ids(await host.claim())).toEqual([behind])
  bed.pass(hourMs)
  expect(ids(await host.claim())).toEqual([])
  await bed.report({ wamid: 'wamid.echo', status: 'delivered' })
  expect(bed.usageChanges).toContainEqual({ userId: anna, outcome: 'delivered' })
})

test('an unknown outcome is remembered through a refusal: the second one is the last', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = ''] = await bed.mail(anna, phone)
  const outcomes = [unknown, { kind: 'retry', reason: 'temporary', afterMs: 1_000, scope: 'delivery' } as const, unknown]
  for (const outcome of outcomes) {
    const [one] = await host.claim()
    if (!one) throw new Error('Nothing was due.')
    await host.recordOutcome(one, outcome)
    bed.pass(minuteMs)
  }
  expect(await stateOf(mail)).toMatchObject({ state: 'failed', reason: 'outcome_unknown', attempts: 3 })
  bed.pass(hourMs)
  expect(await host.claim()).toEqual([])
})

test('a late outcome from a sender thought dead counts, and does not release another’s claim', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = ''] = await bed.mail(anna, phone, 2)
  const zombie = bed.host('zombie')
  const [one] = await zombie.claim()
  if (!one) throw new Error('Nothing was due.')
  bed.pass(bed.policy.leaseMs)
  await host.claim()
  await zombie.recordOutcome(one, sent('wamid.late'))
  expect(await stateOf(mail)).toMatchObject({ state: 'accepted', wamid: 'wamid.late' })
  const [next] = await host.claim()
  if (!next) throw new Error('The lane does not continue.')
  await zombie.recordOutcome(one, sent('wamid.late'))
  expect(await bed.host('third').claim()).toEqual([])
  expect(await stateOf(next.deliveryId)).toMatchObject({ state: 'sending' })
})

test('a late outcome of an old attempt decides nothing after a newer one started', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = ''] = await bed.mail(anna, phone)
  const zombie = bed.host('zombie')
  const [old] = await zombie.claim()
  if (!old) throw new Error('Nothing was due.')
  bed.pass(bed.policy.leaseMs)
  await host.claim()
  bed.pass(minuteMs)
  expect(await host.claim()).toMatchObject([{ attempt: 2 }])
  await zombie.recordOutcome(old, { kind: 'failed', reason: 'bad_request', stop: 'delivery' })
  expect(await stateOf(mail)).toMatchObject({ state: 'sending', attempts: 2 })
  const attempts = await db.selectFrom('attempts').select(['n', 'outcome']).where('delivery_id', '=', mail).orderBy('n').execute()
  expect(attempts).toEqual([
    { n: 1, outcome: 'failed' },
    { n: 2, outcome: null },
  ])
})

test.each(['before', 'after'])('a late response, %s a newer attempt was refused, ends the attempts', async when => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [mail = ''] = await bed.mail(anna, phone)
  const zombie = bed.host('zombie')
  const [old] = await zombie.claim()
  bed.pass(bed.policy.leaseMs)
  await host.claim()
  bed.pass(minuteMs)
  const [newer] = await host.claim()
  if (!old || !newer) throw new Error('Nothing was due.')
  const refused = { kind: 'retry', reason: 'temporary', afterMs: 1_000, scope: 'delivery' } as const
  const both = [() => zombie.recordOutcome(old, sent('wamid.late')), () => host.recordOutcome(newer, refused)]
  for (const end of when === 'before' ? both : both.toReversed()) await end()
  expect(await stateOf(mail)).toMatchObject({ state: 'accepted', wamid: 'wamid.late', attempts: 2 })
  bed.pass(hourMs)
  expect(await host.claim()).toEqual([])
})

test('an email is enqueued once per phone, and users sharing a phone are kept separate', async () => {
  const { bed, anna, phone } = await bedWithPhone()
  const delivery = {
    id: crypto.randomUUID(),
    messageId: crypto.randomUUID(),
    filterId: null,
    destinationId: phone,
    usageMonth: month,
    redact: null,
    show: null,
  }
  const twice = () => db.transaction().execute(tx => enqueue(tx, anna, [delivery, { ...delivery, id: crypto.randomUUID() }], bed.now()))
  expect(await twice()).toEqual([delivery.id])
  const ben = crypto.randomUUID()
  expect(await db.transaction().execute(tx => enqueue(tx, ben, [{ ...delivery, id: crypto.randomUUID() }], bed.now()))).toEqual([])
})

test('an email beyond the allowance delays nothing, and comes when the digest is due even if it is the only one', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [beyond = ''] = await bed.mail(anna, phone, 1, beyondAllowance(bed.now()))
  const [next = ''] = await bed.mail(anna, phone)
  const [claimed] = await host.claim()
  expect(claimed?.deliveryId).toBe(next)
  if (claimed) await host.recordOutcome(claimed, sent('wamid.next'))
  expect(await host.claim()).toEqual([])
  expect(await stateOf(beyond)).toMatchObject({ state: 'held', reason: 'allowance_used' })
  expect(await bed.nextDue()).toEqual(new Date(bed.now().getTime() + 24 * hourMs))
  bed.pass(24 * hourMs - minuteMs)
  expect(await host.claim()).toEqual([])
  await db.updateTable('destinations').set({ last_inbound_at: bed.now() }).where('id', '=', phone).execute()
  bed.pass(minuteMs)
  expect(ids(await host.claim())).toEqual([beyond])
})

test('emails beyond the allowance come in one digest, and none of them counts', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const beyond = await bed.mail(anna, phone, 3, beyondAllowance(bed.now()))
  bed.pass(24 * hourMs)
  await db.updateTable('destinations').set({ last_inbound_at: bed.now() }).where('id', '=', phone).execute()
  const [digest] = await host.claim()
  expect(digest).toMatchObject({ kind: 'digest', memberIds: beyond })
  if (digest) await host.recordOutcome(digest, sent('wamid.digest'))
  await bed.report({ wamid: 'wamid.digest', status: 'delivered', userId: anna, deliveryId: digest?.deliveryId ?? null })
  for (const id of beyond) expect(await stateOf(id)).toMatchObject({ state: 'delivered' })
  expect(bed.usageChanges).toEqual([])
})

test('email for next week’s digest does not expire before it, nor as soon as it is due', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const weekMs = 7 * 24 * hourMs
  const plan = { waitUntil: new Date(bed.now().getTime() + weekMs + hourMs), waitReason: 'digest' as const, forDigest: true }
  const made = { id: crypto.randomUUID(), messageId: crypto.randomUUID(), filterId: null, destinationId: phone, usageMonth: month }
  await db.transaction().execute(tx => enqueue(tx, anna, [{ ...made, redact: null, show: null, ...plan }], bed.now()))
  bed.pass(weekMs + 2 * hourMs)
  await db.updateTable('destinations').set({ last_inbound_at: bed.now() }).where('id', '=', phone).execute()
  expect(await bed.sweep()).toMatchObject({ expired: 0 })
  expect(await host.claim()).toHaveLength(1)
  expect(await stateOf(made.id)).not.toMatchObject({ state: 'expired' })
})

test('email that waited a week expires, and a stuck lane is woken', async () => {
  const { bed, anna, phone, host } = await bedWithPhone()
  const [beyond = ''] = await bed.mail(anna, phone, 1, beyondAllowance(bed.now()))
  const mails = await bed.mail(anna, phone, 2)
  await db.updateTable('lanes').set({ next_at: null }).execute()
  expect(await bed.sweep()).toEqual({ expired: 0, woken: 1 })
  expect(ids(await host.claim())).toEqual([mails[0]])
  bed.pass(8 * 24 * hourMs)
  expect(await bed.sweep()).toMatchObject({ expired: 2 })
  expect(await stateOf(beyond)).toMatchObject({ state: 'expired', reason: 'too_old' })
  expect(bed.usageChanges).toEqual([{ userId: anna, outcome: 'returned' }])
})
