// Tests that TLS sessions are resumed only where that is safe.
import { expect, onTestFinished, test } from 'vitest'
import { startImap } from '../../../sandbox/imap/server.ts'
import { newAuthority } from '../../../test/certificates.ts'
import { openOutside } from '../../foundation/outside.ts'
import { openInbox } from './connect.ts'

const authority = newAuthority()
const outside = openOutside({ allow: [], loopback: true })

test('a second connection resumes the session of the first, over TLS and STARTTLS', async () => {
  const { cert, key } = authority.sign('localhost')
  const server = await startImap({ tls: { cert, key } })
  onTestFinished(() => server.stop())
  for (const [security, port] of [
    ['tls', server.tlsPort],
    ['starttls', server.port],
  ] as const) {
    const reused: boolean[] = []
    for (let n = 0; n < 3; n++) {
      const settings = { host: 'localhost', port, security, username: `user${n}` }
      const connection = await openInbox({ outside, ca: authority.ca }, settings, 'secret', 5000)
      reused.push(server.isSessionReused(`user${n}`))
      connection.close()
    }
    expect(reused).toEqual([false, true, true])
  }
})

test('a session is not resumed with a server of another name', async () => {
  const { cert, key } = authority.sign('localhost')
  const server = await startImap({ tls: { cert, key } })
  onTestFinished(() => server.stop())
  const settings = { port: server.tlsPort, security: 'tls' as const, username: 'ann' }
  const good = await openInbox({ outside, ca: authority.ca }, { ...settings, host: 'localhost' }, 'secret', 5000)
  good.close()
  const refused = openInbox({ outside, ca: authority.ca }, { ...settings, host: '127.0.0.1' }, 'secret', 5000)
  await expect(refused).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
})
