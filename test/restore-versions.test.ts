// Tests that a backup of one major version of PostgreSQL is restored on another, older or newer.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPostgres } from '../scripts/machine.mjs'
import { startSystemPostgres } from '../scripts/system-postgres.mjs'
import { loadBackup } from '../server/foundation/db/archive/load.ts'
import { saveBackup } from '../server/foundation/db/archive/save.ts'
import { newKey } from '../server/foundation/seal.ts'
import { testDatabase } from './database.ts'

const { db, url } = await testDatabase()
const programs = findPostgres()

test.skipIf(programs === '')('a backup travels to the PostgreSQL of the system and back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-versions-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const system = await startSystemPostgres(programs, folder)
  onTestFinished(() => system.stop())
  const at = new Date('2026-11-20T10:00:00Z')
  const userId = '0198b7f2-6c3a-7d41-9a52-3f1d0c8e7b64'
  const filter = { user_id: userId, id: userId, position: 1, name: 'Bills', condition: '{}', actions: '[]', paused: false }
  await db
    .insertInto('filters')
    .values({ ...filter, created_at: at, updated_at: at })
    .execute()
  const master = newKey()
  const there = await saveBackup(url, join(folder, 'there.backup'), at, master)
  expect((await loadBackup(system.url, join(folder, 'there.backup'), master)).tables).toEqual(there.tables)
  const back = await saveBackup(system.url, join(folder, 'back.backup'), at, master)
  const { url: empty } = await testDatabase()
  expect((await loadBackup(empty, join(folder, 'back.backup'), master)).tables).toEqual(back.tables)
  expect(back.tables).toEqual(there.tables)
})
