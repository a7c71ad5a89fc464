// Tests that hosts follow stored settings, that the environment wins, and that secrets are stored sealed.
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { readConfig, readStartConfig } from '../config.ts'
import { findVersion, listVersions, lockSettings, saveVersion } from '../db/runtime-settings.ts'
import { openLog } from '../log.ts'
import { newId, newKey, type SealKey } from '../seal.ts'
import { openRuntimeSettings } from './live.ts'
import { reloading } from './reloading.ts'
import { readStored, type StoredValue, toColumns } from './stored-values.ts'

const { db } = await testDatabase()
const master = newKey()
const log = openLog('silent')
const versions = new Map<string, number>()

async function store(key: string, value: StoredValue, by: SealKey = master): Promise<number> {
  const version = (versions.get(key) ?? 0) + 1
  versions.set(key, version)
  const at = new Date()
  await db.transaction().execute(async tx => {
    await lockSettings(tx)
    const columns = toColumns(by, key, version, value)
    await saveVersion(tx, newId(at), { key, version, ...columns, changed_by: null, changed_at: at, reason: 'A test.' })
  })
  return version
}

const open = (env: Record<string, string> = {}, pollMs = 50) => openRuntimeSettings({ db, master, log, config: readConfig(env), pollMs })

test('a second host sees a change within its poll, and what is built from another setting is not built again', async () => {
  const [first, second] = [await open(), await open()]
  const [{ auth, whatsapp, mailer }, built] = [first.config, vi.fn<(settings: object) => { settings: object }>(settings => ({ settings }))]
  const client = reloading(() => first.config.whatsapp, built)
  expect([first.config.auth.signUpOpen, second.config.auth.signUpOpen]).toEqual([true, true])
  await store('SIGN_UP_OPEN', 'false')
  await vi.waitFor(() => expect(second.config.auth.signUpOpen).toBe(false))
  await vi.waitFor(() => expect(first.config.auth.signUpOpen).toBe(false))
  expect(first.config.auth).not.toBe(auth)
  expect(first.config.whatsapp).toBe(whatsapp)
  expect(first.config.mailer).toBe(mailer)
  expect(client.settings).toBe(whatsapp)
  expect(built).toHaveBeenCalledTimes(1)
  await store('WHATSAPP_NUMBER', '4915112345678')
  await vi.waitFor(() => expect(client.settings).toMatchObject({ number: '4915112345678' }))
  expect(built).toHaveBeenCalledTimes(2)
  await Promise.all([first.stop(), second.stop()])
})

test('the environment wins over what is stored, and without either the default holds', async () => {
  await store('RETENTION_DAYS', '7')
  const [own, set] = [await open(), await open({ RETENTION_DAYS: '90' })]
  expect([own.config.retentionDays, set.config.retentionDays]).toEqual([7, 90])
  await store('RETENTION_DAYS', null)
  await Promise.all([own.refresh(), set.refresh()])
  expect([own.config.retentionDays, set.config.retentionDays]).toEqual([30, 90])
  await Promise.all([own.stop(), set.stop()])
})

test('stored values that do not go with the environment are left out by group, and the host starts', async () => {
  await store('AUTH_GOOGLE_CLIENT_SECRET', 'alone')
  await store('LOG_RETENTION_DAYS', '90')
  const settings = await open()
  expect(settings.config).toMatchObject({ auth: { providers: { google: null } }, logRetentionDays: 90 })
  expect(settings.rejected()).toEqual([{ group: 'google', why: expect.stringMatching(/AUTH_GOOGLE_CLIENT_ID and/) }])
  await settings.stop()
  const own = await open({ AUTH_GOOGLE_CLIENT_ID: 'id', AUTH_GOOGLE_CLIENT_SECRET: 'secret' })
  expect(own.config.auth.providers.google).toEqual({ ids: ['id'], secret: 'secret' })
  await own.stop()
})

test('production starts with required values from the database, and names what is in neither place', async () => {
  const env = { MODE: 'production', PUBLIC_URL: 'https://a.example', MAIL_DOMAIN: 'in.a.example', PUBLISHABLE_KEY: 'pk' }
  expect(() => readStartConfig({ ...env, PUBLIC_URL: '' })).toThrow('- PUBLIC_URL is missing')
  const config = readStartConfig(env)
  const before = await openRuntimeSettings({ db, master, log, config })
  expect(before.problems.map(({ name }) => name)).toContain('WHATSAPP_ACCESS_TOKEN')
  await before.stop()
  const stored = { WHATSAPP_ACCESS_TOKEN: 'EAA', WHATSAPP_APP_SECRET: 's', WHATSAPP_VERIFY_TOKEN: 'v', WHATSAPP_NUMBER_ID: '1' }
  for (const [key, value] of Object.entries(stored)) await store(key, value)
  for (const [key, value] of Object.entries({ WHATSAPP_WABA_ID: '2', MAIL_FROM: 'a@a.example', MAIL_RELAY_URL: 'smtp://r.example' }))
    await store(key, value)
  const after = await openRuntimeSettings({ db, master, log, config })
  expect(after.problems).toEqual([])
  expect(after.config.whatsapp).toMatchObject({ accessToken: 'EAA', numberId: '1' })
  await after.stop()
})

test('secrets are sealed in the settings and in the history, each for its version; another master key reads none and stops nothing', async () => {
  const version = await store('CAPTCHA_SECRET', 'planted-secret')
  const dump = JSON.stringify([
    await db.selectFrom('runtime_settings').selectAll().execute(),
    await db.selectFrom('runtime_setting_changes').selectAll().execute(),
  ])
  expect(dump).not.toContain('planted-secret')
  const sealed = await findVersion(db, 'CAPTCHA_SECRET', version)
  if (!sealed) throw new Error('There is no such version.')
  expect(readStored(master, sealed)).toBe('planted-secret')
  expect(() => readStored(master, { ...sealed, version: version + 1 })).toThrow()
  const lines: string[] = []
  const other = await openRuntimeSettings({
    ...{ db, master: newKey(), config: readConfig({}) },
    log: openLog('trace', { write: line => void lines.push(line) }),
  })
  expect(other.stored()).not.toHaveProperty('CAPTCHA_SECRET')
  expect(other.stored()).toHaveProperty('LOG_RETENTION_DAYS')
  expect(lines.join('')).toContain('sealed with another master key')
  await other.stop()
})

test('the history is only added to', async () => {
  const [newest] = await listVersions(db, { key: undefined, after: null, limit: 1 })
  const { id = '' } = newest ?? {}
  await expect(db.updateTable('runtime_setting_changes').set({ reason: 'x' }).where('id', '=', id).execute()).rejects.toThrow('only added')
  await expect(db.deleteFrom('runtime_setting_changes').where('id', '=', id).execute()).rejects.toThrow('only added')
})
