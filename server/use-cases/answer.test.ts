// Tests that each inbound message is answered once, despite duplicates, crashes and errors.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Outcome } from '../../core/delivery/outcome.ts'
import { testDatabase } from '../../test/database.ts'
import { acknowledge } from '../delivery/escalation/store.ts'
import { linkByCode, pauseDestination, startDestination, stopDestination } from '../delivery/link.ts'
import { findByPhone, ownerOfDelivery } from '../delivery/owners.ts'
import { addDestination, addLinkCode, changeDestination, getDestination } from '../delivery/store.ts'
import { openTestbed } from '../delivery/testbed.fixture.ts'
import { movableClock } from '../foundation/clock.ts'
import { openLog } from '../foundation/log.ts'
import { digest, newId } from '../foundation/seal.ts'
import type { DigestPage } from '../whatsapp/digest.ts'
import {
  claimInbound,
  closeInbound,
  closeOvertaken,
  countResponses,
  forgetUnsent,
  postponeInbound,
  recordInbound,
  takeUnsent,
} from '../whatsapp/inbound-owners.ts'
import type { AnswerDeps, LinkedDestination, RecentEmail } from './answer/deps.ts'
import { noCommands } from './answer/no-commands.fixture.ts'
import { answerAll, openAnswerer } from './answer.ts'

const { db } = await testDatabase()
const clock = movableClock()
const minute = 60_000

// The destinations of this test: which phones are linked, and which code links.
const phones = new Map<string, 'linked' | 'stopped'>()
const codes = new Map<string, LinkedDestination | 'expired'>()
const paused = new Map<string, Date>()
const owned = new Map<string, string>()
let kept = true
let carried: string[] = []
let pages: DigestPage[] = []
let acts: string[] = []
let recent: RecentEmail[] = []
let rights: 'read' | 'reply' = 'read'
let lists: string[][] = []
let said: { to: string | null; text: string }[] = []
let ticks: { wamid: string; typing: boolean }[] = []

const sent: Outcome = { kind: 'sent', wamid: 'wamid.ours' }
const afterwards = (_noted: number): Outcome => sent

const parts: AnswerDeps = {
  db,
  clock,
  log: openLog('silent'),
  claimInbound,
  closeInbound,
  takeUnsent,
  recentEmails: async (_tx, _sender, limit) => recent.slice(0, limit),
  closeOvertaken,
  postponeInbound,
  countResponses,
  languageOf: async (_tx, { waId }) => (waId?.startsWith('34') ? 'es' : 'en'),
  linkByCode: async (_tx, code, consent) => {
    acts.push(`link ${code} ${consent.wording}`)
    return codes.get(code) ?? 'wrong'
  },
  findByPhone: async (_tx, { waId }) => {
    const state = phones.get(waId ?? '')
    return state ? [{ id: 'd', user_id: 'u', state, rights, paused_until: paused.get(waId ?? '') ?? null }] : []
  },
  stop: async (_tx, { waId }) => change(waId, 'stopped'),
  start: async (_tx, { waId }) => {
    paused.delete(waId ?? '')
    change(waId, 'linked')
  },
  pause: async (_tx, { waId }, until) => {
    paused.set(waId ?? '', until)
    acts.push(`paused ${waId} until ${until.toISOString()}`)
  },
  ownerOfDelivery: async (_tx, { waId }, deliveryId) => (owned.get(deliveryId) === waId ? 'u' : null),
  showAgain: async (_tx, userId, deliveryId) => {
    acts.push(`show ${userId} ${deliveryId}`)
    return kept ? 'shown' : 'gone'
  },
  acknowledge: async () => 'noted',
  digestDeliveries: async () => carried,
  list: async (_to, page) => afterwards(pages.push(page)),
  read: async (wamid, typing) => void ticks.push({ wamid, typing }),
  say: async (to, text, around) => {
    lists.push((around?.list?.rows ?? []).map(({ id }) => id))
    return afterwards(said.push({ to: to.waId, text }))
  },
  replies: { quoted: async () => null, write: async () => Promise.reject(), find: async () => null, change: async () => null },
  commands: noCommands,
  fetchFile: async () => 'unfetched',
  findPastMatches: async () => null,
}

function change(waId: string | null, to: 'linked' | 'stopped'): void {
  phones.set(waId ?? '', to)
  acts.push(`${to} ${waId}`)
}

