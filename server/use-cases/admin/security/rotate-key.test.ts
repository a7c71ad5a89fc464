// Tests that the master key is replaced without losing anything: interrupted in the middle, beside a running server, and in every column.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { openLogKeys } from '../../../account/log-chain/keys-owners.ts'
import { openUserKeys } from '../../../foundation/db/keys.ts'
import { lockSettings, readSettings } from '../../../foundation/db/runtime-settings.ts'
import { openLog } from '../../../foundation/log.ts'
import { openMailer } from '../../../foundation/mailer.ts'
import { openOutside } from '../../../foundation/outside.ts'
import { readStored, toColumns } from '../../../foundation/runtime-settings/stored-values.ts'
import {
  keyedDigest,
  newId,
  openMasterKey,
  readMasterKeys,
  reloadMasterKey,
  type SealKey,
  seal,
  unseal,
  writeMasterKeys,
} from '../../../foundation/seal.ts'
import { saveVersions } from '../settings/write.ts'
import { runRotateKeyCommand, sealedColumns } from './rotate-key.ts'

const { db } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'mailferry-rotate-'))
afterAll(() => rmSync(folder, { recursive: true }))
const now = () => new Date('2026-11-26T12:00:00Z')
const users = Array.from({ length: 600 }, (_, n) => newId(new Date(now().getTime() + n)))
let file = ''
let master: SealKey
let count = 0

/** A database with values of several kinds, as a running server left them. */
beforeEach(async () => {
  await sql`truncate user_keys, log_keys, outbox, runtime_settings, runtime_setting_changes`.execute(db)
  file = join(folder, `${count++}.key`)
  master = openMasterKey(file)
  const keys = openUserKeys(master, now)
  for (const userId of users) await keys.contentKeyOf(db, userId)
  await openLogKeys(master).add(db, now())
  await mailer(master).enqueue(db, { to: 'a@example.org', subject: 'Hello', text: 'Hello', html: 'Hello' })
  await saveSecret('one')
  await saveSecret('two')
})

const mailer = (key: SealKey) =>
  openMailer({
    ...{ db, master: key, now, from: '', relay: null },
    outside: openOutside({ allow: [], loopback: false }),
    log: openLog('silent'),
  })

const saveSecret = (value: string) =>
  db.transaction().execute(async tx => {
    await lockSettings(tx)
    const facts = { changed_by: newId(now()), changed_at: now(), reason: 'a test' }
    await saveVersions(
      tx,
      { CAPTCHA_SECRET: value },
      { ...facts, columnsOf: (key, version, text) => toColumns(master, key, version, text) },
    )
  })

const run = (verb: string, more: object = {}) =>
  runRotateKeyCommand({ db, file, now, untilFollowed: async () => reloadMasterKey(master, file), ...more }, [verb])

/** Whether everything opens with this key, and nothing else is needed. */
async function readAll(key: SealKey) {
  const keys = openUserKeys(key, now)
  const contents = []
  for (const userId of users) contents.push(await keys.contentKeyOf(db, userId))
  const [setting] = await readSettings(db)
  const [log] = await db.selectFrom('log_keys').select('id').execute()
  const emails = await mailer(key).listNewest(10)
  const logKey = await openLogKeys(key).find(db, log?.id ?? '')
  return { contents, setting: setting && readStored(key, setting), logKey, subjects: emails.map(({ subject }) => subject) }
}

const onlyCurrent = () => {
  const alone = join(folder, `${count++}.alone.key`)
  writeMasterKeys(alone, { ...readMasterKeys(file), next: null, old: [] })
  return openMasterKey(alone)
}

test('afterwards the new key alone opens everything, the old key nothing, and links from before still work', async () => {
  const before = await readAll(master)
  const oldAlone = onlyCurrent()
  const context = { userId: 'email', row: 'unsubscribe', column: 'token' }
  const [link, code] = [seal(master, Buffer.from('a link'), context), keyedDigest(master, 'a code')]
  expect(await run('start')).toContain('rotate-key finish')
  reloadMasterKey(master, file)
  expect(await readAll(master)).toEqual(before)
  expect(await run('finish')).toContain(`${users.length * 2 + 5} values were sealed again`)
  expect(await readAll(onlyCurrent())).toEqual(before)
  await expect(readAll(oldAlone)).rejects.toThrow()
  expect(unseal(master, link, context).toString()).toBe('a link')
  expect(keyedDigest(master, 'a code')).toEqual(code)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await run('finish')).toMatch(/^0 values/)
  expect(await run('forget')).toContain('has one key')
  reloadMasterKey(master, file)
  expect(await readAll(master)).toEqual(before)
  expect(() => unseal(master, link, context)).toThrow()
  const logged = await db.selectFrom('activity_logs').select(['action', 'email']).where('action', 'like', 'admin.master_key.%').execute()
  expect(logged).toContainEqual({ action: 'admin.master_key.rotated', email: 'command line' })
})

test('stopped in the middle, both keys are needed and serve, and the next run goes on where it was', async () => {
  const before = await readAll(master)
  await run('start')
  const stop = () => {
    throw new Error('killed')
  }
  await expect(run('finish', { onBatch: stop })).rejects.toThrow('killed')
  const planted = onlyCurrent()
  await expect(readAll(planted)).rejects.toThrow()
  expect(await readAll(master)).toEqual(before)
  await saveSecret('three')
  // 500 keys were sealed again before it stopped, and the new secret has the new key already.
  expect(await run('finish')).toContain(`${users.length * 2 + 5 - 501} values`)
  expect(await readAll(onlyCurrent())).toEqual({ ...before, setting: 'three' })
})

test('a server that still seals with the old key is understood, and its values are sealed again by the next run', async () => {
  await run('start')
  const late = openMasterKey(file)
  await run('finish', { untilFollowed: async () => undefined })
  const userId = newId(now())
  const key = await openUserKeys(late, now).contentKeyOf(db, userId)
  expect(await openUserKeys(openMasterKey(file), now).contentKeyOf(db, userId)).toEqual(key)
  expect(await run('finish')).toMatch(/^2 values/)
  expect(await openUserKeys(onlyCurrent(), now).contentKeyOf(db, userId)).toEqual(key)
})

test('the history of settings is otherwise only added to', async () => {
  await expect(db.updateTable('runtime_setting_changes').set({ reason: 'x' }).execute()).rejects.toThrow('only added')
  await expect(db.updateTable('runtime_setting_changes').set({ sealed_value: null }).execute()).rejects.toThrow('only added')
  const withSetting = db.transaction().execute(async tx => {
    await sql`select set_config('mailferry.rewraps', 'on', true)`.execute(tx)
    await tx.updateTable('runtime_setting_changes').set({ reason: 'x' }).execute()
  })
  await expect(withSetting).rejects.toThrow('only added')
})

test('steps out of order say what to do', async () => {
  await expect(run('finish')).rejects.toThrow('rotate-key start')
  expect(await run('forget')).toContain('no old key')
  await run('start')
  await expect(run('start')).rejects.toThrow('rotate-key finish')
  await expect(run('forget')).rejects.toThrow('rotate-key finish')
  await expect(run('turn')).rejects.toThrow('Usage')
  await expect(run('start', { file: join(folder, 'none.key') })).rejects.toThrow()
})

test('every column that the master key seals is sealed again', async () => {
  // What a key of the user seals is called `sealed` alone.
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and (column_name like 'sealed\\_%' or table_name = 'user_keys')`.execute(db)
  const listed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(listed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
