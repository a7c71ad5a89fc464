// The SMTP port: 250 after the commit, and a clear no to everything else.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import nodemailer from 'nodemailer'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { systemClock } from '../clock.ts'
import { openPersonKeys } from '../db/keys.ts'
import { openLog } from '../log.ts'
import { newId, newKey } from '../seal.ts'
import { wordsOf } from '../words.ts'
import { giveAddress } from './addresses.ts'
import type { Arrived } from './arrived.ts'
import type { OnMail } from './drain.ts'
import { readHeads, readView, saveOnce } from './messages/store.ts'
import { openParser } from './parse.ts'
import { listenSmtp, type SmtpParts } from './smtp.ts'
import { changeMailbox, listMailboxes } from './store.ts'

const { db } = await testDatabase()
const keys = openPersonKeys(newKey(), systemClock.now)
const parser = openParser({ workers: 1, timeoutMs: 10_000 })
afterAll(parser.stop)

test('a mail is answered with 250 once it is kept, and can be read again', async () => {
  const { port, address, userId, batches } = await listening()
  const answer = await send(port, address, mailOf('first', 'Hello Anna'))
  expect(answer).toMatch(/^250/)
  expect(batches).toEqual([1])
  const [row] = await keptOf(userId)
  expect((await readView(db, userId, keys, row?.id ?? ''))?.body).toBe('Hello Anna')
  expect((await readHeads(db, userId, keys, [row?.id ?? ''])).get(row?.id ?? '')?.subject).toBe('first')
  const [mailbox] = await listMailboxes(db, userId)
  expect(mailbox?.last_mail_at).toEqual(row?.arrived_at)
})

test('250 is not said before the commit', async () => {
  let commit = () => undefined as undefined | void
  const gate = new Promise<void>(go => {
    commit = go
  })
  const { port, address, userId } = await listening({ before: () => gate })
  let isAnswered = false
  const sending = send(port, address, mailOf('waits')).then(() => {
    isAnswered = true
  })
  await systemClock.sleep(400)
  expect(isAnswered).toBe(false)
  expect(await keptOf(userId)).toEqual([])
  commit()
  await sending
  expect(await keptOf(userId)).toHaveLength(1)
})

test('a commit that fails is answered with 451, and the repeated mail is kept once', async () => {
  let fails = 1
  const { port, address, userId } = await listening({
    before: async () => (fails-- > 0 ? Promise.reject(new Error('disk full')) : undefined),
  })
  await expect(send(port, address, mailOf('again'))).rejects.toMatchObject({ responseCode: 451 })
  expect(await keptOf(userId)).toEqual([])
  await send(port, address, mailOf('again'))
  await send(port, address, mailOf('again'))
  expect(await keptOf(userId)).toHaveLength(1)
})

test('mails of equal text at different times, without a Message-ID, are all kept', async () => {
  const { port, address, userId } = await listening()
  for (const minute of ['01', '02', '03'])
    await send(port, address, Buffer.from(`Date: Mon, 2 Nov 2026 10:${minute}:00 +0000\r\nSubject: disk full\r\n\r\nhelp\r\n`))
  expect(await keptOf(userId)).toHaveLength(3)
})

test('an address that nobody has is refused with 550, in any spelling the right one is taken', async () => {
  const { port, address, userId } = await listening()
  await expect(send(port, 'u-nobody@in.example.com', mailOf('x'))).rejects.toMatchObject({ responseCode: 550 })
  await send(port, address.toUpperCase(), mailOf('shouted'))
  expect(await keptOf(userId)).toHaveLength(1)
})

test('a paused mailbox asks the sender to come again', async () => {
  const { port, address, userId } = await listening()
  const [mailbox] = await listMailboxes(db, userId)
  await changeMailbox(db, userId, mailbox?.id ?? '', { paused: true })
  await expect(send(port, address, mailOf('x'))).rejects.toMatchObject({ responseCode: 450 })
  expect(await changeMailbox(db, userId, mailbox?.id ?? '', { paused: false })).toMatchObject({ state: 'live' })
  await send(port, address, mailOf('x'))
})

test('a mail over the limit is refused with 552, announced or not', async () => {
  const { port, address, userId } = await listening({ maxBytes: 50_000 })
  await expect(send(port, address, mailOf('big', 'x'.repeat(60_000)))).rejects.toMatchObject({ responseCode: 552 })
  const end = `\r\n${'x'.repeat(70)}`.repeat(1000)
  const said = await talk(port, [
    'EHLO a.example',
    'MAIL FROM:<a@a.example>',
    `RCPT TO:<${address}>`,
    'DATA',
    `Subject: big${end}\r\n.`,
    'QUIT',
  ])
  expect(said.at(-2)).toMatch(/^552/)
  expect(await keptOf(userId)).toEqual([])
})

test('a mail that goes in circles is refused with 554', async () => {
  const { port, address } = await listening()
  const hops = 'Received: from a by b; Mon, 2 Nov 2026 10:00:00 +0000\r\n'.repeat(51)
  await expect(send(port, address, Buffer.from(`${hops}Subject: round\r\n\r\nx`))).rejects.toMatchObject({ responseCode: 554 })
  await expect(send(port, address, Buffer.from('X-Mailferry-Loop: 1\r\nSubject: ours\r\n\r\nx'))).rejects.toMatchObject({
    responseCode: 554,
  })
})

