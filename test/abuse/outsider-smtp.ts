// What the outsider does at the SMTP port: holds connections, floods addresses, and sends lines and emails without end.
import { connect, type Socket } from 'node:net'
import type { Chance } from '../faults/chance.ts'

export interface SmtpHammer {
  port: number
  localAddress: string
  /** Addresses of people that they know. */
  addresses: string[]
  chance: Chance
  count(what: string): void
}

const heldConnections = 150
const laneCount = 6
const holdMs = 1000

export function hammerSmtp(hammer: SmtpHammer): void {
  for (let i = 0; i < heldConnections; i++) void again(hammer, hold)
  for (let i = 0; i < laneCount; i++) void again(hammer, [flood, flood, mail, mail, line, trickle][i] ?? flood)
}

type Talk = (hammer: SmtpHammer, socket: Socket, answer: (text: string) => Promise<string>) => Promise<void>

/** Whatever ends a connection, the next one is opened. */
async function again(hammer: SmtpHammer, talk: Talk): Promise<void> {
  const isForever = (): boolean => true
  while (isForever()) {
    const { port, localAddress } = hammer
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    const closed = new Promise<never>((_, fail) => socket.once('close', () => fail(new Error('closed'))))
    closed.catch(() => undefined)
    let heard: (text: string) => void = () => undefined
    socket.on('data', data => heard(data.toString('latin1')))
    const next = () => Promise.race([new Promise<string>(done => (heard = done)), closed])
    const answer = async (text: string) => {
      const said = next()
      socket.write(text)
      const reply = await said
      hammer.count(`smtp ${reply.slice(0, 3)}`)
      return reply
    }
    try {
      const greeting = await next()
      hammer.count(`smtp ${greeting.slice(0, 3)}`)
      if (greeting.startsWith('220')) await talk(hammer, socket, answer)
    } catch {
      hammer.count('smtp closed')
    }
    socket.destroy()
    await pause(50)
  }
}

/** As long as it may last. */
const hold: Talk = async (_hammer, _socket, answer) => {
  for (;;) {
    await pause(holdMs)
    await answer('NOOP\r\n')
  }
}

/** Asks to write to somebody, without writing. */
const flood: Talk = async ({ addresses, chance }, _socket, answer) => {
  await answer('EHLO outsider.example\r\n')
  for (let i = 0; ; i++) {
    await answer('MAIL FROM:<friend@gmail.com>\r\n')
    const isKnown = chance() < 0.9
    await answer(`RCPT TO:<${isKnown ? addresses[i % addresses.length] : `u-${i}@localhost`}>\r\n`)
    await answer('RSET\r\n')
  }
}

/** Writes to somebody, much and often. */
const mail: Talk = async ({ addresses, chance }, _socket, answer) => {
  await answer('EHLO outsider.example\r\n')
  for (let i = 0; ; i++) {
    await answer('MAIL FROM:<friend@gmail.com>\r\n')
    await answer(`RCPT TO:<${addresses[i % addresses.length]}>\r\n`)
    const reply = await answer('DATA\r\n')
    if (!reply.startsWith('354')) continue
    const lines = chance() < 0.05 ? 20_000 : 20
    const text = 'This is nothing that you asked for. \r\n'.repeat(lines)
    await answer(`From: friend@gmail.com\r\nSubject: Spam ${chance()}\r\nMessage-ID: <${chance()}@gmail.com>\r\n\r\n${text}\r\n.\r\n`)
  }
}

/** A line that never ends. */
const line: Talk = async (_hammer, socket) => {
  for (;;) {
    if (!socket.write('x'.repeat(65_536)))
      await new Promise<void>((done, fail) => (socket.once('drain', done), socket.once('close', () => fail(new Error('closed')))))
    if (socket.destroyed) throw new Error('closed')
    await pause(10)
  }
}

/** An email that comes one line a second. */
const trickle: Talk = async ({ addresses }, socket, answer) => {
  await answer('EHLO outsider.example\r\n')
  await answer('MAIL FROM:<friend@gmail.com>\r\n')
  await answer(`RCPT TO:<${addresses[0]}>\r\n`)
  await answer('DATA\r\n')
  for (;;) {
    if (socket.destroyed) throw new Error('closed')
    socket.write(`${'x'.repeat(900)}\r\n`)
    await pause(1000)
  }
}

const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
