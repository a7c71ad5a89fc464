// What people write is answered once, whatever is repeated, killed or thrown on the way.
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { type AnswerParts, answerAll, type Linked, openAnswerer } from './answer.ts'
import { movableClock } from './clock.ts'
import { linkByCode, startDestination, stopDestination } from './delivery/link.ts'
import { findByPhone } from './delivery/owners.ts'
import { addDestination, addLinkCode, getDestination } from './delivery/store.ts'
import { openLog } from './log.ts'
import { digest, newId } from './seal.ts'
import { claimInbound, countAnswers, recordInbound, settleInbound } from './whatsapp/owners.ts'

const { db } = await testDatabase()
const clock = movableClock()
const minute = 60_000

// The destinations of this test: which phones are linked, and which code links.
const phones = new Map<string, 'linked' | 'stopped'>()
const codes = new Map<string, Linked | 'expired'>()
let acts: string[] = []
let said: { to: string | null; text: string }[] = []

const parts: AnswerParts = {
  db,
  clock,
  log: openLog('silent'),
  claimInbound,
  settleInbound,
  countAnswers,
  linkByCode: async (_tx, code, consent) => {
    acts.push(`link ${code} ${consent.wording}`)
    return codes.get(code) ?? 'wrong'
  },
  findByPhone: async (_tx, { waId }) => {
    const state = phones.get(waId ?? '')
    return state ? [{ state }] : []
  },
  stop: async (_tx, { waId }) => change(waId, 'stopped'),
  start: async (_tx, { waId }) => change(waId, 'linked'),
  say: async (to, text) => void said.push({ to: to.waId, text }),
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
  await answerAll(parts)
  return said.map(one => one.text)
}

beforeEach(async () => {
  await db.deleteFrom('inbound_messages').execute()
  phones.clear()
  codes.clear()
  acts = []
  said = []
  clock.moveTo(0)
})

test('the right code links the phone and says so', async () => {
  codes.set('ABCDEF2H', { userId: 'u', destinationId: 'd', name: 'My phone' })
  expect(await answered('Link my e-mail forwards: ABCD-EF2H')).toEqual([expect.stringContaining('“My phone”')])
  expect(acts).toEqual(['link ABCDEF2H Link my e-mail forwards: ABCD-EF2H'])
})

test('a wrong code and an expired one each say what to do', async () => {
  codes.set('ABCDEF2J', 'expired')
  expect(await answered('code: ABCD-EF2H')).toEqual([expect.stringContaining('not known')])
  expect(await answered('code: ABCD-EF2J')).toEqual([expect.stringContaining('15 minutes')])
})

test('after five wrong codes in an hour a phone may not try, even the right one, until the hour is over', async () => {
  codes.set('ABCDEF2H', { userId: 'u', destinationId: 'd', name: 'My phone' })
  for (let n = 2; n < 7; n++) expect(await answered(`AAAA-AAA${n}`)).toEqual([expect.stringContaining('not known')])
  expect(await answered('ABCD-EF2H')).toEqual([expect.stringContaining('Too many wrong codes')])
  expect(await answered('ABCD-EF2H')).toEqual([])
  expect(acts.filter(act => act.includes('ABCDEF2H'))).toEqual([])
  expect(await answered('ABCD-EF2H', { waId: '15550100888' })).toEqual([expect.stringContaining('“My phone”')])
  clock.moveTo(61 * minute)
  expect(await answered('ABCD-EF2H')).toEqual([expect.stringContaining('“My phone”')])
})

test('words that only look like a code are no wrong code to the person', async () => {
  expect(await answered('please send them over')).toEqual([])
})

test('STOP and START are confirmed when they change something', async () => {
  phones.set(phone, 'linked')
  expect(await answered('Stop!')).toEqual([expect.stringContaining('No more mails')])
  expect(await answered('STOP')).toEqual([])
  expect(await answered('start')).toEqual([expect.stringContaining('Welcome back')])
  expect(await answered('End', { payload: 'stop' })).toEqual([expect.stringContaining('No more mails')])
  expect(acts).toEqual([`stopped ${phone}`, `linked ${phone}`, `stopped ${phone}`])
})

