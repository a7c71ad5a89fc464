// Tests the ways out at the command line: unblocking a network and ending maintenance, logged like what staff do in the console.
import { expect, test } from 'vitest'
import { commandLine } from '../../../core/session/staff.ts'
import { testDatabase } from '../../../test/database.ts'
import { openAddressGuard } from '../../auth/blocked/guard.ts'
import { insertBlock } from '../../auth/blocked/owners.ts'
import { systemClock } from '../../foundation/clock.ts'
import { readConfig } from '../../foundation/config.ts'
import { openLog } from '../../foundation/log.ts'
import { noticeKeys, openRuntimeSettings } from '../../foundation/runtime-settings/live.ts'
import type { StoredValue } from '../../foundation/runtime-settings/stored-values.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { adminHelp } from './help.ts'
import { runUnblockCommand } from './security/blocks/command.ts'
import { runMaintenanceCommand } from './settings/command.ts'
import { readEmails } from './settings/view.ts'
import { saveVersions } from './settings/write.ts'

const { db } = await testDatabase()
const log = openLog('silent')
const { now } = systemClock

const block = (network: string) => {
  const row = { id: newId(now()), network, reason: 'a test', blocked_by: commandLine.id, created_at: now(), ends_at: null }
  return db.transaction().execute(tx => insertBlock(tx, row, now()))
}
const unblock = (...args: string[]) => runUnblockCommand(db, args, now())
const logged = () =>
  db.selectFrom('activity_logs').select(['action', 'resource_id', 'email', 'actor_id', 'kind', 'source']).orderBy('resource_id').execute()

test('a network is unblocked by its name, in any spelling, and so are all of them', async () => {
  for (const network of ['203.0.113.0/24', '198.51.100.7', '2001:db8::/48']) await block(network)
  const guard = await openAddressGuard({ db, clock: systemClock, log })
  expect(await unblock('203.0.113.7')).toBe(
    '203.0.113.7 is blocked as part of 203.0.113.0/24. Run: npm run admin -- unblock 203.0.113.0/24',
  )
  expect(await unblock('203.0.113.9/24')).toContain('203.0.113.0/24 is no longer blocked.')
  await guard.refresh()
  expect(['203.0.113.7', '198.51.100.7', '2001:db8::1'].map(guard.isBlocked)).toEqual([false, true, true])
  expect(await unblock('--all')).toContain('198.51.100.7 is no longer blocked.\n2001:db8::/48 is no longer blocked.')
  await guard.refresh()
  expect(['198.51.100.7', '2001:db8::1'].map(guard.isBlocked)).toEqual([false, false])
  expect(await unblock('--all')).toBe('No network is blocked.')
  await guard.stop()
  const staff = { action: 'admin.address.unblocked', email: 'command line', actor_id: commandLine.id, kind: 'staff', source: 'server' }
  expect(await logged()).toEqual(['198.51.100.7', '2001:db8::/48', '203.0.113.0/24'].map(resource_id => ({ ...staff, resource_id })))
})

test('what is no network, or too much, is answered with how to do it', async () => {
  for (const args of [[], ['here'], ['--all', 'x']]) await expect(unblock(...args)).rejects.toThrow('npm run admin -- unblock NETWORK')
  await expect(runMaintenanceCommand(db, ['on'], now())).rejects.toThrow('npm run admin -- maintenance off')
  for (const command of ['unblock NETWORK', 'unblock --all', 'maintenance off']) expect(adminHelp()).toContain(command)
})

test('maintenance ends on a running host, and the history names the command line', async () => {
  const settings = await openRuntimeSettings({ db, master: newKey(), log, config: readConfig({}) })
  const values = { [noticeKeys.maintenance]: { on: true, endsAt: null, texts: null } }
  const facts = { changed_by: newId(now()), changed_at: now(), reason: 'a test' }
  const columnsOf = (_key: string, _version: number, value: StoredValue) => ({ value, sealed_value: null })
  await db.transaction().execute(tx => saveVersions(tx, values, { ...facts, columnsOf }))
  await settings.refresh()
  expect(settings.maintenance().on).toBe(true)
  expect(await runMaintenanceCommand(db, ['off'], now())).toContain('ends on every host')
  await settings.refresh()
  expect(settings.maintenance().on).toBe(false)
  expect(await runMaintenanceCommand(db, ['off'], now())).toBe('Maintenance mode is already off.')
  await settings.stop()
  const newest = await db.selectFrom('runtime_settings').select('changed_by').executeTakeFirstOrThrow()
  expect((await readEmails(db, [newest.changed_by])).get(newest.changed_by ?? '')).toBe('command line')
  expect((await logged()).at(-1)).toMatchObject({ action: 'admin.maintenance.ended', email: 'command line', kind: 'staff' })
})
