// Tests phones on PostgreSQL: service window, stop and start, linking, removal, and isolation between users.
import { describe, expect, test } from 'vitest'
import { parseInbound } from '../../core/phone/inbound.ts'
import { testDatabase } from '../../test/database.ts'
import type { Tx } from '../foundation/db/pool.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { loadWords } from '../foundation/words.ts'
import { openReasonExplainer } from './explain.ts'
import { type DeliveryDeps, deliveryHandlers } from './handlers.ts'
import { unlinkPhone } from './identity-owners.ts'
import { type LinkMessage, linkByCode, startDestination, stopDestination } from './link.ts'
import { findByPhone } from './owners.ts'
import { getDestination, linkedDestinations, openWindow } from './store.ts'
import { beyondAllowance, grantAll, grantUpTo, hourMs, minuteMs, openTestbed, sent } from './testbed.fixture.ts'

function codeIn(text: string): string {
  const said = parseInbound(text)
  return said.kind === 'code' ? said.code : ''
}

const { db } = await testDatabase()

async function bedWithPhone() {
  for (const table of ['lanes', 'deliveries', 'destinations', 'attempts'] as const) await db.deleteFrom(table).execute()
  const bed = openTestbed(db)
  const anna = crypto.randomUUID()
  const wakes: string[] = []
  const deps: DeliveryDeps = {
    db,
    clock: { now: bed.now, sleep: async () => undefined, every: () => ({ stop: async () => undefined }) },
    words: loadWords('en'),
    explain: openReasonExplainer(loadWords('en'), reason => (reason === 'no_answer' ? 'No response arrived.' : null)),
    onFinal: bed.onFinal,
    ...grantAll,
    wake: () => wakes.push('woken'),
    number: '15550100123',
    linkBase: 'https://wa.me',
  }
  return { bed, anna, wakes, phone: await bed.phoneOf(anna), host: bed.host('a'), handlers: deliveryHandlers(deps), deps }
}

const stateOf = async (id: string) => db.selectFrom('deliveries').select(['state', 'reason']).where('id', '=', id).executeTakeFirstOrThrow()
const statesOf = (ids: string[]) => Promise.all(ids.map(stateOf))
const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work)
const ids = (claimed: { deliveryId: string }[]) => claimed.map(c => c.deliveryId)

describe('rights', () => {
  test('the first phone may reply, others may read, only their owner can change that, and a number’s new owner has no rights', async () => {
    const { bed, anna, phone, handlers } = await bedWithPhone()
    await db.updateTable('destinations').set({ consent: null, wa_id: null, state: 'pending' }).where('id', '=', phone).execute()
    const asked = (params: { id: string }, body: object) => ({ userId: anna, params, query: {}, body }) as never
    const rightsOf = async (id: string) => (await getDestination(db, anna, id))?.rights
    const linkNew = async (waId: string) => {
      const offer = await handlers.add(asked({ id: '' }, { name: 'Phone' }))
      const message = { waId, waUserId: null, wamid: `wamid.${waId}`, wording: offer.text, at: bed.now() }
      await inTransaction(tx => linkByCode(tx, codeIn(offer.text), message, { onFinal: bed.onFinal, verifiedNumberOf: async () => null }))
      return offer.destination.id
    }
    const first = await linkNew('15550100300')
    const second = await linkNew('15550100301')
    expect([await rightsOf(first), await rightsOf(second)]).toEqual(['reply', 'read'])
    expect(await handlers.change(asked({ id: second }, { rights: 'act' }))).toMatchObject({ rights: 'act' })
    await inTransaction(tx => unlinkPhone(tx, { waId: '15550100301', waUserId: null }, bed.now()))
    expect(await getDestination(db, anna, second)).toMatchObject({ state: 'pending', rights: 'read' })
  })
})

