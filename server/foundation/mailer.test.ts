// Tests system emails: sent to a real SMTP relay, and stored if there is none.
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openLog } from './log.ts'
import { type MailerOptions, openMailer, type Relay } from './mailer.ts'
import { openOutside } from './outside.ts'
import { newKey } from './seal.ts'

const { db } = await testDatabase()
const received: string[] = []
let refusal: { code: number } | null = null
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      if (refusal) return done(Object.assign(new Error('refused'), { responseCode: refusal.code }))
      received.push(Buffer.concat(parts).toString())
      done()
    })
  },
})
const port = await new Promise<number>(done => {
  const listener = server.listen(0, '127.0.0.1', () => {
    const address = listener.address()
    done(typeof address === 'object' && address ? address.port : 0)
  })
})
afterAll(() => new Promise<void>(done => server.close(done)))

let offsetMs = 0
const now = () => new Date(Date.now() + offsetMs)
const relay: Relay = { host: '127.0.0.1', port, secure: false, user: null, password: null }
const master = newKey()
const open = (change: Partial<MailerOptions> = {}) =>
  openMailer({
    db,
    master,
    outside: openOutside({ allow: [], loopback: true }),
    now,
    from: 'Mailferry <hello@example.com>',
    relay,
    log: openLog('silent'),
    ...change,
  })
const email = { to: 'ada@example.com', subject: 'A code', text: 'It is 123456.', html: '<p>It is <b>123456</b>.</p>' }

beforeEach(async () => {
  refusal = null
  received.length = 0
  await db.deleteFrom('outbox').execute()
})

test('a stored email is sent through the relay and deleted', async () => {
  const mailer = open()
  // Email clients use this URL literally: a folded one would be broken.
  const unsubscribe = `<https://example.com/unsubscribe/${'t'.repeat(140)}>`
  await mailer.enqueue(db, {
    ...email,
    headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  })
  expect(await mailer.deliver()).toBe(1)
  expect(received).toHaveLength(1)
  for (const part of [
    'From: Mailferry <hello@example.com>',
    'To: ada@example.com',
    `List-Unsubscribe: ${unsubscribe}`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'It is 123456.',
    'Auto-Submitted: auto-generated',
    'X-Mailferry-Loop: yes',
  ])
    expect(received[0]?.replace(/\r\n /g, ' ')).toContain(part)
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('an email from a rolled-back transaction is never sent', async () => {
  const mailer = open()
  const failing = db.transaction().execute(async tx => {
    await mailer.enqueue(tx, email)
    throw new Error('planted')
  })
  await expect(failing).rejects.toThrow('planted')
  expect(await mailer.deliver()).toBe(0)
})

test('an email that the relay defers is retried later, and not before', async () => {
  const mailer = open()
  refusal = { code: 451 }
  await mailer.enqueue(db, email)
  await mailer.deliver()
  refusal = null
  await mailer.deliver()
  expect(received).toHaveLength(0)
  offsetMs += 61_000
  await mailer.deliver()
  expect(received).toHaveLength(1)
})

test('an email that the relay rejects permanently is given up', async () => {
  const mailer = open()
  refusal = { code: 550 }
  await mailer.enqueue(db, email)
  await mailer.deliver()
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
})

test('several hosts send each email once', async () => {
  const hosts = [open(), open(), open()]
  for (let i = 0; i < 5; i++) await hosts[0]?.enqueue(db, { ...email, subject: `Code ${i}` })
  await Promise.all(hosts.map(h => h.deliver()))
  expect(received).toHaveLength(5)
  expect(new Set(received.map(r => /^Subject: (.*)$/m.exec(r)?.[1])).size).toBe(5)
})

test('without a relay emails stay in the outbox, encrypted, newest first', async () => {
  const mailer = open({ relay: null })
  await mailer.enqueue(db, email)
  offsetMs += 10
  await mailer.enqueue(db, { ...email, subject: 'Another' })
  expect(await mailer.deliver()).toBe(0)
  expect(await mailer.listNewest(10)).toMatchObject([{ subject: 'Another' }, email])
  const [row] = await db.selectFrom('outbox').selectAll().execute()
  expect(row?.sealed_email.includes('123456')).toBe(false)
})

test('a relay on a private address is refused', async () => {
  const mailer = open({ outside: openOutside({ allow: [], loopback: false }) })
  await mailer.enqueue(db, email)
  await mailer.deliver()
  expect(received).toHaveLength(0)
})

test('no password and no sign-in link goes to a relay that somebody on the way keeps from encrypting', async () => {
  const heard: unknown[] = []
  // In the place of the relay: takes the offer of STARTTLS out, and reads along.
  const between = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      heard.push(username, password)
      done(null, { user: username })
    },
    onData(stream, _session, done) {
      stream.on('data', (part: Buffer) => heard.push(part.toString())).on('end', () => done())
    },
  })
  const address = await new Promise<unknown>(done => {
    const listener = between.listen(0, '127.0.0.1', () => done(listener.address()))
  })
  const outside = openOutside({ allow: [], loopback: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  const mailer = open({
    outside,
    relay: { ...relay, ...Object(address), address: undefined, host: 'relay.example', user: 'anna', password: 'secret' },
  })
  await mailer.enqueue(db, email)
  await mailer.deliver()
  await new Promise<void>(done => between.close(done))
  expect(heard).toEqual([])
  expect(await db.selectFrom('outbox').select('attempts').execute()).toEqual([{ attempts: 1 }])
})
