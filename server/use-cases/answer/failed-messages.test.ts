// Tests that a message from a phone which always fails is set aside, and that STOP is heard whatever came before it.
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { movableClock } from '../../foundation/clock.ts'
import { openLog } from '../../foundation/log.ts'
import {
  claimInbound,
  closeInbound,
  closeOvertaken,
  countResponses,
  eraseInbound,
  postponeInbound,
  recordInbound,
  takeUnsent,
} from '../../whatsapp/inbound-owners.ts'
import { answerAll } from '../answer.ts'
import type { AnswerDeps } from './deps.ts'
import { noCommands } from './no-commands.fixture.ts'

const { db } = await testDatabase()
const clock = movableClock()
const phone = '15550100777'
let state: 'linked' | 'stopped' = 'linked'
let acts: string[] = []
let isBroken = true

const change = (to: 'linked' | 'stopped') => async () => {
  state = to
  acts.push(to)
}
const deps: AnswerDeps = {
  ...{ db, clock, log: openLog('silent') },
  ...{ claimInbound, closeInbound, closeOvertaken, countResponses, postponeInbound, takeUnsent, recentEmails: async () => [] },
  languageOf: async () => 'en',
  linkByCode: async () => 'wrong',
  findByPhone: async () => [{ id: 'd', user_id: 'u', state, rights: 'read', paused_until: null }],
  stop: change('stopped'),
  start: change('linked'),
  // Planted: PAUSE always fails, as a message would that no code expects.
  pause: async () => {
    if (isBroken) throw new TypeError('planted')
    acts.push('paused')
  },
  ownerOfDelivery: async () => null,
  showAgain: async () => 'gone',
  acknowledge: async () => 'gone',
  digestDeliveries: async () => [],
  list: async () => null,
  read: async () => undefined,
  say: async () => ({ kind: 'sent', wamid: 'wamid.ours' }),
  replies: { quoted: async () => null, write: async () => Promise.reject(), find: async () => null, change: async () => null },
  commands: noCommands,
  fetchFile: async () => 'unfetched',
  findPastMatches: async () => null,
}

let elapsedMs = 0
async function write(wamid: string, text: string, waId = phone): Promise<void> {
  clock.moveTo((elapsedMs += 10))
  const message = { wamid, waId, waUserId: null, kind: 'text', text, payload: null, about: null, profileName: null, at: clock.now() }
  await db.transaction().execute(tx => recordInbound(tx, message))
}
async function answerAfter(ms: number): Promise<void> {
  clock.moveTo((elapsedMs += ms))
  await answerAll(deps)
}
const answerOf = async (wamid: string) => {
  const row = await db.selectFrom('inbound_messages').selectAll().where('wamid', '=', wamid).executeTakeFirstOrThrow()
  return row.answered_at ? row.body : null
}
const aside = () => db.selectFrom('set_aside').select(['kind', 'id', 'error', 'attempts']).where('set_aside_at', 'is not', null).execute()

beforeEach(async () => {
  await db.deleteFrom('inbound_messages').execute()
  await db.deleteFrom('set_aside').execute()
  state = 'linked'
  acts = []
  isBroken = true
})

test('a message that always fails is set aside after five tries, without its text, and what its sender wrote later is answered', async () => {
  await write('wamid.poison', 'PAUSE 2h')
  await write('wamid.later', 'HELP')
  for (const ms of [0, 1_000, 5_000, 30_000]) await answerAfter(ms)
  expect(await answerOf('wamid.later')).toBeNull()
  await answerAfter(120_000)
  expect(await answerOf('wamid.poison')).toEqual({ answer: 'set_aside' })
  expect(await answerOf('wamid.later')).toEqual({ answer: 'help' })
  expect(await aside()).toEqual([{ kind: 'inbound', id: 'wamid.poison', error: 'TypeError', attempts: 5 }])
  await db.transaction().execute(tx => eraseInbound(tx, [phone]))
  expect(await aside()).toEqual([])
})

test('a row of another shape holds up nobody else, and is set aside like any other', async () => {
  await write('wamid.strange', 'hello', '15550100888')
  await db
    .updateTable('inbound_messages')
    .set({ body: JSON.stringify({ version: 7 }) })
    .execute()
  await write('wamid.stop', 'STOP')
  await answerAfter(0)
  expect(acts).toEqual(['stopped'])
  for (const ms of [1_000, 5_000, 30_000, 120_000]) await answerAfter(ms)
  expect(await answerOf('wamid.strange')).toEqual({ answer: 'set_aside' })
  expect((await aside()).map(({ id }) => id)).toEqual(['wamid.strange'])
})

test('STOP passes a failing message of its sender at once, which is not tried again after it', async () => {
  await write('wamid.poison', 'PAUSE 2h')
  await answerAfter(0)
  await write('wamid.stop', 'STOP')
  await answerAfter(0)
  expect(acts).toEqual(['stopped'])
  isBroken = false
  await answerAfter(600_000)
  expect(acts).toEqual(['stopped'])
  expect(await answerOf('wamid.poison')).toEqual({ answer: 'set_aside' })
})

test('START undoes no later STOP: one that failed before it is closed', async () => {
  const failing = { ...deps, start: async () => Promise.reject(new Error('planted')) }
  state = 'stopped'
  await write('wamid.start', 'START')
  await answerAll(failing)
  state = 'linked'
  await write('wamid.stop', 'STOP')
  await answerAfter(0)
  await answerAfter(600_000)
  expect(acts).toEqual(['stopped'])
})

test('START leaves other failing messages their tries', async () => {
  await write('wamid.poison', 'PAUSE 2h')
  await answerAfter(0)
  await write('wamid.start', 'START')
  await answerAfter(0)
  expect(await answerOf('wamid.start')).not.toBeNull()
  isBroken = false
  await answerAfter(1_000)
  expect(acts).toEqual(['paused'])
})

test('STOP is tried on for ever, with one alarm', async () => {
  const failing = { ...deps, stop: async () => Promise.reject(new Error('planted')) }
  await write('wamid.stop', 'STOP')
  for (let n = 0; n < 8; n++) {
    clock.moveTo((elapsedMs += 300_000))
    await answerAll(failing)
  }
  expect(await aside()).toEqual([{ kind: 'inbound', id: 'wamid.stop', error: 'Error', attempts: 8 }])
  await answerAfter(300_000)
  expect(acts).toEqual(['stopped'])
})
