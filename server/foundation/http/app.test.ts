// What one address may ask in a minute, and what is not counted.
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { Refusal } from '../../../core/api/shape.ts'
import { readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { spokenLanguage, spokenWords, wordsOf } from '../words.ts'
import { openApp } from './app.ts'

test('past the limit an address is told how long to wait; the files of a page are never refused', async () => {
  const app = await openApp(readConfig({ REQUESTS_A_MINUTE: '3' }), openLog('silent'))
  app.get('/api/thing', async () => ({}))
  app.get('/assets/*', async () => 'file')
  const statuses = async (url: string) => {
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await app.inject(url))
    return answers.map(answer => answer.statusCode)
  }
  expect(await statuses('/assets/main.js')).toEqual([200, 200, 200, 200, 200])
  expect(await statuses('/api/thing')).toEqual([200, 200, 200, 429, 429])
  const refused = await app.inject('/api/thing')
  expect(refused.json()).toMatchObject({ code: 'over_request_rate_limit', message: expect.stringMatching(/Wait \d+ s and try again\./) })
  expect(await statuses('/assets/main.js')).toEqual([200, 200, 200, 200, 200])
  await app.close()
})

test('a request that trickles is given up after a minute', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  expect(app.server.requestTimeout).toBe(60_000)
  await app.close()
})

test('what is said is in the language of who asks, with a body that comes in pieces too', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  const t = spokenWords().of('phone')
  app.post('/said', async () => ({ said: [spokenLanguage(), t('mail.noSubject')] }))
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/said`
  const ask = async (language: string) => {
    const headers = { 'content-type': 'application/json', 'accept-language': language }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify('x'.repeat(200_000)) })
    return answer.json()
  }
  const asked = ['es-MX,en;q=0.5', 'ar', 'tlh']
  const said = ['es', 'ar', 'en'].map(language => [language, wordsOf(language).of('phone')('mail.noSubject')])
  expect(await Promise.all(asked.map(ask))).toEqual(said.map(one => ({ said: one })))
  expect(spokenLanguage()).toBe('en')
  await app.close()
})

test('what is wrong with what was sent is said in the language of who sent it', async () => {
  const app = await openApp(readConfig({}), openLog('silent'))
  app.post('/taken', { schema: { body: z.object({ size: z.number() }) } }, async () => ({}))
  const said = async (language: string) => {
    const answer = await app.inject({ method: 'POST', url: '/taken', headers: { 'accept-language': language }, body: { size: 'big' } })
    return Refusal.parse(answer.json()).message
  }
  const [en, es, ar] = [await said('en'), await said('es'), await said('ar')]
  expect(en).toContain('expected number, received string')
  expect(es).toContain('se esperaba número, recibido texto')
  expect(ar).toContain('يفترض إدخال number')
  await app.close()
})