const phone = '15550100777'
let written = 0
async function write(text: string, more: { waId?: string; wamid?: string; payload?: string } = {}): Promise<void> {
  written += 1
  const { waId = phone, wamid = `wamid.${written}`, payload = null } = more
  const at = clock.now()
  const message = { wamid, waId, waUserId: null, kind: 'text', text, payload, about: null, profileName: 'Maya', at }
  await db.transaction().execute(tx => recordInbound(tx, message))
}
const answered = async (text: string, more = {}): Promise<string[]> => {
  said = []
  await write(text, more)
  await answerWhole()
  return said.map(one => one.text)
}

/** Until it is kept that all was said, it may be said again. */
async function answerWhole(): Promise<void> {
  const saying = new Set<Promise<void>>()
  await answerAll(parts, saying)
  await Promise.all(saying)
}

beforeEach(async () => {
  await db.deleteFrom('inbound_messages').execute()
  phones.clear()
  codes.clear()
  paused.clear()
  owned.clear()
  kept = true
  acts = []
  ticks = []
  said = []
  recent = []
  rights = 'read'
  lists = []
  clock.moveTo(0)
})

test('the right code links the phone and is confirmed', async () => {
  codes.set('ABCDEF2H', { userId: 'u', destinationId: 'd', name: 'My phone' })
  expect(await answered('Link my email forwards: ABCD-EF2H')).toEqual([expect.stringContaining('“My phone”')])
  expect(acts).toEqual(['link ABCDEF2H Link my email forwards: ABCD-EF2H'])
})

test('responses are in the phone’s language', async () => {
  expect(await answered('code: ABCD-EF2H', { waId: '34600000000' })).toEqual([expect.stringContaining('No reconocemos este código')])
})

test('a wrong code and an expired code each get a response that says what to do', async () => {
  codes.set('ABCDEF2J', 'expired')
  expect(await answered('code: ABCD-EF2H')).toEqual([expect.stringContaining('We don’t recognize this code')])
  expect(await answered('code: ABCD-EF2J')).toEqual([expect.stringContaining('15 minutes')])
})

test('after five wrong codes in an hour a phone is locked out for the rest of the hour, even with the right code', async () => {
  codes.set('ABCDEF2H', { userId: 'u', destinationId: 'd', name: 'My phone' })
  for (let n = 2; n < 7; n++) expect(await answered(`AAAA-AAA${n}`)).toEqual([expect.stringContaining('We don’t recognize this code')])
  expect(await answered('ABCD-EF2H')).toEqual([expect.stringContaining('Too many wrong codes')])
  expect(await answered('ABCD-EF2H')).toEqual([])
  expect(acts.filter(act => act.includes('ABCDEF2H'))).toEqual([])
  expect(await answered('ABCD-EF2H', { waId: '15550100888' })).toEqual([expect.stringContaining('“My phone”')])
  clock.moveTo(61 * minute)
  expect(await answered('ABCD-EF2H')).toEqual([expect.stringContaining('“My phone”')])
})

test('text that only looks like a code is not reported as a wrong code', async () => {
  expect(await answered('please send them over')).toEqual([])
})

test('STOP and START are confirmed when they change something', async () => {
  phones.set(phone, 'linked')
  expect(await answered('Stop!')).toEqual([expect.stringContaining('any more emails on this phone')])
  expect(await answered('STOP')).toEqual([])
  expect(await answered('start')).toEqual([expect.stringContaining('Welcome back')])
  expect(await answered('End', { payload: 'stop' })).toEqual([expect.stringContaining('any more emails on this phone')])
  expect(acts).toEqual([`stopped ${phone}`, `linked ${phone}`, `stopped ${phone}`])
})

test('text that quotes nothing is always answered: nobody got it', async () => {
  phones.set(phone, 'linked')
  rights = 'reply'
  for (const text of ['hello', 'reply On it, thanks', 'please send them over', 'why', 'hello'])
    expect(await answered(text)).toEqual([expect.stringContaining('Not sent to anyone')])
  rights = 'read'
  expect(await answered('On it')).toEqual([expect.stringContaining('can receive emails but not reply')])
  expect(await answered('hello', { waId: '15550100888' })).toEqual([expect.stringContaining('isn’t linked')])
  expect(await answered('hello', { waId: '15550100888' })).toEqual([])
})

