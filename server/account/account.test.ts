// Tests that users find refused requests to operators' routes in their log.
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { readConfig } from '../foundation/config.ts'
import { openApp } from '../foundation/http/app.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { openLog } from '../foundation/log.ts'
import { newId } from '../foundation/seal.ts'
import { watchAdmin } from './account.ts'

const { db } = await testDatabase()
const at = new Date('2026-11-21T10:00:00Z')
const userId = newId(at)
await db
  .insertInto('users')
  .values({ id: userId, user_metadata: '{}', app_metadata: '{}', is_anonymous: false, created_at: at, updated_at: at })
  .execute()

const app = await openApp(readConfig({}), openLog('silent'))
watchAdmin(app, {
  db,
  now: () => at,
  readBearer: async bearer =>
    bearer === 'hers'
      ? { kind: 'claims', isSecondStepDue: false, claims: { sub: userId, role: 'authenticated' } }
      : { kind: 'invalid', message: 'unknown' },
})
const refuse = async (): Promise<never> => {
  throw new HttpError(403, 'not_admin', 'This is for operators.')
}
app.get('/api/admin/users', refuse)
app.get('/auth/v1/admin/users', refuse)
app.get('/api/administration', refuse)
app.get('/api/admin/open', async () => ({ ok: true }))
afterAll(() => app.close())

const call = (url: string, bearer: string) => app.inject({ url, headers: { authorization: `Bearer ${bearer}`, 'user-agent': 'a browser' } })
const logged = () => db.selectFrom('activity_logs').selectAll().orderBy(sql`details->'event_data'->>'path'`).execute()

test('only a 403 from an admin route is logged for the user, with path and IP address', async () => {
  for (const url of ['/api/admin/open', '/api/administration', '/api/admin/nothing']) await call(url, 'hers')
  await call('/api/admin/users', 'somebody')
  await call('/api/admin/users?secret=1', 'hers')
  await call('/auth/v1/admin/users', 'hers')
  await call('/api/%61dmin/users', 'hers')
  await vi.waitFor(async () => expect(await logged()).toHaveLength(3))
  const origin = { ip_address: '127.0.0.1', user_agent: 'a browser', timestamp: at.toISOString() }
  expect(await logged()).toMatchObject(
    ['/api/%61dmin/users', '/api/admin/users', '/auth/v1/admin/users'].map(path => ({
      user_id: userId,
      action: 'unauthorized_access',
      status: 'warning',
      resource_type: 'security',
      details: { event_data: { method: 'GET', path }, ...origin },
    })),
  )
})