test('what arrives while a commit runs is taken in batches of one person', async () => {
  const { port, address, userId, batches } = await listening({ before: () => systemClock.sleep(150) })
  await Promise.all(Array.from({ length: 30 }, (_, i) => send(port, address, mailOf(`burst ${i}`))))
  expect(await keptOf(userId)).toHaveLength(30)
  expect(batches.length).toBeLessThan(15)
  expect(Math.max(...batches)).toBeLessThanOrEqual(50)
})

test('one mail to two people is kept for both, and one bad mail refuses no other', async () => {
  const { port, address, userId } = await listening({
    before: async batch => (batch.some(a => a.raw.includes('poison')) ? Promise.reject(new Error('no')) : undefined),
  })
  const other = randomUUID()
  const second = await giveAddress(db, other, 'in.example.com', systemClock.now())
  await send(port, [address, second.address], mailOf('both'))
  expect([(await keptOf(userId)).length, (await keptOf(other)).length]).toEqual([1, 1])
  const results = await Promise.allSettled(['a', 'poison', 'b', 'c'].map(subject => send(port, address, mailOf(subject))))
  expect(results.map(r => r.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('too many mails a minute and too many connections are asked to come again, and AUTH is not offered', async () => {
  const { port, address } = await listening({ limits: { mailsAMinuteToOneAddress: 2, clientsOfOneHost: 3 } })
  await send(port, address, mailOf('1'))
  await send(port, address, mailOf('2'))
  await expect(send(port, address, mailOf('3'))).rejects.toMatchObject({ responseCode: 450 })
  const talks = await Promise.all(Array.from({ length: 5 }, () => talk(port, ['EHLO a.example', 'QUIT'])))
  expect(talks.filter(said => said[0]?.startsWith('421')).length).toBeGreaterThan(0)
  expect(talks.flat().join('\n')).not.toMatch(/AUTH|STARTTLS/)
})

interface Options extends Partial<Pick<SmtpParts, 'maxBytes' | 'limits'>> {
  before?: (batch: Arrived[]) => Promise<void>
}

async function listening({ before, ...options }: Options = {}) {
  const userId = randomUUID()
  const { address } = await giveAddress(db, userId, 'in.example.com', systemClock.now())
  const batches: number[] = []
  const onMail: OnMail = async batch => {
    expect(new Set(batch.map(a => a.userId)).size).toBe(1)
    await before?.(batch)
    batches.push(batch.length)
    const owner = batch[0]?.userId ?? ''
    const messages = await Promise.all(
      batch.map(async arrived => ({ id: newId(systemClock.now()), arrived, view: await parser.parse(arrived) })),
    )
    await db.transaction().execute(async tx => saveOnce(tx, owner, await keys.contentKeyOf(tx, owner), messages))
  }
  const smtp = await listenSmtp({
    db,
    clock: systemClock,
    log: openLog('silent'),
    say: wordsOf().of('mail'),
    onMail,
    host: '127.0.0.1',
    port: 0,
    domain: 'in.example.com',
    batch: 50,
    maxBytes: 1_000_000,
    dns: null,
    ...options,
  })
  onTestFinished(smtp.stop)
  return { port: smtp.port, address, userId, batches }
}

const mailOf = (subject: string, text = 'hello'): Buffer =>
  Buffer.from(`Message-ID: <${subject.replaceAll(' ', '-')}@example.com>\r\nFrom: b@example.com\r\nSubject: ${subject}\r\n\r\n${text}\r\n`)

async function send(port: number, to: string | string[], raw: Buffer): Promise<string> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    return (await transport.sendMail({ envelope: { from: 'b@example.com', to }, raw })).response
  } finally {
    transport.close()
  }
}

/** Says one line after the other, each after the answer before it; returns the answers. */
function talk(port: number, lines: string[]): Promise<string[]> {
  return new Promise(done => {
    const answers: string[] = []
    const socket = connect(port, '127.0.0.1')
    let rest = ''
    socket.on('data', data => {
      rest += data.toString()
      if (!/^\d{3} .*\r\n$/m.test(rest)) return
      answers.push(rest)
      rest = ''
      const next = lines.shift()
      if (next) socket.write(`${next}\r\n`)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(answers))
  })
}

const keptOf = (userId: string) => db.selectFrom('messages').selectAll().where('user_id', '=', userId).execute()

test('a mail that trickles in holds no memory after its time, and others are taken meanwhile', async () => {
  const { port, address, userId } = await listening({ limits: { memoryBytes: 40_000, receiveMs: 300 } })
  const socket = connect(port, '127.0.0.1')
  const said: string[] = []
  socket.on('data', data => said.push(data.toString()))
  const say = async (line: string, code: string) => {
    socket.write(line)
    await vi.waitFor(() => expect(said.join('')).toContain(code), { timeout: 3000 })
    said.length = 0
  }
  await say('', '220')
  await say('EHLO slow.example\r\n', '250 ')
  await say('MAIL FROM:<b@example.com>\r\n', '250 ')
  await say(`RCPT TO:<${address}>\r\n`, '250 ')
  await say('DATA\r\n', '354')
  socket.write(`Subject: slow\r\n\r\n${'x'.repeat(30_000)}\r\n`)
  await systemClock.sleep(100)
  await expect(send(port, address, mailOf('fast', 'y'.repeat(20_000)))).rejects.toMatchObject({ responseCode: 452 })
  await systemClock.sleep(300)
  socket.write('more\r\n')
  await systemClock.sleep(50)
  await send(port, address, mailOf('fast', 'y'.repeat(20_000)))
  await say('.\r\n', '451')
  socket.destroy()
  expect(await keptOf(userId)).toHaveLength(1)
})
