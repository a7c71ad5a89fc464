// Tests what the SMTP port refuses and how: with codes that lose no email, and without revealing which addresses exist.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { mailOf, openMailPort, send, talk } from '../../../../test/mail-port.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { giveAddress } from '../../mailboxes/addresses.ts'
import { defaultLimits, openSmtpRateLimits } from './limits.ts'

const { db } = await testDatabase()
const { listening } = openMailPort(db)
const keptOf = (userId: string) => db.selectFrom('messages').selectAll().where('user_id', '=', userId).execute()

test('an email with more than 25 hops is in a loop and refused with 554', async () => {
  const { port, address, userId } = await listening()
  const hops = (count: number) =>
    Buffer.from(`${'Received: from a by b; Mon, 2 Nov 2026 10:00:00 +0000\r\n'.repeat(count)}Subject: round\r\n\r\nx`)
  await send(port, address, hops(25))
  await expect(send(port, address, hops(26))).rejects.toMatchObject({ responseCode: 554 })
  expect(await keptOf(userId)).toHaveLength(1)
})

test('a blocked address is refused at its first word, and others are not', async () => {
  const isBlocked = (ip: string) => ip.endsWith('127.0.0.1')
  const { port } = await listening({ isBlocked })
  expect((await talk(port, ['EHLO a.example']))[0]).toMatch(/^554 .*isn’t accepted/)
  const open = await listening({ isBlocked: () => false })
  expect(await send(open.port, open.address, mailOf('1'))).toMatch(/^250/)
})

test('an automatic email with a null sender is accepted, as we never reply to it', async () => {
  const { port, address, userId } = await listening()
  const bounce = Buffer.from(
    'From: mailer-daemon@example.com\r\nAuto-Submitted: auto-replied\r\nSubject: Returned mail\r\n\r\nNo such user.',
  )
  await send(port, address, bounce, '')
  expect(await keptOf(userId)).toHaveLength(1)
})

test.each([
  ['address', { maxPerMinutePerAddress: 2 }],
  ['host', { maxPerMinutePerHost: 2 }],
])('too many emails a minute by the %s are refused temporarily', async (_by, limits) => {
  const { port, address, userId } = await listening({ limits })
  await send(port, address, mailOf('1'), 'a@one.shop.example')
  await send(port, address, mailOf('2'), 'a@two.shop.example')
  await expect(send(port, address, mailOf('3'), 'a@shop.example')).rejects.toMatchObject({ responseCode: 451 })
  expect(await keptOf(userId)).toHaveLength(2)
})

