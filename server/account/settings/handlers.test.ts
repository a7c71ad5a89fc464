// Tests a user's email settings on a real database.

import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { changeSettingsApi, type SettingsChange } from '../../../core/api/settings.ts'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { withLanguage } from '../../foundation/words.ts'
import { settingsHandlers } from './handlers.ts'
import { readUserLanguage, saveRequestLanguage, wordsForUser } from './language.ts'
import { deliveryDefaultsOf } from './store.ts'

let limits = selfHosted.limits

const { db } = await testDatabase()
const now = new Date('2026-11-22T10:00:00Z')
const changedRetentions: string[] = []
const { get, change } = settingsHandlers({
  ...{ db, now: () => now, retentionDays: () => 30, limitsOf: async () => limits },
  onRetentionChange: async (_tx, userId) => void changedRetentions.push(userId),
})

async function insertUser() {
  const userId = newId(now)
  const user = { id: userId, is_anonymous: false, user_metadata: '{}', app_metadata: '{}', created_at: now, updated_at: now }
  await db.insertInto('users').values(user).execute()
  const query = { userId, sessionId: '', params: undefined, query: undefined, request: {} as FastifyRequest }
  return {
    userId,
    read: () => get({ ...query, body: undefined }),
    save: (body: SettingsChange) => change({ ...query, body: changeSettingsApi.body.parse(body) }),
  }
}

const defaults = {
  ...{ language: 'en', timeZone: 'UTC', retentionDays: 30, quiet: null, digestAt: '08:00' },
  notices: { new_device: true, mailbox_down: true, mailbox_backlog: true },
}
const night = { from: '22:00', to: '07:00', then: 'urgent_only' as const }

test('a user without settings has the defaults, which forwarding reads too', async () => {
  const { read, userId } = await insertUser()
  expect(await read()).toMatchObject(defaults)
  expect(await deliveryDefaultsOf(db, userId)).toEqual({ timeZone: 'UTC', quiet: null, digestAt: '08:00' })
})

test('changed settings are saved, and omitted ones stay', async () => {
  const [anna, ben] = [await insertUser(), await insertUser()]
  expect(await anna.save({ quiet: night })).toMatchObject({ ...defaults, quiet: night })
  expect(await anna.save({ timeZone: 'Asia/Tokyo', digestAt: '06:30', retentionDays: 0 })).toMatchObject({ quiet: night, retentionDays: 0 })
  expect(await deliveryDefaultsOf(db, anna.userId)).toEqual({ timeZone: 'Asia/Tokyo', quiet: night, digestAt: '06:30' })
  expect(await anna.save({ quiet: null, notices: { mailbox_down: false } })).toMatchObject({
    ...{ quiet: null, timeZone: 'Asia/Tokyo' },
    notices: { new_device: true, mailbox_down: false },
  })
  expect(await ben.read()).toMatchObject(defaults)
})

test('concurrent changes do not undo each other', async () => {
  const { read, save } = await insertUser()
  await save({})
  await Promise.all([save({ timeZone: 'Asia/Tokyo' }), save({ digestAt: '06:30' }), save({ retentionDays: 7 }), save({ quiet: night })])
  expect(await read()).toMatchObject({ timeZone: 'Asia/Tokyo', digestAt: '06:30', retentionDays: 7, quiet: night })
})

test.each<[string, object, RegExp]>([
  ['an unknown zone', { timeZone: 'Berlin/Mitte' }, /Name one like Europe\/Berlin/],
  ['more than a year', { retentionDays: 366 }, /0 to 365/],
  ['half a day', { retentionDays: 0.5 }, /0 to 365/],
  ['not a number', { retentionDays: 'ever' }, /0 to 365/],
  ['equal start and end times', { quiet: { ...night, to: '22:00' } }, /Choose two times/],
  ['an invalid time', { quiet: { ...night, to: '25:00' } }, /like 08:00/],
  ['an invalid digest time', { digestAt: 'noon' }, /like 08:00/],
  ['a language without a catalog', { language: 'tlh' }, /no words in this language/],
])('%s is refused with advice', (_, body, sentence) => {
  expect(changeSettingsApi.body.safeParse(body).error?.issues[0]?.message).toMatch(sentence)
})

test('a user without a chosen language gets that of the browser, until they choose one', async () => {
  const { userId, read, save } = await insertUser()
  expect(await withLanguage('ar', read)).toMatchObject({ language: 'ar' })
  expect(await withLanguage('ar', () => readUserLanguage(db, userId))).toBe('ar')
  await save({ language: 'es' })
  expect(await withLanguage('ar', read)).toMatchObject({ language: 'es' })
  expect(await withLanguage('ar', () => readUserLanguage(db, userId))).toBe('es')
})

test('the browser language of a new user is saved for their emails', async () => {
  const { userId } = await insertUser()
  await db.transaction().execute(tx => withLanguage('ar', () => saveRequestLanguage(tx, userId, 30, now)))
  expect((await wordsForUser(db, userId)).language).toBe('ar')
})

test('a plan limits how long emails are kept; a longer time from a larger plan stays and may become shorter', async () => {
  const anna = await insertUser()
  await anna.save({ retentionDays: 300 })
  limits = { ...selfHosted.limits, retentionDays: 90 }
  const refused = { status: 403, code: 'plan_limit', message: expect.stringMatching(/up to 90 days.*larger plan/) }
  await expect(anna.save({ retentionDays: 365 })).rejects.toMatchObject(refused)
  expect(await anna.save({ timeZone: 'Asia/Tokyo' })).toMatchObject({ retentionDays: 300, timeZone: 'Asia/Tokyo' })
  expect(await anna.save({ retentionDays: 90 })).toMatchObject({ retentionDays: 90 })
  await expect(anna.save({ retentionDays: 91 })).rejects.toMatchObject(refused)
  limits = selfHosted.limits
  expect(await anna.save({ retentionDays: 365 })).toMatchObject({ retentionDays: 365 })
})

test('a new retention is reported, so that messages get new dates of erasure; other changes are not', async () => {
  const anna = await insertUser()
  const reported = async (change: SettingsChange) => {
    changedRetentions.length = 0
    await anna.save(change)
    return changedRetentions.length
  }
  expect(await reported({ retentionDays: 30 })).toBe(0)
  expect(await reported({ retentionDays: 7 })).toBe(1)
  expect(await reported({ timeZone: 'Asia/Tokyo' })).toBe(0)
  expect(await reported({ retentionDays: 365 })).toBe(1)
})
