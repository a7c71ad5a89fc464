// Tests votes on guides over HTTP: one per browser, rate-limited, and listed for the operator.
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import * as api from '../../../core/api/help.ts'
import { testDatabase } from '../../../test/database.ts'
import { readConfig } from '../../foundation/config.ts'
import { openApp } from '../../foundation/http/app.ts'
import { openRoutes } from '../../foundation/http/route.ts'
import { openLog } from '../../foundation/log.ts'
import { helpHandlers, listVotes } from './handlers.ts'

const { db } = await testDatabase()
const now = () => new Date('2026-11-22T12:00:00Z')
const [ann, ben] = ['0196d0a0-0000-4000-8000-000000000001', '0196d0a0-0000-4000-8000-000000000002']
let app: FastifyInstance
afterEach(() => app.close())

async function serve() {
  app = await openApp(readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), openLog('silent'))
  const noKey = { verifyKey: async () => ({ kind: 'unknown' as const }), keyRequestsPerMinute: () => 1 }
  const routeDeps = { db, now, verifySession: async () => null, requireProof: async () => undefined, ...noKey }
  const routes = openRoutes(app, { ...routeDeps, fingerprint: text => Buffer.from(text) })
  routes.public('POST', '/api/help-votes', api.addVoteApi, helpHandlers({ db, now }).vote)
  return (vote: object, ip = '198.51.100.7') =>
    app.inject({ method: 'POST', url: '/api/help-votes', payload: vote, headers: { 'x-forwarded-for': ip } })
}

test('a browser votes once per guide and may change its vote; the operator sees the totals', async () => {
  const vote = await serve()
  expect((await vote({ guide: 'quick-setup', voter: ann, useful: false })).statusCode).toBe(202)
  expect((await vote({ guide: 'quick-setup', voter: ann, useful: true })).statusCode).toBe(202)
  await vote({ guide: 'quick-setup', voter: ben, useful: true })
  await vote({ guide: 'email-setup', voter: ben, useful: false })
  const lines = (await listVotes(db)).split('\n')
  expect(lines).toHaveLength(api.Guide.options.length)
  expect(lines.slice(0, 3)).toEqual([
    'quick-setup        helped 2, didn’t help 0',
    'email-setup        helped 0, didn’t help 1',
    'whatsapp-setup     helped 0, didn’t help 0',
  ])
})

test('an unknown guide and an invalid voter id are refused', async () => {
  const vote = await serve()
  expect((await vote({ guide: '<script>', voter: ann, useful: true })).statusCode).toBe(400)
  expect((await vote({ guide: 'community', voter: 'x'.repeat(1000), useful: true })).statusCode).toBe(400)
})

test('a flood from one household is limited, and others can still vote', async () => {
  const vote = await serve()
  const flood = (nth: number) => vote({ guide: 'community', voter: ann, useful: true }, `2001:db8:0:1::${nth + 1}`)
  for (let nth = 0; nth < 20; nth++) expect((await flood(nth)).statusCode).toBe(202)
  const refused = await flood(20)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ message: expect.stringContaining('Wait') })
  expect((await vote({ guide: 'community', voter: ben, useful: true })).statusCode).toBe(202)
})