test('text that quotes nothing can be sent as a reply to one of the last three emails, once and within the hour', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, phone)
  rights = 'reply'
  recent = Array.from({ length: 4 }, (_, n) => ({ deliveryId: delivery, from: `Anna ${n}`, subject: 'Invoice' }))
  expect(await answered('On it, thanks', { wamid: 'wamid.text' })).toEqual([expect.stringContaining('choose it')])
  const [row = ''] = lists.at(-1) ?? []
  expect([row, lists.at(-1)?.length]).toEqual([`pick:${delivery}:wamid.text`, 3])

  const drafts: string[] = []
  const email = { userId: 'u', deliveryId: delivery, messageId: 'm', destinationId: 'd', wamid: '' }
  const before = { ...parts }
  Object.assign(parts, {
    commands: { ...noCommands, findMessage: async () => email },
    replies: {
      ...parts.replies,
      write: async (_tx: unknown, _userId: string, { text }: { text: string }) => (
        drafts.push(text), { kind: 'refused', reason: 'no_way' }
      ),
    },
  })
  try {
    expect(await answered('Invoice', { payload: row, waId: '15550100888' })).toEqual([])
    expect(await answered('Invoice', { payload: row })).toHaveLength(1)
    expect(drafts).toEqual(['On it, thanks'])
    expect(await answered('Invoice', { payload: row })).toEqual([expect.stringContaining('too long ago')])

    await answered('And this?', { wamid: 'wamid.late' })
    await forgetUnsent(db, new Date(clock.now().getTime() + 1))
    expect(JSON.stringify(await db.selectFrom('inbound_messages').select('body').execute())).not.toContain('And this?')
    expect(await answered('Invoice', { payload: `pick:${delivery}:wamid.late` })).toEqual([expect.stringContaining('too long ago')])
  } finally {
    Object.assign(parts, before)
  }
})

test('PAUSE confirms its duration, RESUME ends it, and neither is answered when it changes nothing', async () => {
  phones.set(phone, 'linked')
  const at = Date.now()
  expect(await answered('Pause 24 h', { payload: 'pause:24' })).toEqual([expect.stringContaining('Paused for 1 day.')])
  expect(Number(paused.get(phone)) - at).toBeGreaterThanOrEqual(24 * 60 * minute - 1000)
  expect(await answered('PAUSE 2h')).toEqual([expect.stringContaining('Paused for 2 hours.')])
  expect(await answered('RESUME')).toEqual([expect.stringContaining('Resumed.')])
  expect(await answered('RESUME')).toEqual([expect.stringContaining('*Reply* to an email')])
  expect(await answered('RESUME')).toEqual([])
  phones.set(phone, 'stopped')
  acts = []
  expect(await answered('PAUSE')).toEqual([])
  expect(acts).toEqual([])
})

const delivery = '0199c3a0-0000-7000-8000-000000000001'

test('a message is marked as read, and shows typing when a response follows', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, phone)
  await answered('Show email', { wamid: 'wamid.tap', payload: `show:${delivery}` })
  await answered('STOP', { wamid: 'wamid.stop' })
  expect(ticks).toEqual([
    { wamid: 'wamid.tap', typing: false },
    { wamid: 'wamid.stop', typing: true },
  ])
})

test('tapping an email shows it, without further text', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, phone)
  expect(await answered('Show email', { payload: `show:${delivery}` })).toEqual([])
  expect(acts).toEqual([`show u ${delivery}`])
})

test('the last row of a long digest sends the next emails, or says that they were erased', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, phone)
  carried = Array.from({ length: 12 }, (_, n) => `mail ${n}`)
  expect(await answered('More emails', { wamid: 'wamid.more', payload: `more:${delivery}:9` })).toEqual([])
  expect(pages).toEqual([{ userId: 'u', digestId: delivery, deliveryIds: carried, from: 9 }])
  expect(ticks).toContainEqual({ wamid: 'wamid.more', typing: true })
  carried = []
  expect(await answered('More emails', { payload: `more:${delivery}:9` })).toEqual([expect.stringContaining('no longer store')])
  carried = Array.from({ length: 12 }, (_, n) => `mail ${n}`)
  owned.set(delivery, '15550100999')
  expect(await answered('More emails', { payload: `more:${delivery}:9` })).toEqual([expect.stringContaining('no longer store')])
  expect(pages).toHaveLength(1)
})

