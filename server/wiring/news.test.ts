// Tests the effects of WhatsApp's account and phone events.

import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openLogKeys } from '../account/log-chain/keys-owners.ts'
import { unsold } from '../billing/unsold.fixture.ts'
import { readPauseReason, resumeNumber } from '../delivery/number/queue.ts'
import { movableClock } from '../foundation/clock.ts'
import { readConfig } from '../foundation/config.ts'
import { openUserKeys } from '../foundation/db/keys.ts'
import { openLog } from '../foundation/log.ts'
import { openOutside } from '../foundation/outside.ts'
import { newKey } from '../foundation/seal.ts'
import { loadWords } from '../foundation/words.ts'
import { openGraph } from '../whatsapp/client.ts'
import { webhookEvents } from './news.ts'

const { db } = await testDatabase()
const config = readConfig({})
const clock = movableClock()
const keys = openUserKeys(newKey(), clock.now)
const graph = openGraph({ outside: openOutside({ allow: [], loopback: true }), ...config.whatsapp, graphUrl: 'http://127.0.0.1:1' })
const told = webhookEvents({
  ...unsold,
  config,
  log: openLog('silent'),
  ...{ db, urgentDb: db },
  keys,
  logKeys: openLogKeys(newKey()),
  tracing: null,
  clock,
  words: loadWords(),
  graph,
})
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)
const pausedFor = async () => {
  const row = await db.selectFrom('messenger_numbers').select(['paused_until', 'pause_reason']).executeTakeFirst()
  const minutes = ((row?.paused_until?.getTime() ?? 0) - clock.now().getTime()) / 60_000
  return minutes > 0 ? { minutes: Math.round(minutes), reason: row?.pause_reason } : null
}
const restricted = { event: 'ACCOUNT_RESTRICTION', state: 'restricted' as const, until: null }
const free = { event: 'DISABLED_UPDATE', state: 'free' as const, until: null }

beforeEach(async () => {
  clock.moveTo(0)
  await db.deleteFrom('messenger_numbers').execute()
})

test('a restricted account pauses until Meta’s end date, or until the operator resumes it', async () => {
  await told.onAccount({ ...restricted, until: ago(-90), at: ago(0) })
  expect(await pausedFor()).toEqual({ minutes: 90, reason: 'account_restricted' })
  await db.deleteFrom('messenger_numbers').execute()
  await told.onAccount({ ...restricted, at: ago(1) })
  expect((await pausedFor())?.minutes).toBeGreaterThan(30 * 24 * 60)
  expect(await readPauseReason(db, config.whatsapp.numberId, clock.now())).toBe('account_restricted')
  expect(await resumeNumber(db, config.whatsapp.numberId, clock.now())).toBe('account_restricted')
  expect(await readPauseReason(db, config.whatsapp.numberId, clock.now())).toBeNull()
  expect(await pausedFor()).toBeNull()
})

test('a repeated restriction after a resume pauses nothing; a new one does', async () => {
  await told.onAccount({ ...restricted, at: ago(61) })
  expect(await pausedFor()).not.toBeNull()
  await resumeNumber(db, config.whatsapp.numberId, clock.now())
  await told.onAccount({ ...restricted, at: ago(61) })
  expect(await pausedFor()).toBeNull()
  await told.onAccount({ ...restricted, at: ago(-1) })
  expect(await pausedFor()).not.toBeNull()
})

test('an account that is no longer restricted sends at once', async () => {
  await told.onAccount({ ...restricted, at: ago(1) })
  await told.onAccount({ ...free, at: ago(0) })
  expect(await pausedFor()).toBeNull()
})

test('the latest account event wins, even if older ones are repeated or late', async () => {
  await told.onAccount({ ...restricted, at: ago(60) })
  const said = ago(30)
  await told.onAccount({ ...free, at: said })
  const before = await db.selectFrom('messenger_numbers').selectAll().execute()
  clock.moveTo(60_000)
  for (const at of [ago(62), said]) await told.onAccount({ ...free, at })
  await told.onAccount({ ...restricted, at: ago(62) })
  expect(await db.selectFrom('messenger_numbers').selectAll().execute()).toEqual(before)
  await told.onAccount({ ...restricted, at: ago(10) })
  await told.onAccount({ ...free, at: ago(11) })
  expect(await pausedFor()).not.toBeNull()
})

test('other events change nothing', async () => {
  await told.onAccount({ event: 'VOLUME_BASED_PRICING_TIER_UPDATE', state: 'other', until: null, at: ago(0) })
  expect(await pausedFor()).toBeNull()
})
