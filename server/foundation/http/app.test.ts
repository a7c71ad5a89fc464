// Tests the request limit per address, and the language of error messages.
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { Refusal } from '../../../core/api/shape.ts'
import { elapsed } from '../clock.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { loadWords, requestLanguage, requestWords } from '../words.ts'
import { openApp } from './app.ts'

test('past the limit an address learns how long to wait; built files are never refused', async () => {
  const lines: string[] = []
  const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '3' }), openLog('warn', { write: line => void lines.push(line) }))
  app.get('/api/thing', async () => ({}))
  app.get('/assets/*', async () => 'file')
  const statuses = async (url: string) => {
    const responses = []
    for (let i = 0; i < 5; i++) responses.push(await app.inject(url))
    return responses.map(response => response.statusCode)
  }
  expect(await statuses('/assets/main.js')).toEqual([200, 200, 200, 200, 200])
  expect(await statuses('/api/thing')).toEqual([200, 200, 200, 429, 429])
  expect(lines.filter(line => line.includes('has reached the limit'))).toHaveLength(1)
  const refused = await app.inject('/api/thing')
  expect(refused.json()).toMatchObject({ code: 'over_request_rate_limit', message: expect.stringMatching(/Wait \d+ s and try again\./) })
  expect(await statuses('/assets/main.js')).toEqual([200, 200, 200, 200, 200])
  await app.close()
})

test('pages never count towards the limit of requests; past their own, a browser is refused with a page', async () => {
  const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '3' }), openLog('silent'))
  app.get('/api/thing', async () => ({}))
  app.get('/pricing', async () => 'page')
  const html = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'es' }
  const statuses = async (url: string, count: number) => {
    const responses = []
    for (let i = 0; i < count; i++) responses.push((await app.inject({ url, headers: html })).statusCode)
    return responses
  }
  expect(await statuses('/pricing', 15)).toEqual(Array.from({ length: 15 }, () => 200))
  expect(await statuses('/api/thing', 4)).toEqual([200, 200, 200, 429])
  const refused = await app.inject({ url: '/pricing', headers: html })
  expect([refused.statusCode, refused.headers['content-type'], Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    'text/html; charset=utf-8',
    true,
  ])
  expect(refused.body).toContain('<html lang="es"')
  expect(refused.body).toContain('<a href="/pricing">')
  // A program that fetches the page, and a browser that calls the API, get what programs read.
  expect((await app.inject('/pricing')).json()).toMatchObject({ code: 'over_request_rate_limit' })
  expect((await app.inject({ url: '/api/thing', headers: html })).json()).toMatchObject({ code: 'over_request_rate_limit' })
  await app.close()
})

test('a page that fails is a page, and names the request', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  app.get('/broken', () => Promise.reject(new Error('planted')))
  const answer = await app.inject({ url: '/broken', headers: { accept: 'text/html' } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(answer.body).toContain(String(answer.headers['x-request-id']))
  expect(answer.body).not.toContain('planted')
  await app.close()
})

test('whoever has an IPv6 network has one limit, not one for each of its addresses', async () => {
  const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' }), openLog('silent'))
  app.get('/api/thing', async () => ({}))
  const statuses = []
  for (const ip of ['2001:db8:7::1', '2001:db8:7::2', '2001:db8:7:0:ffff::3', '2001:db8:7::4', '2001:db8:8::1'])
    statuses.push((await app.inject({ url: '/api/thing', headers: { 'x-forwarded-for': ip } })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 200])
  await app.close()
})

test('a network that is refused over and over waits for each answer, and others do not', async () => {
  const app = await openApp(readConfig({ TRUSTED_PROXIES: '127.0.0.1' }), openLog('silent'))
  app.get('/api/thing', async () => ({}))
  const ask = async (ip: string, url = '/api/no-such-thing') => {
    const since = elapsed()
    const { statusCode } = await app.inject({ url, headers: { 'x-forwarded-for': ip } })
    return { statusCode, ms: elapsed() - since }
  }
  await Promise.all(Array.from({ length: 60 }, (_, n) => ask(`2001:db8:7::${n}`)))
  const [refused, answered, other] = await Promise.all([ask('2001:db8:7::1'), ask('2001:db8:7::1', '/api/thing'), ask('2001:db8:8::1')])
  expect([refused, answered, other].map(one => one.statusCode)).toEqual([404, 200, 404])
  expect(refused.ms).toBeGreaterThan(1_400)
  expect(Math.max(answered.ms, other.ms)).toBeLessThan(1_000)
  await app.close()
})

test('a request that trickles in is dropped after a minute', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  expect(app.server.requestTimeout).toBe(60_000)
  await app.close()
})

test('responses are in the language of the request, even when its body arrives in pieces', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  const t = requestWords().of('phone')
  app.post('/words', async () => ({ words: [requestLanguage(), t('mail.noSubject')] }))
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/words`
  const ask = async (language: string) => {
    const headers = { 'content-type': 'application/json', 'accept-language': language }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify('x'.repeat(200_000)) })
    return response.json()
  }
  const languages = ['es-MX,en;q=0.5', 'ar', 'tlh']
  const expected = ['es', 'ar', 'en'].map(language => [language, loadWords(language).of('phone')('mail.noSubject')])
  expect(await Promise.all(languages.map(ask))).toEqual(expected.map(one => ({ words: one })))
  expect(requestLanguage()).toBe('en')
  await app.close()
})

test('validation errors are in the language of the request', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  app.post('/sizes', { schema: { body: z.object({ size: z.number() }) } }, async () => ({}))
  const messageIn = async (language: string) => {
    const response = await app.inject({ method: 'POST', url: '/sizes', headers: { 'accept-language': language }, body: { size: 'big' } })
    return Refusal.parse(response.json()).message
  }
  const [en, es, ar] = [await messageIn('en'), await messageIn('es'), await messageIn('ar')]
  expect(en).toContain('expected number, received string')
  expect(es).toContain('se esperaba número, recibido texto')
  expect(ar).toContain('يفترض إدخال number')
  await app.close()
})
