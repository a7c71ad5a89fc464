// Administrators are added by their address, while the server runs or not.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId } from '../foundation/seal.ts'
import { administrate } from './administrators.ts'
import { record } from './log.ts'
import { sweepLogs } from './owners.ts'

const { db, url } = await testDatabase()
const now = new Date('2026-11-21T10:00:00Z')

async function signedUp(email: string): Promise<string> {
  const id = newId(now)
  await db
    .insertInto('users')
    .values({ id, email, user_metadata: '{}', app_metadata: '{}', is_anonymous: false, created_at: now, updated_at: now })
    .execute()
  return id
}
const rolesOf = (userId: string) => db.selectFrom('user_roles').select(['role', 'created_at']).where('user_id', '=', userId).execute()

test('who has signed up becomes an administrator, once, and stops being one', async () => {
  const id = await signedUp('anna@example.org')
  expect(await administrate(db, ['list'], now)).toContain('no administrator yet')
  expect(await administrate(db, ['add', 'Anna@Example.org'], now)).toBe('Anna@Example.org is an administrator now.')
  expect(await administrate(db, ['add', 'anna@example.org'], now)).toBe('anna@example.org is an administrator already.')
  expect(await rolesOf(id)).toEqual([{ role: 'admin', created_at: now }])
  expect(await administrate(db, ['list'], now)).toBe('anna@example.org')
  expect(await administrate(db, ['remove', 'anna@example.org'], now)).toBe('anna@example.org is no longer an administrator.')
  expect(await administrate(db, ['remove', 'anna@example.org'], now)).toBe('anna@example.org was not an administrator.')
  expect(await rolesOf(id)).toEqual([])
})

test('an unknown address, and what is not understood, end in a sentence that says what to do', async () => {
  await expect(administrate(db, ['add', 'nobody@example.org'], now)).rejects.toThrow('Nobody has signed up as nobody@example.org. Sign up')
  for (const words of [[], ['add'], ['crown', 'anna@example.org']])
    await expect(administrate(db, words, now)).rejects.toThrow('npm run admin')
})

test('what was logged too long ago is dropped, whoever it belongs to', async () => {
  const id = await signedUp('dora@example.org')
  const log = { email: null, ip: '127.0.0.1', userAgent: null, details: {}, status: 'info' as const }
  for (const userId of [id, null])
    for (const day of [1, 2]) await record(db, { ...log, name: 'auth.login', userId, at: new Date(Date.UTC(2026, 10, day)) })
  expect(await sweepLogs(db, new Date(Date.UTC(2026, 10, 2)))).toBe(2)
  expect(await db.selectFrom('activity_logs').select('created_at').execute()).toHaveLength(2)
})

test('the command works on the database that is in use', async () => {
  const id = await signedUp('cora@example.org')
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../use-cases/admin/command.ts'), ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: url },
    })
  expect((await run('add', 'cora@example.org')).stdout).toBe('cora@example.org is an administrator now.\n')
  expect(await rolesOf(id)).toMatchObject([{ role: 'admin' }])
  await expect(run('add', 'nobody@example.org')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Sign up with this address first'),
  })
})
