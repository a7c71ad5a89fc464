// Tests STARTTLS: any certificate is offered, renewals take effect, and nothing sent before it counts after it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { mailOf, openMailPort } from '../../../../test/mail-port.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { openLog } from '../../../foundation/log.ts'
import { openCertificate } from './certificate.ts'
import { type SmtpCertificate, selfSigned } from './self-signed.ts'

const { db } = await testDatabase()
const { listening } = openMailPort(db)
const keptOf = (userId: string) => db.selectFrom('messages').selectAll().where('user_id', '=', userId).execute()
const folder = mkdtempSync(join(tmpdir(), 'mailferry-starttls-'))
afterAll(() => rmSync(folder, { recursive: true }))
const files = { certFile: join(folder, 'fullchain.pem'), keyFile: join(folder, 'privkey.pem') }
const made = (host: string) => selfSigned(host, systemClock.now())
const place = ({ cert, key }: SmtpCertificate) => {
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
}

test('a mail comes in encrypted, with a certificate of our own making where there is no other', async () => {
  const { port, address, userId } = await listening()
  await sendEncrypted(port, address, { rejectUnauthorized: false })
  expect(await keptOf(userId)).toHaveLength(1)
  const { socket } = await secured(port)
  expect(socket.getPeerCertificate().subject.CN).toBe('in.example.com')
  expect(['TLSv1.2', 'TLSv1.3']).toContain(socket.getProtocol())
  socket.destroy()
})

test("the operator's certificate is shown, and a sender that checks it sends", async () => {
  const certificate = made('mx.example.com')
  place(certificate)
  const { port, address, userId } = await listening({ certificate: files })
  await sendEncrypted(port, address, { ca: certificate.cert, servername: 'mx.example.com' })
  expect(await keptOf(userId)).toHaveLength(1)
})

test('less than TLS 1.2 is refused', async () => {
  const { port } = await listening()
  const old: ConnectionOptions = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }
  await expect(secured(port, old)).rejects.toThrow(/protocol|version|alert/i)
  const { socket } = await secured(port, { maxVersion: 'TLSv1.2' })
  expect(socket.getProtocol()).toBe('TLSv1.2')
  socket.destroy()
})

// CVE-2011-0411: what stands in the clear behind STARTTLS must not run inside the encrypted session.
test.each([
  ['in the same packet', 0],
  ['in one that follows at once', 5],
])('commands sent in the clear behind STARTTLS, %s, never run', async (_how, laterMs) => {
  const { port, address, userId } = await listening()
  const evil = `MAIL FROM:<evil@example.net>\r\nRCPT TO:<${address}>\r\nDATA\r\nSubject: injected\r\n\r\nx\r\n.\r\n`
  const plain = connect(port, '127.0.0.1')
  let isClosed = false
  plain.on('close', () => {
    isClosed = true
  })
  await heard(plain, /^220/m)
  plain.write('EHLO a.example\r\n')
  await heard(plain, /^250 /m)
  const ready = heard(plain, /^220/m)
  if (laterMs === 0) plain.write(`STARTTLS\r\n${evil}`)
  else {
    plain.write('STARTTLS\r\n')
    setTimeout(() => plain.write(evil), laterMs)
  }
  await ready
  await systemClock.sleep(laterMs * 4)
  const said: string[] = []
  const socket = connectTls({ socket: plain, rejectUnauthorized: false })
  socket.on('data', data => said.push(data.toString()))
  socket.on('error', () => undefined)
  socket.on('secureConnect', () => socket.write('NOOP\r\nRCPT TO:<x@in.example.com>\r\n'))
  await vi.waitFor(() => expect(said.length > 0 || isClosed).toBe(true), { timeout: 3000 })
  await systemClock.sleep(200)
  // Either the handshake failed on what was injected, or what we said ourselves is all that was answered.
  if (said.length > 0) expect(said.join('')).toMatch(/^250 .*\r\n503 .*\r\n$/)
  socket.destroy()
  expect(await keptOf(userId)).toEqual([])
})

