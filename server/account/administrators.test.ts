// Tests adding and removing administrators by email address, through the function and the command.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId } from '../foundation/seal.ts'
import { administrate } from './administrators.ts'
import { recordActivity } from './log.ts'
import { sweepLogs } from './owners.ts'

const { db, url } = await testDatabase()
const now = new Date('2026-11-21T10:00:00Z')

async function insertUser(email: string): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('users')
    .values({ id, email, user_metadata: '{}', app_metadata: '{}', is_anonymous: false, created_at: now, updated_at: now })
    .execute()
  return id
}
const readRoles = (userId: string) => db.selectFrom('user_roles').select(['role', 'created_at']).where('user_id', '=', userId).execute()

test('a registered user becomes an administrator once, and can be removed', async () => {
  const id = await insertUser('anna@example.org')
  expect(await administrate(db, ['list'], now)).toContain('no administrator yet')
  expect(await administrate(db, ['add', 'Anna@Example.org'], now)).toBe(
    'Anna@Example.org now has the role admin. They need two-factor sign-in to open the console.',
  )
  expect(await administrate(db, ['add', 'anna@example.org'], now)).toBe('anna@example.org already has the role admin.')
  expect(await readRoles(id)).toEqual([{ role: 'admin', created_at: now }])
  expect(await administrate(db, ['list'], now)).toBe('anna@example.org (admin)')
  expect(await administrate(db, ['remove', 'anna@example.org'], now)).toBe('anna@example.org no longer has the role admin.')
  expect(await administrate(db, ['remove', 'anna@example.org'], now)).toBe('anna@example.org didn’t have the role admin.')
  expect(await readRoles(id)).toEqual([])
  const logged = await db.selectFrom('activity_logs').select(['action', 'email', 'resource_id', 'details']).orderBy('action').execute()
  expect(logged).toMatchObject([
    { action: 'admin.user.role_granted', email: 'command line', resource_id: id, details: { before: { roles: [] } } },
    { action: 'admin.user.role_revoked', email: 'command line', resource_id: id, details: { after: { roles: [] } } },
  ])
  await db.deleteFrom('activity_logs').execute()
})

test('an unknown address and an invalid command throw a message with advice', async () => {
  await expect(administrate(db, ['add', 'nobody@example.org'], now)).rejects.toThrow(
    'There’s no account for nobody@example.org. Create one',
  )
  for (const args of [[], ['add'], ['crown', 'anna@example.org'], ['add', 'anna@example.org', 'king']])
    await expect(administrate(db, args, now)).rejects.toThrow('npm run admin')
})

test('old log entries are deleted, with or without a user', async () => {
  const id = await insertUser('dora@example.org')
  const log = { email: null, ip: '127.0.0.1', userAgent: null, details: {}, status: 'info' as const }
  for (const userId of [id, null])
    for (const day of [1, 2]) await recordActivity(db, { ...log, name: 'auth.login', userId, at: new Date(Date.UTC(2026, 10, day)) })
  expect(await sweepLogs(db, new Date(Date.UTC(2026, 10, 2)))).toBe(2)
  expect(await db.selectFrom('activity_logs').select('created_at').execute()).toHaveLength(2)
})

test('the command works on the configured database', async () => {
  const id = await insertUser('cora@example.org')
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../use-cases/admin/command.ts'), ...args], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
    })
  expect((await run('add', 'cora@example.org')).stdout).toBe(
    'cora@example.org now has the role admin. They need two-factor sign-in to open the console.\n',
  )
  expect(await readRoles(id)).toMatchObject([{ role: 'admin' }])
  await expect(run('add', 'nobody@example.org')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Create one with this address'),
  })
})
