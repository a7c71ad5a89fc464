// Tests the connection test: each possible problem is named, on a real server where possible.
import { createServer, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ImapSettings } from '../../../core/api/mail.ts'
import { newAuthority } from '../../../test/certificates.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import type { SocketEndpoint } from '../../foundation/outside/addresses.ts'
import { openOutside } from '../../foundation/outside.ts'
import { checkMailbox } from './check.ts'

const here: SocketEndpoint = { address: '127.0.0.1', family: 4 }
const outside = openOutside({
  allow: [],
  loopback: true,
  resolve: async host => (host === 'inside.example' ? [{ address: '10.1.2.3', family: 4 }] : [here]),
})
const authority = newAuthority()

describe.skipIf(skipWithoutDovecot())('a mailbox on Dovecot', () => {
  const { ca } = authority
  let open: Dovecot
  let secure: Dovecot
  beforeAll(async () => {
    const { certFile, keyFile } = authority.sign('mail.example.com')
    open = await startDovecot()
    secure = await startDovecot({ tls: { certFile, keyFile } })
    for (const dovecot of [open, secure]) dovecot.addUser('anna', 'secret')
  })
  afterAll(() => Promise.all([open.stop(), secure.stop()]))
  const tlsAt = (): ImapSettings => ({ host: 'mail.example.com', port: secure.imapsPort, security: 'tls', username: 'anna' })
  const plainAt = (port: number, security: 'starttls' | 'none'): ImapSettings => ({
    host: 'mail.example.com',
    port,
    security,
    username: 'anna',
  })

  test('can be read over TLS, STARTTLS and, on this machine, unencrypted', async () => {
    expect(await checkMailbox({ outside, ca }, tlsAt(), 'secret')).toBeNull()
    expect(await checkMailbox({ outside, ca }, plainAt(secure.imapPort, 'starttls'), 'secret')).toBeNull()
    expect(await checkMailbox({ outside }, plainAt(open.imapPort, 'none'), 'secret')).toBeNull()
  })
  test('refuses a wrong password', async () => {
    expect(await checkMailbox({ outside, ca }, tlsAt(), 'wrong')).toBe('wrong_password')
  })
  test('has a certificate from an untrusted authority', async () => {
    expect(await checkMailbox({ outside }, tlsAt(), 'secret')).toBe('cert_untrusted')
    expect(await checkMailbox({ outside }, plainAt(secure.imapPort, 'starttls'), 'secret')).toBe('cert_untrusted')
  })
  test('has a certificate for another name', async () => {
    expect(await checkMailbox({ outside, ca }, { ...tlsAt(), host: 'other.example.com' }, 'secret')).toBe('cert_name')
    expect(await checkMailbox({ outside, ca }, { ...tlsAt(), host: '127.0.0.1' }, 'secret')).toBe('cert_name')
  })
  test('offers no TLS where TLS was chosen', async () => {
    expect(await checkMailbox({ outside, ca }, { ...tlsAt(), port: open.imapPort }, 'secret')).toBe('tls_not_offered')
    expect(await checkMailbox({ outside, ca }, plainAt(open.imapPort, 'starttls'), 'secret')).toBe('tls_not_offered')
  })
  test('wants TLS where none was chosen', async () => {
    expect(await checkMailbox({ outside, ca }, plainAt(secure.imapsPort, 'none'), 'secret', 2000)).toBe('tls_expected')
  })
})