describe('the service window', () => {
  test('a closed window holds everything, without repeated checks', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    const mails = await bed.mail(anna, phone, 3)
    bed.pass(24 * hourMs)
    const [one] = await host.claim()
    if (one) await host.recordOutcome(one, sent('wamid.announcement'))
    expect(await host.claim()).toEqual([])
    expect(await statesOf(mails)).toEqual(Array(3).fill({ state: 'held', reason: 'announced' }))
    expect((await bed.nextDue())?.getTime()).toBeGreaterThan(bed.now().getTime() + 5 * 24 * hourMs)
    const [late = ''] = await bed.mail(anna, phone)
    expect(await stateOf(late)).toEqual({ state: 'held', reason: 'window_closed' })
  })

  test('the user’s next message releases everything at once, in order', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    const mails = await bed.mail(anna, phone, 2)
    bed.pass(24 * hourMs)
    for (const one of await host.claim()) await host.recordOutcome(one, sent('wamid.announcement'))
    mails.push(...(await bed.mail(anna, phone)))
    await inTransaction(tx => openWindow(tx, anna, phone, bed.now()))
    expect(await statesOf(mails)).toEqual(Array(3).fill({ state: 'queued', reason: null }))
    const left: string[] = []
    for (let [one] = await host.claim(); one; [one] = await host.claim()) {
      left.push(one.deliveryId)
      await host.recordOutcome(one, sent(`wamid.${one.deliveryId}`))
    }
    expect(left).toEqual(mails)
  })

  test('a message that arrives while a lane is being held is never missed', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    for (let i = 0; i < 20; i++) {
      await bed.mail(anna, phone)
      bed.pass(24 * hourMs)
      const [early] = await Promise.all([host.claim(), inTransaction(tx => openWindow(tx, anna, phone, bed.now()))])
      bed.pass(1_000)
      for (const one of early) await host.recordOutcome(one, sent(`wamid.${i}.early`))
      const [one] = early.some(c => c.kind === 'mail') ? early : await host.claim()
      if (one?.kind !== 'mail') throw new Error(`Round ${i}: the lane sleeps though the window is open.`)
      if (!early.includes(one)) await host.recordOutcome(one, sent(`wamid.${i}`))
    }
  })

  test('the window is closed when WhatsApp says so, unless the user has written since', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    const [mail = ''] = await bed.mail(anna, phone)
    const closed = { kind: 'held', reason: 'window_closed' } as const
    for (const one of await host.claim()) await host.recordOutcome(one, closed)
    expect(await host.claim()).toEqual([])
    expect(await stateOf(mail)).toEqual({ state: 'held', reason: 'window_closed' })

    await inTransaction(tx => openWindow(tx, anna, phone, bed.pass(1_000)))
    const [again] = await host.claim()
    if (!again) throw new Error('Nothing was released.')
    await inTransaction(tx => openWindow(tx, anna, phone, bed.pass(1_000)))
    await host.recordOutcome(again, closed)
    expect(ids(await host.claim())).toEqual([mail])
  })
})

describe('stop and start', () => {
  test('STOP holds waiting and new emails from every user who forwards to the phone; START releases them', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    const ben = crypto.randomUUID()
    const bens = await bed.phoneOf(ben)
    const [waiting = ''] = await bed.mail(anna, phone)
    expect(await inTransaction(tx => stopDestination(tx, { waId: '15550100200', waUserId: null }))).toHaveLength(2)
    expect(await linkedDestinations(db, anna)).toEqual([])
    const [later = ''] = await bed.mail(ben, bens)
    expect(await host.claim()).toEqual([])
    expect(await statesOf([waiting, later])).toEqual(Array(2).fill({ state: 'held', reason: 'destination_stopped' }))
    await inTransaction(tx => openWindow(tx, anna, phone, bed.now()))
    expect(await host.claim()).toEqual([])
    await inTransaction(tx => startDestination(tx, { waId: '15550100200', waUserId: null }, bed.now()))
    expect(ids(await host.claim()).toSorted()).toEqual([waiting, later].toSorted())
  })

  test('three undeliverable emails in a row make a phone unreachable until it writes', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    const mails = await bed.mail(anna, phone, 5)
    const undeliverable = { kind: 'failed', reason: 'undeliverable', stop: 'delivery' } as const
    for (let i = 0; i < 2; i++) for (const one of await host.claim()) await host.recordOutcome(one, undeliverable)
    expect((await getDestination(db, anna, phone))?.state).toBe('linked')
    for (const one of await host.claim()) await host.recordOutcome(one, sent('wamid.late'))
    await bed.report({ wamid: 'wamid.late', status: 'failed', error: { code: 131026, detail: null } })
    expect((await getDestination(db, anna, phone))?.state).toBe('unreachable')
    expect(await host.claim()).toEqual([])
    expect(await statesOf(mails.slice(3))).toEqual(Array(2).fill({ state: 'held', reason: 'destination_unreachable' }))
    await inTransaction(tx => openWindow(tx, anna, phone, bed.now()))
    expect(ids(await host.claim())).toEqual([mails[3]])
  })

  test('two undeliverable emails with an arrival in between do not', async () => {
    const { bed, anna, phone, host } = await bedWithPhone()
    await bed.mail(anna, phone, 4)
    const undeliverable = { kind: 'failed', reason: 'undeliverable', stop: 'delivery' } as const
    for (const outcome of [undeliverable, sent('wamid.ok'), undeliverable, undeliverable]) {
      for (const one of await host.claim()) await host.recordOutcome(one, outcome)
      await bed.report({ wamid: 'wamid.ok', status: 'delivered' })
    }
    expect((await getDestination(db, anna, phone))?.state).toBe('linked')
  })
})