test('who and what was named before STARTTLS is forgotten after it', async () => {
  const { port, address } = await listening()
  const plain = connect(port, '127.0.0.1')
  for (const [line, code] of [
    ['', /^220/m],
    ['EHLO a.example\r\n', /^250 /m],
    ['MAIL FROM:<a@example.net>\r\n', /^250/m],
    [`RCPT TO:<${address}>\r\n`, /^250/m],
    ['STARTTLS\r\n', /^220/m],
  ] as const) {
    const answer = heard(plain, code)
    if (line) plain.write(line)
    await answer
  }
  const socket = connectTls({ socket: plain, rejectUnauthorized: false })
  const answer = heard(socket, /^\d{3} /m)
  socket.write('DATA\r\n')
  expect(await answer).toMatch(/^503/)
  socket.destroy()
})

test('a certificate that was renewed is shown to the next sender, and half a renewal changes nothing', async () => {
  place(made('old.example.com'))
  const log = openLog('silent')
  const keeper = await openCertificate({ certificate: files, host: '0.0.0.0', domain: 'x', clock: systemClock, log, lookMs: 0 })
  expect(await keeper.renewed()).toBeNull()
  const before = keeper.current()
  writeFileSync(files.certFile, made('new.example.com').cert)
  expect(await keeper.renewed()).toBeNull()
  expect(keeper.current()).toEqual(before)
  place(made('new.example.com'))
  expect((await keeper.renewed())?.cert).toBe(keeper.current().cert)
  expect(keeper.current()).not.toEqual(before)
  expect(await keeper.renewed()).toBeNull()

  const { port } = await listening({ certificate: files, lookMs: 0 })
  const shown = async () => {
    const { socket } = await secured(port)
    const { CN } = socket.getPeerCertificate().subject
    socket.destroy()
    return CN
  }
  expect(await shown()).toBe('new.example.com')
  place(made('newest.example.com'))
  expect(await shown()).toBe('newest.example.com')
})

test('a certificate that cannot be used stops the start with what to look at', async () => {
  const deps = { host: '0.0.0.0', domain: 'x', clock: systemClock, log: openLog('silent') }
  place({ cert: made('a.example.com').cert, key: made('b.example.com').key })
  for (const certificate of [files, { ...files, certFile: '/nowhere/cert.pem' }])
    await expect(openCertificate({ ...deps, certificate })).rejects.toThrow(/SMTP_CERT_FILE and SMTP_KEY_FILE cannot be used/)
})

async function sendEncrypted(port: number, to: string, tls: ConnectionOptions): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, requireTLS: true, tls })
  try {
    await transport.sendMail({ envelope: { from: 'b@example.com', to }, raw: mailOf('encrypted') })
  } finally {
    transport.close()
  }
}

/** The connection after STARTTLS. */
async function secured(port: number, options: ConnectionOptions = {}): Promise<{ socket: TLSSocket }> {
  const plain = connect(port, '127.0.0.1')
  await heard(plain, /^220/m)
  plain.write('EHLO a.example\r\n')
  expect(await heard(plain, /^250 /m)).toContain('STARTTLS')
  plain.write('STARTTLS\r\n')
  await heard(plain, /^220/m)
  const socket = connectTls({ socket: plain, rejectUnauthorized: false, ...options })
  await new Promise((open, failed) => socket.once('secureConnect', open).once('error', failed))
  return { socket }
}

/** All that came since, once it holds `wanted`. */
function heard(socket: NodeJS.ReadableStream, wanted: RegExp): Promise<string> {
  return new Promise(done => {
    let all = ''
    const on = (data: Buffer | string) => {
      all += data.toString()
      if (!wanted.test(all)) return
      socket.off('data', on)
      done(all)
    }
    socket.on('data', on)
  })
}