describe('a server that', () => {
  const settings = (port: number, host = 'mail.example.com'): ImapSettings => ({ host, port, security: 'none', username: 'anna' })

  test('does not listen', async () => {
    const port = await listening(createServer())
    await new Promise(done => servers.pop()?.close(done))
    expect(await checkMailbox({ outside }, settings(port), 'secret')).toBe('port_closed')
  })
  test('never replies is given up on in time', async () => {
    const port = await listening(createServer())
    const started = performance.now()
    expect(await checkMailbox({ outside }, { ...settings(port), security: 'tls' }, 'secret', 700)).toBe('timeout')
    expect(performance.now() - started).toBeLessThan(15_000)
  })
  test('trickles its greeting is given up on in time', async () => {
    const port = await listening(
      createServer(socket => {
        const trickle = setInterval(() => socket.write('*'), 50)
        socket.on('error', () => undefined).on('close', () => clearInterval(trickle))
      }),
    )
    expect(['timeout', 'not_imap']).toContain(await checkMailbox({ outside }, settings(port), 'secret', 700))
  })
  test('has an expired certificate', async () => {
    const { cert, key } = authority.sign('mail.example.com', -1)
    const port = await listening(tls.createServer({ cert, key }).on('tlsClientError', () => undefined))
    expect(await checkMailbox({ outside, ca: authority.ca }, { ...settings(port), security: 'tls' }, 'secret')).toBe('cert_expired')
  })
  test('speaks another protocol', async () => {
    const port = await listening(createServer(socket => socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    expect(['not_imap', 'closed', 'tls_expected']).toContain(await checkMailbox({ outside }, settings(port), 'secret', 2000))
  })
  test('is inside, or has no address', async () => {
    const real = openOutside({ allow: [], loopback: false, resolve: async () => [here] })
    expect(await checkMailbox({ outside }, settings(993, 'inside.example'), 'secret')).toBe('host_refused')
    expect(await checkMailbox({ outside: real }, settings(993), 'secret')).toBe('host_refused')
  })
  test('is public is never sent an unencrypted password', async () => {
    const far = openOutside({ allow: [], loopback: false, resolve: async () => [{ address: '9.9.9.9', family: 4 }] })
    expect(await checkMailbox({ outside: far }, settings(143), 'secret')).toBe('plain_refused')
  })

  test.each([
    ['imap.gmail.com', 'NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)', 'app_password'],
    [
      'imap.gmail.com',
      'NO [ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
      'app_password',
    ],
    [
      'imap.gmail.com',
      'NO [ALERT] Please log in via your web browser: https://support.google.com/mail/accounts/answer/78754 (Failure)',
      'sign_in_blocked',
    ],
    [
      'imap.gmail.com',
      'NO [ALERT] IMAP access is disabled for your domain. Please contact your domain administrator. (Failure)',
      'imap_off_admin',
    ],
    ['imap.gmail.com', 'NO [ALERT] Too many simultaneous connections. (Failure)', 'too_many_connections'],
    ['imap.mail.yahoo.com', 'NO [AUTHENTICATIONFAILED] LOGIN Invalid credentials', 'app_password'],
    ['imap.mail.me.com', 'NO [AUTHENTICATIONFAILED] Authentication Failed', 'app_password'],
    ['outlook.office365.com', 'NO LOGIN failed.', 'password_not_accepted'],
    ['outlook.office365.com', 'NO Basic authentication is disabled.', 'password_not_accepted'],
    ['mail.example.com', 'NO [AUTHENTICATIONFAILED] Authentication failed.', 'wrong_password'],
    ['mail.example.com', 'NO wrong', 'wrong_password'],
    ['mail.example.com', 'NO [UNAVAILABLE] Temporary authentication failure', 'server_busy'],
    ['mail.example.com', 'NO [EXPIRED] Password expired', 'password_expired'],
    ['mail.example.com', 'NO Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10)', 'too_many_connections'],
    ['mail.example.com', 'NO [PRIVACYREQUIRED] Plaintext authentication disallowed on non-secure connections.', 'tls_expected'],
  ])('%s answers a sign-in with %s: %s', async (host, answer, problem) => {
    const port = await listening(createServer(socket => script(socket, answer)))
    expect(await checkMailbox({ outside }, settings(port, host), 'secret')).toBe(problem)
  })
})

const servers: Server[] = []
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  servers.push(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Greets, and answers every LOGIN with `answer`. */
function script(socket: Socket, answer: string): void {
  socket.on('error', () => undefined)
  socket.write('* OK [CAPABILITY IMAP4rev1 ID] ready\r\n')
  socket.on('data', data => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      const [tag, command] = line.split(' ')
      if (command === 'LOGIN') socket.write(`${tag} ${answer}\r\n`)
      else socket.write(`${tag} OK done\r\n`)
    }
  })
}
