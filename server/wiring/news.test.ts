// What follows from news of WhatsApp's: the number rests and works again, phones are linked anew.
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { movableClock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openPersonKeys } from '../db/keys.ts'
import { openLog } from '../log.ts'
import { openOutside } from '../outside.ts'
import { newKey } from '../seal.ts'
import { openGraph } from '../whatsapp/client.ts'
import { wordsOf } from '../words.ts'
import { news } from './news.ts'

const { db } = await testDatabase()
const config = readConfig({})
const clock = movableClock()
const keys = openPersonKeys(newKey(), clock.now)
const graph = openGraph({ outside: openOutside({ allow: [], loopback: true }), ...config.whatsapp, graphUrl: 'http://127.0.0.1:1' })
const told = news({ config, log: openLog('silent'), db, keys, clock, words: wordsOf(), graph })
const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)
const pausedFor = async () => {
  const row = await db.selectFrom('messenger_numbers').select(['paused_until', 'pause_reason']).executeTakeFirst()
  const minutes = ((row?.paused_until?.getTime() ?? 0) - clock.now().getTime()) / 60_000
  return minutes > 0 ? { minutes: Math.round(minutes), reason: row?.pause_reason } : null
}
const restricted = { event: 'ACCOUNT_RESTRICTION', stands: 'restricted' as const, until: null }

beforeEach(() => db.deleteFrom('messenger_numbers').execute())

test('a restricted account rests and is tried each hour, sooner where Meta names an end', async () => {
  await told.onAccount({ ...restricted, at: ago(0) })
  expect(await pausedFor()).toEqual({ minutes: 60, reason: 'account_restricted' })
  await db.deleteFrom('messenger_numbers').execute()
  await told.onAccount({ ...restricted, until: ago(-20), at: ago(0) })
  expect(await pausedFor()).toMatchObject({ minutes: 20 })
})

test('a restriction that is told again later, after all is well, pauses nothing', async () => {
  await told.onAccount({ ...restricted, at: ago(61) })
  expect(await pausedFor()).toBeNull()
})

test('an account that is free again sends at once', async () => {
  await told.onAccount({ ...restricted, at: ago(0) })
  await told.onAccount({ event: 'DISABLED_UPDATE', stands: 'free', until: null, at: ago(0) })
  expect(await pausedFor()).toBeNull()
})

test('news of another kind changes nothing', async () => {
  await told.onAccount({ event: 'VOLUME_BASED_PRICING_TIER_UPDATE', stands: 'other', until: null, at: ago(0) })
  expect(await pausedFor()).toBeNull()
})
