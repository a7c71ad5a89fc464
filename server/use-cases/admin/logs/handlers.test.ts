// Tests the console's log over HTTP: a verification that streams and is kept, saved views, and what staff do being logged.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as api from '../../../../core/api/admin/logs.ts'
import { testDatabase } from '../../../../test/database.ts'
import { addUser, openTestChain } from '../../../account/log-chain/chain.fixture.ts'
import { insertLog } from '../../../account/store.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { readConfig } from '../../../foundation/config.ts'
import { openApp } from '../../../foundation/http/app.ts'
import { openStaffRoutes } from '../../../foundation/http/staff-route.ts'
import { openLog } from '../../../foundation/log.ts'
import { keyedDigest, newId } from '../../../foundation/seal.ts'
import { loadWords } from '../../../foundation/words.ts'
import { logHandlers } from './handlers.ts'

const { db } = await testDatabase()
const support = ['admin', 'support'] as const
let app: FastifyInstance
let chain: Awaited<ReturnType<typeof openTestChain>>
let userId: string

beforeAll(async () => {
  chain = await openTestChain(db)
  userId = await addUser(db)
  await chain.log(5, userId)
  await chain.seal()
  const handlers = logHandlers({
    ...{ db, now: chain.now, sleep: systemClock.sleep, say: loadWords().of('adminlogs'), chain: chain.deps },
    retention: () => ({ days: 365, isSet: false }),
  })
  app = await openApp(readConfig({}), openLog('silent'))
  const { staff, staffCsv, staffStream } = openStaffRoutes(app, {
    ...{ db, now: () => new Date(), verifyKey: async () => ({ kind: 'unknown' as const }), keyRequestsPerMinute: () => 5 },
    verifySession: async () => ({ userId, sessionId: newId(new Date()), isSecondStepDue: false, hasSecondStep: true }),
    rolesOf: async () => ['support'],
    fingerprint: text => keyedDigest(Buffer.from('a key'), text),
  })
  staff(support, 'GET', '/logs', api.listLogsApi, handlers.list)
  staff(support, 'GET', '/logs/entries/:id', api.getLogApi, handlers.get)
  staffCsv(support, '/logs.csv', api.exportLogsApi, handlers.csv)
  staff(support, 'GET', '/chain', api.getLogChainApi, handlers.chain.get)
  staffStream(support, '/verification', api.verifyLogsApi, handlers.chain.verify)
  staff(support, 'POST', '/views', api.addLogViewApi, handlers.views.add)
  staff(support, 'GET', '/views', api.listLogViewsApi, handlers.views.list)
  staff(support, 'DELETE', '/views/:id', api.removeLogViewApi, handlers.views.remove)
})
afterAll(() => app.close())

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: 'Bearer staff', 'idempotency-key': newId(new Date()) }, ...(payload && { payload }) })

test('entries are listed by filter, opened and downloaded', async () => {
  const { items } = (await ask('GET', '/logs?action=auth.*&limit=2')).json()
  expect(items).toHaveLength(2)
  expect((await ask('GET', `/logs/entries/${items[0].id}`)).json()).toMatchObject({
    position: 5,
    details: [{ name: 'method', value: 'password' }],
  })
  expect((await ask('GET', '/logs.csv?action=auth.login')).body.trim().split('\r\n')).toHaveLength(6)
  expect((await ask('GET', '/logs?user=anna')).json()).toMatchObject({ code: 'user_wrong' })
  expect((await ask('GET', '/logs?kind=odd')).statusCode).toBe(400)
})

test('a verification says how far it is, is kept, and is logged with who asked', async () => {
  const lines = (await ask('GET', '/verification')).body
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines).toMatchObject([
    { kind: 'progress', checked: 5, entries: 5 },
    { kind: 'result', result: { checked: 5, changed: 0, findings: [] } },
  ])
  expect((await ask('GET', '/chain')).json()).toMatchObject({ keptDays: 365, position: 5, waiting: 1, verifications: [{ checked: 5 }] })
  expect((await ask('GET', '/logs?kind=staff')).json().items).toMatchObject([{ action: 'admin.log.verified', actorId: userId }])
})

test('a view is saved and deleted, and both are logged', async () => {
  const added = (await ask('POST', '/views', { name: 'Failed', filters: { status: 'error' }, isShared: true })).json()
  expect((await ask('GET', '/views')).json()).toEqual({ items: [added] })
  expect((await ask('DELETE', `/views/${added.id}`)).statusCode).toBe(200)
  expect((await ask('DELETE', `/views/${added.id}`)).statusCode).toBe(404)
  const { items } = (await ask('GET', `/logs?resourceType=log_view&resourceId=${added.id}`)).json()
  expect(items.map((item: api.LogItem) => item.action)).toEqual(expect.arrayContaining(['admin.log_view.added', 'admin.log_view.removed']))
})

test('support sees neither amounts nor what owners call their keys; who has accounting too sees amounts', async () => {
  const at = new Date()
  const add = async (action: string, type: string, details: object) => {
    const id = newId(at)
    const row = { id, action, resource_type: type, status: 'success' as const, details: JSON.stringify(details), created_at: at }
    await insertLog(db, null, row)
    return id
  }
  const names = async (id: string) =>
    (await ask('GET', `/logs/entries/${id}`))
      .json()
      .details.map(({ name }: { name: string }) => name)
      .toSorted()
  const money = { reason: 'A refund.', before: { state: 'paid', total: 900 }, after: { refunded: 900 } }
  const refund = await add('admin.invoice.refunded', 'subscription', money)
  const change = await add('subscription.changed', 'billing', { due: { amount: 900, currency: 'eur' }, state: 'done' })
  const key = await add('api_key.created', 'api_key', { name: 'Secret plan', scope: 'read' })
  expect([await names(refund), await names(change), await names(key)]).toEqual([['before.state', 'reason'], ['state'], ['scope']])
  await db
    .insertInto('user_roles')
    .values({ id: newId(at), user_id: userId, role: 'billing', created_at: at })
    .execute()
  expect(await names(refund)).toContain('after.refunded')
  expect(await names(change)).toContain('due.amount')
})