test('one account can’t stop the mail of a domain: naming it at its own address costs nobody else', async () => {
  const [mallory, victim] = [await listening(), await giveAddress(db, crypto.randomUUID(), 'in.example.com', systemClock.now())]
  const limits = openSmtpRateLimits(db, { ...defaultLimits, maxPerMinutePerHost: 2000, maxPerMinutePerAddress: 1000 })
  for (const host of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    for (let i = 0; i < 1000; i++) {
      await limits.takeFrom(host)
      await limits.takeTo(mallory.address, host)
    }
  // RFC 5321 leaves it to the client which domain it names: friend@gmail.com writes as before.
  expect(await limits.takeFrom('192.0.2.9')).toBe(true)
  expect(await limits.takeTo(victim.address, '192.0.2.9')).toBe(true)
  // Nor does asking for a victim's address again and again take it from others.
  for (let i = 0; i < 1001; i++) await limits.takeTo(victim.address, '192.0.2.1')
  expect(await limits.takeTo(victim.address, '192.0.2.1')).toBe(false)
  expect(await limits.takeTo(victim.address, '192.0.2.9')).toBe(true)
})

test('an hour of large mail fills no disk: host, address and user have kilobytes of their own, over all hosts of ours', async () => {
  const userId = crypto.randomUUID()
  const narrow = { maxKilobytesFromHost: 600, maxKilobytesToAddress: 1200, maxKilobytesToUser: 1500 }
  const [one, another] = [openSmtpRateLimits(db, { ...defaultLimits, ...narrow }), openSmtpRateLimits(db, { ...defaultLimits, ...narrow })]
  const take = (limits: typeof one, host: string, address = 'u-a@in.example.com') =>
    limits.takeBytes({ host, address, userId, bytes: 500 * 1024 })
  expect([await take(one, '192.0.2.1'), await take(another, '192.0.2.1')]).toEqual([true, false])
  expect([await take(another, '192.0.2.2'), await take(one, '192.0.2.3')]).toEqual([true, false])
  expect(await take(one, '192.0.2.4', 'u-b@in.example.com')).toBe(true)
  expect(await take(one, '192.0.2.5', 'u-c@in.example.com')).toBe(false)
})

test('mail beyond the kilobytes of an hour is refused temporarily', async () => {
  const { port, address, userId } = await listening({ limits: { maxKilobytesToAddress: 1 } })
  await send(port, address, mailOf('1'))
  await expect(send(port, address, mailOf('2'))).rejects.toMatchObject({ responseCode: 452 })
  expect(await keptOf(userId)).toHaveLength(1)
})

test('a client that only keeps its place loses it', async () => {
  const { port } = await listening({ limits: { sessionMs: 2000 } })
  const socket = connect(port, '127.0.0.1')
  const said: string[] = []
  // Whoever talks before the greeting is refused for that alone.
  socket.on('data', data => {
    said.push(data.toString().slice(0, 3))
    setTimeout(() => socket.write('NOOP\r\n'), 20)
  })
  await new Promise(closed => socket.once('close', closed).on('error', () => undefined))
  expect(said.slice(0, 4)).toEqual(['220', '250', '250', '250'])
  expect(new Set(said.slice(1))).toEqual(new Set(['250']))
})

test('a connection that waits for its refusal takes no place from the next one of its host', async () => {
  const refusals = { free: 0, holdMs: 10_000, maxHeld: { network: 5, all: 5 } }
  const { port } = await listening({ limits: { clientsOfOneHost: 1, refusals } })
  const first = connect(port, '127.0.0.1')
  await once(first, 'data')
  const waiting = connect(port, '127.0.0.1')
  let said = ''
  waiting.on('data', data => (said += data.toString()))
  await systemClock.sleep(500)
  first.destroy()
  await systemClock.sleep(500)
  const next = connect(port, '127.0.0.1')
  const [greeting] = await once(next, 'data')
  expect([String(greeting).slice(0, 3), said]).toEqual(['220', ''])
  for (const socket of [next, waiting]) socket.destroy()
})

test('too many connections from one host are refused temporarily, until others close', async () => {
  const { port } = await listening({ limits: { clientsOfOneHost: 2 } })
  // Gone before the greeting: it must not count for less than nothing.
  connect(port, '127.0.0.1').destroy()
  const open = () =>
    new Promise<{ code: string; socket: Socket }>(done => {
      const socket = connect(port, '127.0.0.1')
      socket.once('data', data => done({ code: data.toString().slice(0, 3), socket }))
    })
  const held = [await open(), await open(), await open()]
  expect(held.map(one => one.code)).toEqual(['220', '220', '421'])
  for (const { socket } of held) socket.destroy()
  await vi.waitFor(async () => {
    const { code, socket } = await open()
    socket.destroy()
    expect(code).toBe('220')
  })
})

test('ten people at once are the most, and the eleventh is asked for in the next mail', async () => {
  const { port } = await listening()
  const people = await Promise.all(
    Array.from({ length: 11 }, () => giveAddress(db, crypto.randomUUID(), 'in.example.com', systemClock.now())),
  )
  const said = await talk(port, ['EHLO a.example', 'MAIL FROM:<a@a.example>', ...people.map(p => `RCPT TO:<${p.address}>`), 'QUIT'])
  expect(said.slice(3, 14).map(answer => answer.slice(0, 3))).toEqual([...Array.from({ length: 10 }, () => '250'), '452'])
})

test('whoever tries address after address is sent away', async () => {
  const { port, address } = await listening({ limits: { unknownAddresses: 3 } })
  const tries = Array.from({ length: 5 }, (_, i) => `RCPT TO:<u-try${i}@in.example.com>`)
  const said = await talk(port, ['EHLO a.example', 'MAIL FROM:<a@a.example>', ...tries, `RCPT TO:<${address}>`])
  expect(said.slice(3).map(answer => answer.slice(0, 3))).toEqual(['550', '550', '550', '421'])
})

test('the answer about an address takes as long whether somebody has it or not', async () => {
  const { port, address } = await listening({ limits: { unknownAddresses: 1000, addressMs: 40 } })
  const rounds = 3
  const took = async (to: string) => {
    const began = performance.now()
    await talk(port, ['EHLO a.example', 'MAIL FROM:<a@a.example>', ...Array.from({ length: rounds }, () => `RCPT TO:<${to}>`), 'QUIT'])
    return (performance.now() - began) / rounds
  }
  let [known, unknown] = [Infinity, Infinity]
  // The quickest of several, and of many on a busy machine: what is not alike is not so in its quickest either.
  for (let i = 0; i < 5 || (i < 40 && Math.abs(known - unknown) >= 20); i++) {
    known = Math.min(known, await took(address))
    unknown = Math.min(unknown, await took('u-nobody@in.example.com'))
  }
  expect(known).toBeGreaterThanOrEqual(39)
  expect(unknown).toBeGreaterThanOrEqual(39)
  expect(Math.abs(known - unknown)).toBeLessThan(20)
})

test('nothing is offered that mail from strangers has no use for', async () => {
  const { port } = await listening()
  const [, offered = ''] = await talk(port, ['EHLO a.example', 'QUIT'])
  expect(offered).not.toMatch(/AUTH|XCLIENT|XFORWARD|DSN/)
  const said = await talk(port, ['EHLO a.example', 'AUTH PLAIN AGEAYg==', 'VRFY somebody', 'QUIT'])
  expect(said[2]).toMatch(/^5/)
  expect(said[3]).not.toMatch(/^25[01]/)
})

// CVE-2023-51764 and its kin: a second mail hidden in the first, under the name of whoever sends the first.
test.each([
  ['LF . LF', '\n.\n'],
  ['LF . CRLF', '\n.\r\n'],
  ['CRLF . LF', '\r\n.\n'],
  ['CR . CR', '\r.\r'],
])('%s ends no mail', async (_name, end) => {
  const { port, address, userId } = await listening()
  const hidden = `MAIL FROM:<boss@example.net>\r\nRCPT TO:<${address}>\r\nDATA\r\nSubject: smuggled\r\n\r\nPay.\r\n.`
  const said = await talk(port, [
    'EHLO a.example',
    'MAIL FROM:<a@example.com>',
    `RCPT TO:<${address}>`,
    'DATA',
    `Subject: honest\r\n\r\nhello${end}${hidden}`,
    'QUIT',
  ])
  expect(said.at(-2)).toMatch(/^250 /)
  expect(said).toHaveLength(7)
  expect(await keptOf(userId)).toHaveLength(1)
})

test('a line without an end fills no memory and is answered', async () => {
  const { port } = await listening()
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', data => {
    said += data.toString()
  })
  socket.on('error', () => undefined)
  const before = process.memoryUsage().rss
  for (let i = 0; i < 400 && !socket.destroyed; i++) await new Promise<void>(done => socket.write(Buffer.alloc(100_000, 'x'), () => done()))
  await vi.waitFor(() => expect(socket.destroyed || /^5\d\d|^421/m.test(said)).toBe(true), { timeout: 5000 })
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
  socket.destroy()
})
