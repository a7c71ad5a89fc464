// Tests that a response is sent until its delivery is known, and no longer.
import { beforeEach, expect, test } from 'vitest'
import type { Outcome } from '../../../core/delivery/outcome.ts'
import { testDatabase } from '../../../test/database.ts'
import { movableClock } from '../../foundation/clock.ts'
import { openLog } from '../../foundation/log.ts'
import { closeInbound, recordInbound } from '../../whatsapp/inbound-owners.ts'
import { saveResponse } from '../../whatsapp/responses-queue.ts'
import { type OutboundResponse, type ResponseDeps, sendOverdue, sendResponse } from './responses.ts'

const { db } = await testDatabase()
const clock = movableClock()
const sent: Outcome = { kind: 'sent', wamid: 'wamid.ours' }
const question: OutboundResponse = {
  ...{ waId: '15550100777', waUserId: null, text: 'Send it?', isToCome: false },
  around: { buttons: [{ id: 'send:1', title: 'Send' }], quotes: 'wamid.theirs' },
}
let said: unknown[] = []
let outcome: () => Outcome | null = () => sent

const deps: ResponseDeps = {
  ...{ db, clock, log: openLog('silent') },
  read: async () => undefined,
  say: async (to, text, around) => {
    said.push({ to: to.waId, text, around })
    return outcome()
  },
  list: async (_to, { from }) => {
    said.push(from)
    return outcome()
  },
}

/** How many are said after a while. */
async function after(ms: number): Promise<number> {
  said = []
  clock.moveTo(clock.now().getTime() - Date.now() + ms)
  await sendOverdue(deps)
  return said.length
}

async function keep(saying: OutboundResponse): Promise<void> {
  const message = {
    wamid: 'wamid.theirs',
    waId: saying.waId,
    waUserId: null,
    kind: 'text',
    text: 'Yes',
    payload: null,
    about: null,
    profileName: null,
  }
  await db.transaction().execute(async tx => {
    await recordInbound(tx, { ...message, at: clock.now() })
    await closeInbound(tx, 'wamid.theirs', 'reply_asked', clock.now())
    await saveResponse(tx, 'wamid.theirs', saying, clock.now())
  })
}

beforeEach(async () => {
  await db.deleteFrom('inbound_messages').execute()
  said = []
  outcome = () => sent
  clock.moveTo(0)
})

test('a sent response is not sent again', async () => {
  await keep(question)
  await sendResponse(deps, 'wamid.theirs', question)
  expect(said).toEqual([{ to: '15550100777', text: 'Send it?', around: question.around }])
  expect([await after(31_000), await after(600_000)]).toEqual([0, 0])
})

test('a response whose process died is sent in full by another', async () => {
  await keep(question)
  expect(await after(29_000)).toBe(0)
  expect(await after(2_000)).toBe(1)
  expect(said).toEqual([{ to: '15550100777', text: 'Send it?', around: question.around }])
  expect(await after(600_000)).toBe(0)
})

test('the emails of a digest are listed again', async () => {
  await keep({ ...question, text: null, page: { userId: 'u', digestId: 'd', deliveryIds: ['1', '2'], from: 1 } })
  expect([await after(31_000), said]).toEqual([1, [1]])
})

test.each<[string, () => Outcome | null]>([
  ['nobody knows whether it came', () => ({ kind: 'unknown', reason: 'timeout' })],
  ['the messenger was busy', () => ({ kind: 'retry', reason: 'busy', afterMs: null, scope: 'number' })],
  ['the number had to wait', () => null],
  ['the number is paused', () => ({ kind: 'held', reason: 'number_paused' })],
  [
    'the connection broke',
    () => {
      throw new Error('reset')
    },
  ],
])('where %s, it is said six times more', async (_, next) => {
  outcome = next
  await keep(question)
  await sendResponse(deps, 'wamid.theirs', question)
  const later = []
  for (const n of [0, 1, 2, 3, 4, 5, 6, 7]) later.push(await after(30_000 * 2 ** n + 1000))
  expect(later).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
})

test('a response that a phone cannot receive is not sent again', async () => {
  outcome = () => ({ kind: 'failed', reason: 'blocked', stop: 'destination' })
  await keep(question)
  await sendResponse(deps, 'wamid.theirs', question)
  expect(await after(600_000)).toBe(0)
})