test('the id of another phone’s email is answered like an erased one', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, '15550100888')
  const foreign = await answered('Show email', { payload: `show:${delivery}` })
  expect(foreign).toEqual([expect.stringContaining('no longer store')])
  expect(await answered('Show email', { payload: `show:${crypto.randomUUID()}` })).toEqual(foreign)
  expect(await answered('Show email', { payload: `show:${delivery}`, waId: '15550100999' })).toEqual([])
  expect(acts).toEqual([])
})

test('an erased email is reported as gone, and a phone that said STOP is shown nothing', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, phone)
  kept = false
  expect(await answered('Show', { payload: `show:${delivery}` })).toEqual([expect.stringContaining('no longer store')])
  phones.set(phone, 'stopped')
  acts = []
  expect(await answered('Show', { payload: `show:${delivery}` })).toEqual([expect.stringContaining('START')])
  expect(acts).toEqual([])
})

test('responses and repeats are rate limited; commands still run silently', async () => {
  phones.set(phone, 'linked')
  owned.set(delivery, phone)
  let sentences = 0
  for (let n = 0; n < 30; n++) sentences += (await answered(`PAUSE ${n + 1}h`)).length
  expect([sentences, acts.length]).toEqual([20, 30])
  acts = []
  for (let n = 0; n < 70; n++) await write('Show', { payload: `show:${delivery}` })
  await answerWhole()
  expect(acts).toHaveLength(60)
  clock.moveTo(61 * minute)
  expect(await answered('HELP')).toHaveLength(1)
})

test('HELP is answered five times a day', async () => {
  phones.set(phone, 'linked')
  let helps = 0
  for (let n = 0; n < 8; n++) helps += (await answered('HELP')).length
  expect(helps).toBe(5)
})

test('a message delivered twice is answered once', async () => {
  phones.set(phone, 'linked')
  expect(await answered('STOP', { wamid: 'wamid.same' })).toHaveLength(1)
  phones.set(phone, 'linked')
  expect(await answered('STOP', { wamid: 'wamid.same' })).toEqual([])
  expect(acts).toEqual([`stopped ${phone}`])
})

test('two hosts answer many messages once each, in order per phone', async () => {
  phones.set(phone, 'linked')
  for (const text of ['STOP', 'START', 'STOP', 'START', 'STOP']) {
    await write(text)
    clock.moveTo(written)
  }
  for (let n = 0; n < 20; n++) await write('hello', { waId: `1555010${1000 + n}` })
  await Promise.all([answerWhole(), answerWhole()])
  await answerWhole()
  expect(acts).toEqual(['stopped', 'linked', 'stopped', 'linked', 'stopped'].map(act => `${act} ${phone}`))
  expect(said).toHaveLength(25)
})

test('a failing message is rolled back, delays nobody else, and is answered by the next sweep', async () => {
  phones.set(phone, 'linked')
  await write('STOP')
  await write('hello', { waId: '15550100888' })
  await answerAll({ ...parts, stop: async () => Promise.reject(new Error('gone')) })
  expect(said.map(one => one.to)).toEqual(['15550100888'])
  clock.moveTo(1_000)
  await answerWhole()
  expect(said.map(one => one.to)).toEqual(['15550100888', phone])
})

test('a confirmation that cannot be sent changes nothing else', async () => {
  phones.set(phone, 'linked')
  await write('STOP')
  await answerAll({ ...parts, say: async () => Promise.reject(new Error('no network')) })
  expect(await answered('START')).toHaveLength(1)
  expect(acts).toEqual([`stopped ${phone}`, `linked ${phone}`])
})

test('the answerer reacts when woken, and finishes its confirmations when stopped', async () => {
  phones.set(phone, 'linked')
  let finish = () => {}
  const slow = new Promise<void>(done => {
    finish = done
  })
  const answerer = openAnswerer({ ...parts, say: async (to, text) => slow.then(() => parts.say(to, text)) })
  await write('STOP')
  answerer.wake()
  await expect.poll(() => acts).toEqual([`stopped ${phone}`])
  finish()
  await answerer.stop()
  expect(said).toHaveLength(1)
})