test('anything else gets one line of help a day, fitting who asks', async () => {
  phones.set(phone, 'linked')
  expect(await answered('hello?')).toEqual([expect.stringContaining('I ferry your mails')])
  expect(await answered('hello??')).toEqual([])
  expect(await answered('hello', { waId: '15550100888' })).toEqual([expect.stringContaining('not linked')])
  clock.moveTo(25 * 60 * minute)
  expect(await answered('hello???')).toEqual([expect.stringContaining('I ferry your mails')])
})

test('a message told twice is answered once', async () => {
  phones.set(phone, 'linked')
  expect(await answered('STOP', { wamid: 'wamid.same' })).toHaveLength(1)
  phones.set(phone, 'linked')
  expect(await answered('STOP', { wamid: 'wamid.same' })).toEqual([])
  expect(acts).toEqual([`stopped ${phone}`])
})

test('two hosts answer many messages once each, those of one person in order', async () => {
  phones.set(phone, 'linked')
  for (const text of ['STOP', 'START', 'STOP', 'START', 'STOP']) {
    await write(text)
    clock.moveTo(written)
  }
  for (let n = 0; n < 20; n++) await write('hello', { waId: `1555010${1000 + n}` })
  await Promise.all([answerAll(parts), answerAll(parts)])
  await answerAll(parts)
  expect(acts).toEqual(['stopped', 'linked', 'stopped', 'linked', 'stopped'].map(act => `${act} ${phone}`))
  expect(said).toHaveLength(25)
})

test('what fails is rolled back, holds up nobody else, and is answered by the next sweep', async () => {
  phones.set(phone, 'linked')
  await write('STOP')
  await write('hello', { waId: '15550100888' })
  await answerAll({ ...parts, stop: async () => Promise.reject(new Error('gone')) })
  expect(said.map(one => one.to)).toEqual(['15550100888'])
  await answerAll(parts)
  expect(said.map(one => one.to)).toEqual(['15550100888', phone])
})

test('a confirmation that cannot be sent changes nothing else', async () => {
  phones.set(phone, 'linked')
  await write('STOP')
  await answerAll({ ...parts, say: async () => Promise.reject(new Error('no network')) })
  expect(await answered('START')).toHaveLength(1)
  expect(acts).toEqual([`stopped ${phone}`, `linked ${phone}`])
})

test('the answerer hears when it is woken, and waits for its confirmations when it stops', async () => {
  phones.set(phone, 'linked')
  let finish = () => {}
  const slow = new Promise<void>(done => {
    finish = done
  })
  const answerer = openAnswerer({ ...parts, say: async (to, text) => void (await slow, said.push({ to: to.waId, text })) })
  await write('STOP')
  answerer.wake()
  await expect.poll(() => acts).toEqual([`stopped ${phone}`])
  finish()
  await answerer.stop()
  expect(said).toHaveLength(1)
})

test('over the real destinations a phone is linked by its code, stopped and started', async () => {
  const real: AnswerParts = {
    ...parts,
    linkByCode: (tx, code, consent) => linkByCode(tx, code, consent, async () => undefined),
    findByPhone,
    stop: stopDestination,
    start: startDestination,
  }
  const now = clock.now()
  const userId = newId(now)
  const { id } = await addDestination(db, userId, newId(now), 'My phone', now)
  const expiresAt = new Date(now.getTime() + 15 * minute)
  await addLinkCode(db, userId, { code_hash: digest('ABCDEF2H'), destination_id: id, created_at: now, expires_at: expiresAt })
  const state = async () => (await getDestination(db, userId, id))?.state
  const states = [await state()]
  for (const text of ['Link my e-mail forwards: ABCD-EF2H', 'STOP', 'START', 'code: abcd ef2h']) {
    await write(text)
    await answerAll(real)
    states.push(await state())
  }
  expect(states).toEqual(['pending', 'linked', 'stopped', 'linked', 'linked'])
  expect(said.map(one => one.text.slice(0, 20))).toEqual([
    '✅ This phone is link',
    'Stopped. No more mai',
    'Welcome back. Mails ',
    'This code is no long',
  ])
  expect(await getDestination(db, userId, id)).toMatchObject({
    wa_id: phone,
    last_inbound_at: expect.any(Date),
    consent: { wording: 'Link my e-mail forwards: ABCD-EF2H' },
  })
})
