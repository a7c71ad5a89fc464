// Tests that blocked addresses are refused before anything is done for them, whatever they claim to be.
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileNetworks, parseNetwork } from '../../../core/session/networks.ts'
import { elapsed } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { openApp } from './app.ts'
import { refuseBlocked } from './blocked.ts'

const { has: isBlocked } = compileNetworks(['203.0.113.0/24', '2001:db8:1::/48'].flatMap(text => parseNetwork(text) ?? []))
const guarded = [
  '/api/thing',
  '/auth/v1/token',
  '/rest/v1/rows',
  '/functions/v1/log-activity',
  '/storage/v1/object',
  '/realtime/v1/websocket',
  '/m/:token',
]
const open = ['/healthz', '/readyz', '/webhooks/whatsapp', '/login']
let direct: FastifyInstance
let behindProxy: FastifyInstance

async function openWith(env: Record<string, string>, contact: string | null): Promise<FastifyInstance> {
  const app = await openApp(readConfig(env), openLog('silent'))
  refuseBlocked(app, isBlocked, () => contact)
  for (const url of [...guarded, ...open]) app.get(url, async () => ({ reached: true }))
  return app
}

beforeAll(async () => {
  direct = await openWith({}, 'help@example.com')
  behindProxy = await openWith({ TRUSTED_PROXIES: '198.51.100.1' }, null)
})
afterAll(async () => {
  await direct.close()
  await behindProxy.close()
})

const ask = (app: FastifyInstance, url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ url, remoteAddress, headers })

test('every wire is closed to a blocked address, and says whom to ask', async () => {
  for (const url of guarded) {
    const answer = await ask(direct, url, '203.0.113.9')
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'address_blocked'])
    expect(answer.json().message).toContain('help@example.com')
  }
  expect((await ask(direct, '/api/thing', '2001:db8:1:2::3')).statusCode).toBe(403)
  expect((await ask(direct, '/api/thing', '::ffff:203.0.113.9')).statusCode).toBe(403)
  expect((await ask(direct, '/api/thing', '203.0.114.9')).statusCode).toBe(200)
})

test('health, webhooks and pages stay open', async () => {
  for (const url of open) expect([url, (await ask(direct, url, '203.0.113.9')).statusCode]).toEqual([url, 200])
})

test('a path in another spelling is no way around', async () => {
  for (const url of ['/%61pi/thing', '/api/thing/', '/api/thing?x=/healthz', '/%61uth/v1/token'])
    expect([url, (await ask(direct, url, '203.0.113.9')).statusCode]).toEqual([url, 403])
})

test('a spoofed X-Forwarded-For from somebody we do not trust neither opens nor closes', async () => {
  expect((await ask(direct, '/api/thing', '203.0.113.9', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403)
  expect((await ask(direct, '/api/thing', '192.0.2.1', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(200)
  expect((await ask(behindProxy, '/api/thing', '203.0.113.9', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(403)
})

test('behind our proxy its client counts, and what the client itself claims does not', async () => {
  const through = (forwarded: string) => ask(behindProxy, '/api/thing', '198.51.100.1', { 'x-forwarded-for': forwarded })
  expect((await through('203.0.113.9')).statusCode).toBe(403)
  expect((await through('192.0.2.1, 203.0.113.9')).statusCode).toBe(403)
  expect((await through('203.0.113.9, 192.0.2.1')).statusCode).toBe(200)
  expect((await through('203.0.113.9')).json().message).toMatch(/contact the server admin/)
})

test('planted: a check that believes the header lets a blocked address in', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  app.addHook('onRequest', async (request, reply) => {
    const claimed = String(request.headers['x-forwarded-for'] ?? request.ip)
    if (isBlocked(claimed)) await reply.code(403).send({})
  })
  app.get('/api/thing', async () => ({}))
  expect((await ask(app, '/api/thing', '203.0.113.9', { 'x-forwarded-for': '192.0.2.1' })).statusCode).toBe(200)
  await app.close()
})

test('with 10,000 blocks a request costs microseconds', () => {
  const networks = Array.from({ length: 10_000 }, (_, n) => {
    const v4 = `${11 + (n % 90)}.${n % 251}.${(n * 7) % 253}.${(n * 13) % 255}`
    return parseNetwork(n % 4 === 0 ? `2001:db8:${n.toString(16)}::/48` : n % 4 === 1 ? `${v4}/${16 + (n % 9)}` : v4)
  })
  const { has: isListed } = compileNetworks(networks.flatMap(network => network ?? []))
  const asked = Array.from({ length: 20_000 }, (_, n) =>
    n % 3 === 0 ? `2a00:1450:4001:${(n % 65_535).toString(16)}::1` : `203.0.${n % 250}.7`,
  )
  for (const ip of asked) isListed(ip)
  const began = elapsed()
  for (const ip of asked) isListed(ip)
  const microseconds = ((elapsed() - began) * 1000) / asked.length
  process.stderr.write(`10,000 blocks: ${microseconds.toFixed(2)} µs per request\n`)
  expect(microseconds).toBeLessThan(50)
})
