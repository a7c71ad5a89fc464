// Tests that a certificate confirmed by its user is trusted, and that no other gets the password, however valid.
import { createServer, type Server, type Socket } from 'node:net'
import tls, { type SecureContext } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ImapSettings } from '../../../core/api/mail.ts'
import { type Certificate, fingerprintOf, newAuthority, selfSigned } from '../../../test/certificates.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { openOutside } from '../../foundation/outside.ts'
import { checkMailbox, checkNewSettings } from '../mailboxes/check.ts'

const authority = newAuthority()
const outside = openOutside({ allow: [], loopback: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
/** As if the authority of the tests were a public one. */
const door = { outside, ca: authority.ca }
const own = selfSigned('mail.example.com')
const password = 'never to be seen by others'
const settingsAt = (port: number, security: 'tls' | 'starttls' = 'tls', host = 'mail.example.com'): ImapSettings => ({
  host,
  port,
  security,
  username: 'anna',
})

describe.skipIf(skipWithoutDovecot())('a Dovecot with a self-signed certificate', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot({ tls: own })
    dovecot.addUser('anna', password)
  })
  afterAll(() => dovecot.stop())
  const ways = (): ImapSettings[] => [settingsAt(dovecot.imapsPort), settingsAt(dovecot.imapPort, 'starttls')]

  test('shows its fingerprint, with TLS and STARTTLS', async () => {
    for (const settings of ways())
      expect(await checkNewSettings(door, settings, password)).toEqual({
        settings,
        problem: 'self_signed',
        fingerprint: fingerprintOf(own),
      })
  })
  test('can be read with that fingerprint, under any name', async () => {
    for (const way of ways()) {
      const settings = { ...way, host: 'another.example.com', fingerprint: fingerprintOf(own) }
      expect(await checkNewSettings(door, settings, password)).toEqual({ settings, problem: null, fingerprint: null })
      expect(await checkMailbox(door, settings, password)).toBeNull()
    }
  })
  test('can’t be read with a different one, and the user is shown the actual one', async () => {
    for (const way of ways()) {
      const settings = { ...way, fingerprint: fingerprintOf(authority.sign('mail.example.com')) }
      expect(await checkNewSettings(door, settings, password)).toEqual({
        settings,
        problem: 'fingerprint_changed',
        fingerprint: fingerprintOf(own),
      })
    }
  })
  test('refuses a wrong password all the same', async () => {
    const [settings] = ways()
    if (settings) expect(await checkMailbox(door, { ...settings, fingerprint: fingerprintOf(own) }, 'wrong')).toBe('wrong_password')
  })
})

test('a man in the middle with a publicly trusted certificate gets no byte after the TLS handshake', async () => {
  const believed = authority.sign('mail.example.com')
  for (const security of ['tls', 'starttls'] as const) {
    const { port, heard } = await listenIn(believed, security)
    const pinned = { ...settingsAt(port, security), fingerprint: fingerprintOf(own) }
    expect(await checkMailbox(door, pinned, password)).toBe('fingerprint_changed')
    expect(heard()).toBe('')
    // The same server is no trap without the pin: this test would see a password.
    await checkMailbox(door, settingsAt(port, security), password)
    expect(heard()).toContain(password)
  }
})

test('an expired certificate is offered for trust only if it is self-signed', async () => {
  const stale = await listenIn(authority.sign('mail.example.com', -1))
  expect(await checkNewSettings(door, settingsAt(stale.port), password)).toMatchObject({ problem: 'cert_expired', fingerprint: null })
  const old = selfSigned('mail.example.com', -1)
  const { port } = await listenIn(old)
  expect(await checkNewSettings(door, settingsAt(port), password)).toMatchObject({
    problem: 'self_signed',
    fingerprint: fingerprintOf(old),
  })
})

test('a certificate for another name is not offered either', async () => {
  const { port } = await listenIn(authority.sign('other.example.com'))
  expect(await checkNewSettings(door, settingsAt(port), password)).toMatchObject({ problem: 'cert_name', fingerprint: null })
})

test('a publicly trusted certificate is never pinned', async () => {
  const good = authority.sign('mail.example.com')
  const { port } = await listenIn(good)
  const { settings } = await checkNewSettings(door, { ...settingsAt(port), fingerprint: fingerprintOf(good) }, password)
  expect(settings).not.toHaveProperty('fingerprint')
})

test('at a known provider, a self-signed certificate is treated as an attack', async () => {
  const { port, heard } = await listenIn(own)
  const settings = settingsAt(port, 'tls', 'imap.gmail.com')
  const refused = { settings, problem: 'cert_untrusted', fingerprint: null }
  expect(await checkNewSettings(door, settings, password)).toEqual(refused)
  expect(await checkNewSettings(door, { ...settings, fingerprint: fingerprintOf(own) }, password)).toEqual(refused)
  expect(heard()).toBe('')
})

/** An IMAP server that lets everybody talk; `heard` is all that was said to it inside TLS. */
async function listenIn({ cert, key }: Certificate, security: 'tls' | 'starttls' = 'tls') {
  let said = ''
  const secureContext = tls.createSecureContext({ cert, key })
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    if (security === 'tls') return greet(secure(socket, secureContext))
    socket.write('* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n')
    const plain = (data: Buffer) => {
      const [, tag = '', command = ''] = /^(\S+) (\S+)/.exec(data.toString()) ?? []
      socket.write(`${tag} OK done\r\n`)
      if (command !== 'STARTTLS') return
      socket.off('data', plain)
      talk(secure(socket, secureContext))
    }
    return socket.on('data', plain)
  })
  const greet = (socket: Socket) => {
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    return talk(socket)
  }
  const talk = (socket: Socket) =>
    socket
      .on('error', () => undefined)
      .on('data', data => {
        said += data.toString()
        for (const line of data.toString().split('\r\n').filter(Boolean)) socket.write(`${line.split(' ')[0]} NO not here\r\n`)
      })
  return { port: await listening(server), heard: () => said }
}

const secure = (socket: Socket, secureContext: SecureContext): Socket => new tls.TLSSocket(socket, { isServer: true, secureContext })

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
