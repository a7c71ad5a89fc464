// Tests the contact form over real HTTP: what is sent, refused, or silently dropped.
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import * as api from '../../core/api/contact.ts'
import { testDatabase } from '../../test/database.ts'
import { inspectConfig, readConfig } from '../foundation/config.ts'
import { openApp } from '../foundation/http/app.ts'
import { openRoutes } from '../foundation/http/route.ts'
import { openLog } from '../foundation/log.ts'
import { openMailer } from '../foundation/mailer.ts'
import { openOutside } from '../foundation/outside.ts'
import { newKey } from '../foundation/seal.ts'
import { loadWords } from '../foundation/words.ts'
import { type ContactDeps, contactBytes, contactEmail, contactHandlers } from './contact.ts'

const { db } = await testDatabase()
const say = loadWords().of('contact')
const publicUrl = 'https://mail.example.com'
const message = { topic: 'question', name: 'Maya', email: 'maya@example.com', text: 'Does it run on a small server?' }
let app: FastifyInstance
afterEach(() => app.close())

/** Asks as from `ip`, of a server that believes the proxy before it. */
async function serve(operator: Partial<ReturnType<ContactDeps['operator']>> = {}) {
  const config = readConfig({ TRUSTED_PROXIES: '127.0.0.1' })
  const mailer = openMailer({
    ...{ db, master: newKey(), outside: openOutside({ allow: [], loopback: true }), now: () => new Date() },
    ...{ from: 'Mailferry <hello@example.com>', relay: null, log: openLog('silent') },
  })
  const sent: Parameters<ContactDeps['mailer']['enqueue']>[1][] = []
  const handlers = contactHandlers({
    ...{ db, operator: () => ({ ...config.operator, ...operator }), publicUrl, say, sayInEmail: async () => say },
    mailer: {
      wake: mailer.wake,
      enqueue: (tx, letter) => {
        sent.push(letter)
        return mailer.enqueue(tx, letter)
      },
    },
  })
  app = await openApp(config, openLog('silent'))
  const noKey = { verifyKey: async () => ({ kind: 'unknown' as const }), keyRequestsPerMinute: () => 1 }
  const nobody = { db, now: () => new Date(), verifySession: async () => null, requireProof: async () => undefined, ...noKey }
  const doors = openRoutes(app, { ...nobody, fingerprint: text => Buffer.from(text) })
  doors.public('GET', '/api/operator', api.getOperatorApi, handlers.operator)
  doors.public('POST', '/api/contact', api.writeContactApi, handlers.write, contactBytes)
  const write = (change: object = {}, ip = '198.51.100.7') =>
    app.inject({ method: 'POST', url: '/api/contact', payload: { ...message, ...change }, headers: { 'x-forwarded-for': ip } })
  return { sent, write }
}

test('a message reaches the operator as an email that can be replied to', async () => {
  const { sent, write } = await serve({ email: 'olga@example.com' })
  expect((await write()).statusCode).toBe(202)
  expect(sent).toEqual([
    expect.objectContaining({ to: 'olga@example.com', subject: 'A question: Maya', headers: { 'Reply-To': 'maya@example.com' } }),
  ])
  for (const part of ['maya@example.com', message.text]) {
    expect(sent[0]?.text).toContain(part)
    expect(sent[0]?.html).toContain(part)
  }
})

test('without an operator address the form says so, and nothing is accepted', async () => {
  const { sent, write } = await serve({ name: 'Tidewell Ltd', email: null })
  expect((await app.inject('/api/operator')).json()).toEqual({ name: 'Tidewell Ltd', address: null, takesMessages: false })
  const answer = await write()
  expect([answer.statusCode, answer.json()]).toEqual([503, { code: 'contact_closed', message: say('refused.closed') }])
  expect(sent).toEqual([])
})

test('in sandbox mode there is always an operator; in production only the configured one', () => {
  expect(readConfig({}).operator).toEqual({ name: null, address: null, email: 'operator@mailferry.example' })
  expect(inspectConfig({ MODE: 'production' }).config.operator.email).toBeNull()
  expect(readConfig({ CONTACT_EMAIL: 'olga@example.com' }).operator.email).toBe('olga@example.com')
})

test('a bot that fills in the hidden field gets the usual answer, and nothing is sent', async () => {
  const { sent, write } = await serve()
  const [machine, person] = [await write({ website: 'https://spam.example' }), await write()]
  expect([machine.statusCode, machine.body]).toEqual([person.statusCode, person.body])
  expect(sent.map(letter => letter.subject)).toEqual(['A question: Maya'])
})

test('one network may write five times an hour and learns when it may write again; others are not affected', async () => {
  const { sent, write } = await serve()
  const household = Array.from({ length: 5 }, (_, n) => `2001:db8:0:1::${n}`)
  for (const ip of household) expect((await write({}, ip)).statusCode).toBe(202)
  const sixth = await write({}, '2001:db8:0:1:ffff::1')
  expect([sixth.statusCode, sixth.json().message]).toEqual([
    429,
    expect.stringMatching(/Your text is still here: send it again in 60 minutes/),
  ])
  expect((await write({}, '2001:db8:0:2::1')).statusCode).toBe(202)
  expect(sent).toHaveLength(6)
})

test('all visitors together may write sixty times an hour', async () => {
  const { sent, write } = await serve()
  const answers = []
  for (let n = 0; n < 62; n++) answers.push((await write({}, `203.0.113.${n}`)).statusCode)
  expect(answers.slice(60)).toEqual([429, 429])
  expect(sent).toHaveLength(60)
})

test.each([
  ['a text of nine letters', { text: ' 123456789 ' }],
  ['a text of 5,001 letters', { text: 'x'.repeat(5001) }],
  ['an address that is none', { email: 'maya' }],
  ['an address with a header in it', { email: 'maya@example.com\r\nBcc: all@example.com' }],
  ['a name of two lines', { name: 'Maya\nSubject: gift' }],
  ['a name of 101 letters', { name: 'x'.repeat(101) }],
  ['a topic that nobody offers', { topic: 'gift' }],
  ['a body beyond what is read', { website: 'x'.repeat(contactBytes) }],
])('%s is refused and not sent', async (_, change) => {
  const { sent, write } = await serve()
  const answer = await write(change)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(sent).toEqual([])
})

test('markup stays text, and direction controls are removed', () => {
  const text = '<img src=x onerror=alert(1)>\u202e moc.elpmaxe\u0007\r\nsecond line'
  const letter = contactEmail(say, publicUrl, { topic: 'other', name: '\u202eayaM', email: 'maya@example.com', text, website: '' })
  expect(letter.html).not.toContain('<img')
  expect(`${letter.subject}${letter.text}${letter.html}`).not.toMatch(/[\u202e\u0007\r]/)
  expect(letter.text).toContain('moc.elpmaxe\nsecond line')
})