const overReal: AnswerDeps = {
  ...parts,
  ...{ findByPhone, stop: stopDestination, start: startDestination, pause: pauseDestination, ownerOfDelivery },
}

test('with real destinations a phone is linked by its code, stopped and started', async () => {
  const linking = { onFinal: async () => undefined, verifiedNumberOf: async () => null }
  const real: AnswerDeps = { ...overReal, linkByCode: (tx, code, consent) => linkByCode(tx, code, consent, linking) }
  const now = clock.now()
  const userId = newId(now)
  const { id } = await addDestination(db, userId, newId(now), 'My phone', now)
  const expiresAt = new Date(now.getTime() + 15 * minute)
  await addLinkCode(db, userId, { code_hash: digest('ABCDEF2H'), destination_id: id, created_at: now, expires_at: expiresAt })
  const state = async () => (await getDestination(db, userId, id))?.state
  const states = [await state()]
  for (const text of ['Link my email forwards: ABCD-EF2H', 'STOP', 'START', 'code: abcd ef2h']) {
    await write(text)
    await answerAll(real)
    states.push(await state())
  }
  expect(states).toEqual(['pending', 'linked', 'stopped', 'linked', 'linked'])
  expect(said.map(one => one.text.slice(0, 20))).toEqual([
    '✅ This phone is link',
    'You won’t get any mo',
    'Welcome back. Emails',
    'This code has expire',
  ])
  expect(await getDestination(db, userId, id)).toMatchObject({
    wa_id: phone,
    last_inbound_at: expect.any(Date),
    consent: { wording: 'Link my email forwards: ABCD-EF2H' },
  })
})

test('with real destinations a tap counts for the phone that the email went to, and a pause is kept', async () => {
  const bed = openTestbed(db)
  const [anna, ben] = [newId(clock.now()), newId(clock.now())]
  const hers = await bed.phoneOf(anna, 'Phone', '15550101001')
  const his = await bed.phoneOf(ben, 'Phone', '15550101002')
  const [mail = ''] = await bed.mail(anna, hers)
  const tap = async (waId: string, payload: string) => {
    await write('tap', { waId, payload })
    await answerAll({ ...overReal, acknowledge })
  }
  await tap('15550101002', `show:${mail}`)
  await tap('15550101001', `show:${crypto.randomUUID()}`)
  expect(acts).toEqual([])
  await tap('15550101001', `show:${mail}`)
  expect(acts).toEqual([`show ${anna} ${mail}`])

  const hadSince = async () =>
    (await db.selectFrom('deliveries').select('acknowledged_at').where('id', '=', mail).executeTakeFirst())?.acknowledged_at
  await tap('15550101002', `ack:${mail}`)
  expect(await hadSince()).toBe(null)
  await tap('15550101001', `ack:${mail}`)
  const first = await hadSince()
  expect(first).toEqual(expect.any(Date))
  await tap('15550101001', `ack:${mail}`)
  expect(await hadSince()).toEqual(first)

  await db.transaction().execute(tx => changeDestination(tx, anna, hers, { state: 'unreachable', unreachable_since: clock.now() }))
  await tap('15550101001', 'pause:24')
  expect(await getDestination(db, anna, hers)).toMatchObject({ state: 'linked', unreachable_since: null, paused_until: expect.any(Date) })
  expect(await getDestination(db, ben, his)).toMatchObject({ paused_until: null })
  await tap('15550101001', 'resume')
  expect(await getDestination(db, anna, hers)).toMatchObject({ paused_until: null })
})

test('a flood of messages is answered a few at a time', async () => {
  for (let n = 0; n < 60; n++) await write('hello', { waId: `155502${1000 + n}` })
  const open: (() => void)[] = []
  const read = () => new Promise<void>(resolve => open.push(resolve))
  const saying = new Set<Promise<void>>()
  const answering = answerAll({ ...parts, read }, saying)
  await vi.waitFor(() => expect(open).toHaveLength(50), { timeout: 10_000 })
  await expect(Promise.race([answering, Promise.resolve('waits')])).resolves.toBe('waits')
  for (const resolve of open) resolve()
  await answering
  expect(open).toHaveLength(60)
  for (const resolve of open) resolve()
  await Promise.all(saying)
})