const message = (change: Partial<LinkMessage> = {}): LinkMessage => ({
  waId: '15550100300',
  waUserId: 'US.1',
  wamid: 'wamid.link',
  wording: 'Link my e-mail forwards',
  at: new Date('2026-03-01T12:01:00Z'),
  ...change,
})

const asked = (userId: string, params: unknown, body?: unknown) => ({ userId, params, body, sessionId: '', query: undefined }) as never

describe('linking', () => {
  test('an offer contains the code, its text, link and expiry; the code itself is not stored', async () => {
    const { anna, handlers } = await bedWithPhone()
    const offer = await handlers.add(asked(anna, undefined, { name: 'Work phone' }))
    expect(offer.text).toBe(`Link my email forwards: ${offer.code}`)
    expect(offer.url).toBe(`https://wa.me/15550100123?text=${encodeURIComponent(offer.text)}`)
    expect(offer).toMatchObject({
      number: '+15550100123',
      expiresAt: '2026-03-01T12:15:00.000Z',
      destination: { state: 'pending', phone: null },
    })
    const kept = JSON.stringify(await db.selectFrom('link_codes').selectAll().execute())
    expect(kept).not.toContain(codeIn(offer.text))
  })

  test('the first sender of the code links the phone, and the message is stored as consent', async () => {
    const { bed, anna, handlers } = await bedWithPhone()
    const offer = await handlers.add(asked(anna, undefined, { name: 'Work phone' }))
    const code = codeIn(offer.text)
    const linked = await inTransaction(tx => linkByCode(tx, code, message(), { onFinal: bed.onFinal, verifiedNumberOf: async () => null }))
    expect(linked).toEqual({ userId: anna, destinationId: offer.destination.id, name: 'Work phone', isNew: true })
    expect(await getDestination(db, anna, offer.destination.id)).toMatchObject({
      state: 'linked',
      wa_id: '15550100300',
      wa_user_id: 'US.1',
      consent: { wamid: 'wamid.link', at: '2026-03-01T12:01:00.000Z', wording: 'Link my e-mail forwards' },
    })
    expect(
      await inTransaction(tx =>
        linkByCode(tx, code, message({ waId: '1666' }), { onFinal: bed.onFinal, verifiedNumberOf: async () => null }),
      ),
    ).toBe('expired')
    expect(await findByPhone(db, { waId: '1666', waUserId: null })).toEqual([])
  })

  test('expired, renewed and unknown codes link nothing', async () => {
    const { bed, anna, handlers } = await bedWithPhone()
    const old = await handlers.add(asked(anna, undefined, { name: 'Work phone' }))
    const link = (code: string, at?: Date) =>
      inTransaction(tx =>
        linkByCode(tx, code.replace('-', ''), message(at && { at }), { onFinal: bed.onFinal, verifiedNumberOf: async () => null }),
      )
    expect(await link('ABCD-EFGH')).toBe('wrong')
    expect(await link(old.code, new Date('2026-03-01T12:15:00Z'))).toBe('expired')
    const renewed = await handlers.renew(asked(anna, { id: old.destination.id }))
    expect(await link(old.code)).toBe('wrong')
    expect(await link(renewed.code)).toMatchObject({ destinationId: old.destination.id })
    await expect(handlers.renew(asked(anna, { id: old.destination.id }))).rejects.toMatchObject({ status: 409, code: 'already_linked' })
  })

  test('a phone that is linked already keeps its position and emails, and takes the new name', async () => {
    const { bed, anna, phone, handlers, host } = await bedWithPhone()
    const offer = await handlers.add(asked(anna, undefined, { name: 'Renamed' }))
    await inTransaction(tx => stopDestination(tx, { waId: '15550100200', waUserId: null }))
    const [mail = ''] = await bed.mail(anna, phone)
    const linked = await inTransaction(tx =>
      linkByCode(tx, codeIn(offer.text), message({ waId: '15550100200' }), { onFinal: bed.onFinal, verifiedNumberOf: async () => null }),
    )
    expect(linked).toEqual({ userId: anna, destinationId: phone, name: 'Renamed', isNew: false })
    expect((await handlers.list(asked(anna, undefined))).items).toMatchObject([{ id: phone, name: 'Renamed', state: 'linked' }])
    bed.pass(minuteMs)
    expect(ids(await host.claim())).toEqual([mail])
  })
})

