// Opens the SMTP port over a real database, and a client for it.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, expect, onTestFinished } from 'vitest'
import { systemClock } from '../server/foundation/clock.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { newId, newKey } from '../server/foundation/seal.ts'
import { loadWords } from '../server/foundation/words.ts'
import { giveAddress } from '../server/mail/mailboxes/addresses.ts'
import { saveOnce } from '../server/mail/messages/store.ts'
import type { Arrived } from '../server/mail/parsing/arrived.ts'
import { openParser } from '../server/mail/parsing/parse.ts'
import type { OnMail } from '../server/mail/receiving/drain.ts'
import { listenSmtp, type SmtpDeps } from '../server/mail/receiving/smtp/smtp.ts'

type Options = Partial<SmtpDeps> & { before?: (batch: Arrived[]) => Promise<void> }

/** Until the test file ends; each `listening` is a port, and an address of a new person, until its test ends. */
export function openMailPort(db: Db) {
  const keys = openUserKeys(newKey(), systemClock.now)
  const parser = openParser({ workers: 1, timeoutMs: 10_000 })
  afterAll(parser.stop)

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
      say: loadWords().of('mail'),
      onMail,
      host: '127.0.0.1',
      port: 0,
      domain: 'in.example.com',
      certificate: null,
      batch: 50,
      maxBytes: 1_000_000,
      dns: null,
      ...options,
    })
    onTestFinished(smtp.stop)
    return { port: smtp.port, address, userId, batches }
  }
  return { listening, keys }
}

export const mailOf = (subject: string, text = 'hello'): Buffer =>
  Buffer.from(`Message-ID: <${subject.replaceAll(' ', '-')}@example.com>\r\nFrom: b@example.com\r\nSubject: ${subject}\r\n\r\n${text}\r\n`)

export async function send(port: number, to: string | string[], raw: Buffer, from = 'b@example.com'): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    return (await transport.sendMail({ envelope: { from, to }, raw })).response
  } finally {
    transport.close()
  }
}

/** Says one line after the other, each after the answer before it; returns the answers. */
export function talk(port: number, lines: string[]): Promise<string[]> {
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
