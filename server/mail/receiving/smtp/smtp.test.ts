// Tests the SMTP port: 250 only after the commit, and a clear refusal of everything else.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { mailOf, openMailPort, send, talk } from '../../../../test/mail-port.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { giveAddress } from '../../mailboxes/addresses.ts'
import { changeMailbox, listMailboxes } from '../../mailboxes/store.ts'
import { readHeads, readView } from '../../messages/store.ts'

const { db } = await testDatabase()
const { listening, keys } = openMailPort(db)

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