describe('a user’s own phones', () => {
  test('removing a phone cancels what waits for it and lets current sends finish', async () => {
    const { bed, anna, phone, host, handlers } = await bedWithPhone()
    const [flying = '', waiting = ''] = await bed.mail(anna, phone, 2)
    const [one] = await host.claim()
    if (!one) throw new Error('Nothing was due.')
    await handlers.remove(asked(anna, { id: phone }))
    expect(await statesOf([flying, waiting])).toEqual([
      { state: 'sending', reason: null },
      { state: 'cancelled', reason: 'destination_removed' },
    ])
    expect(bed.usageChanges).toEqual([{ userId: anna, outcome: 'returned' }])
    await host.recordOutcome(one, sent('wamid.1'))
    expect(await stateOf(flying)).toMatchObject({ state: 'accepted' })
    expect(await bed.nextDue()).toBeNull()
  })

  test('a failed or held email is resent after the others; one on its way or delivered is not', async () => {
    const { bed, anna, phone, host, handlers, wakes } = await bedWithPhone()
    const [first = '', second = ''] = await bed.mail(anna, phone, 2)
    for (const one of await host.claim()) await host.recordOutcome(one, { kind: 'failed', reason: 'bad_request', stop: 'delivery' })
    bed.pass(1)
    expect(await handlers.addAttempt(asked(anna, { id: first }))).toEqual({})
    expect(wakes).toEqual(['woken'])
    await expect(handlers.addAttempt(asked(anna, { id: second }))).rejects.toMatchObject({ status: 409, code: 'under_way' })
    for (const expected of [second, first]) {
      const [one] = await host.claim()
      if (!one) throw new Error('Nothing was due.')
      expect(one.deliveryId).toBe(expected)
      await host.recordOutcome(one, sent(`wamid.${expected}`))
    }
    await bed.report({ wamid: `wamid.${first}`, status: 'delivered' })
    await expect(handlers.addAttempt(asked(anna, { id: first }))).rejects.toMatchObject({
      status: 409,
      code: 'already_delivered',
      message: 'This email has already reached the phone. There’s nothing to resend.',
    })
    const { items } = await handlers.attempts(asked(anna, { id: first }))
    expect(items).toMatchObject([
      { n: 1, outcome: 'failed' },
      { n: 2, outcome: 'sent', reason: null },
    ])
  })

  test('nothing is resent beyond the allowance', async () => {
    const { bed, anna, phone, deps } = await bedWithPhone()
    const [beyond = ''] = await bed.mail(anna, phone, 1, beyondAllowance(bed.now()))
    const { addAttempt } = deliveryHandlers({ ...deps, ...grantUpTo(0) })
    await expect(addAttempt(asked(anna, { id: beyond }))).rejects.toMatchObject({ status: 409, code: 'allowance_used' })
    expect(await stateOf(beyond)).toEqual({ state: 'held', reason: 'allowance_used' })
  })

  test('attempts explain their reasons in sentences', async () => {
    const { bed, anna, phone, host, handlers } = await bedWithPhone()
    const [mail = ''] = await bed.mail(anna, phone)
    for (const one of await host.claim()) await host.recordOutcome(one, { kind: 'unknown', reason: 'no_answer' })
    const { items } = await handlers.attempts(asked(anna, { id: mail }))
    expect(items).toMatchObject([{ n: 1, outcome: 'unknown', reason: 'No response arrived.' }])
  })

  test('a phone’s name, pause and fallback can be changed separately', async () => {
    const { bed, anna, phone, handlers, wakes } = await bedWithPhone()
    const other = await bed.phoneOf(anna, 'Other', '15550100201')
    const change = (body: unknown) => handlers.change(asked(anna, { id: phone }, body))
    expect(await change({ name: 'Work' })).toMatchObject({ name: 'Work', pausedUntil: null, fallback: null, unreachableSince: null })
    const pausedUntil = new Date(bed.now().getTime() + hourMs).toISOString()
    expect(await change({ pausedUntil })).toMatchObject({ name: 'Work', pausedUntil })
    const fallback = { kind: 'destination', id: other }
    expect(await change({ fallback })).toMatchObject({ name: 'Work', pausedUntil, fallback })
    expect(await change({})).toMatchObject({ name: 'Work', pausedUntil, fallback })
    const { items } = await handlers.list(asked(anna, undefined))
    expect(items.find(item => item.id === phone)).toMatchObject({ pausedUntil, fallback })
    expect(items.find(item => item.id === other)).toMatchObject({ pausedUntil: null, fallback: null })
    expect(await change({ fallback: { kind: 'mail' } })).toMatchObject({ fallback: { kind: 'mail' } })
    expect(await change({ pausedUntil: null, fallback: null })).toMatchObject({ pausedUntil: null, fallback: null })
    expect(wakes.length).toBeGreaterThan(0)
    bed.pass(2 * hourMs)
    expect(await change({ pausedUntil })).toMatchObject({ pausedUntil: null })
  })

  test('ending a pause early releases what waited', async () => {
    const { bed, anna, phone, handlers, host } = await bedWithPhone()
    const [mail = ''] = await bed.mail(anna, phone)
    const pausedUntil = new Date(bed.now().getTime() + 2 * hourMs).toISOString()
    await handlers.change(asked(anna, { id: phone }, { pausedUntil }))
    expect(await host.claim()).toEqual([])
    expect(await stateOf(mail)).toEqual({ state: 'held', reason: 'paused' })
    await handlers.change(asked(anna, { id: phone }, { pausedUntil: null }))
    expect(ids(await host.claim())).toEqual([mail])
  })

  test('a phone cannot be its own fallback, nor can an unknown phone; removing a phone removes it as a fallback', async () => {
    const { bed, anna, phone, handlers } = await bedWithPhone()
    const other = await bed.phoneOf(anna, 'Other', '15550100201')
    const change = (id: string) => handlers.change(asked(anna, { id: phone }, { fallback: { kind: 'destination', id } }))
    for (const wrong of [phone, crypto.randomUUID(), await bed.phoneOf(crypto.randomUUID())])
      await expect(change(wrong)).rejects.toMatchObject({ status: 422, code: 'wrong_fallback' })
    await change(other)
    await handlers.remove(asked(anna, { id: other }))
    expect((await handlers.list(asked(anna, undefined))).items).toMatchObject([{ id: phone, fallback: null }])
  })

  test('another user cannot see, renew, remove or resend any of it', async () => {
    const { bed, anna, phone, handlers } = await bedWithPhone()
    const [mail = ''] = await bed.mail(anna, phone, 1, beyondAllowance(bed.now()))
    const ben = crypto.randomUUID()
    expect((await handlers.list(asked(ben, undefined))).items).toEqual([])
    for (const refused of [
      () => handlers.renew(asked(ben, { id: phone })),
      () => handlers.remove(asked(ben, { id: phone })),
      () => handlers.change(asked(ben, { id: phone }, { name: 'Taken over' })),
      () => handlers.attempts(asked(ben, { id: mail })),
      () => handlers.addAttempt(asked(ben, { id: mail })),
    ])
      await expect(refused()).rejects.toSatisfy(error => error instanceof HttpError && error.status === 404)
    expect(await stateOf(mail)).toMatchObject({ state: 'held' })
    expect((await handlers.list(asked(anna, undefined))).items).toHaveLength(1)
  })
})
