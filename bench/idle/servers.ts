// Starts the mail server for idle mailboxes: a real Dovecot that hibernates idle connections, or the stand-in in its own process.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newAuthority } from '../../test/certificates.ts'
import { startDovecot } from '../../test/dovecot.ts'
import { start } from '../../test/faults/process.ts'

export interface MailServer {
  port: number
  tlsPort: number
  /** Signs the server's certificate, in PEM. */
  caFile: string
  addUser(name: string): void
  stop(): Promise<void>
}

export const password = 'secret'

export async function startServer(kind: 'dovecot' | 'sandbox', mailboxes: number, folder: string): Promise<MailServer> {
  const authority = newAuthority()
  const tls = authority.sign('localhost')
  const caFile = join(folder, 'ca.crt')
  writeFileSync(caFile, authority.ca)
  if (kind === 'dovecot') {
    allowWatchers(mailboxes)
    const dovecot = await startDovecot({ tls, connections: mailboxes })
    return {
      port: dovecot.imapPort,
      tlsPort: dovecot.imapsPort,
      caFile,
      addUser: name => dovecot.addUser(name, password),
      stop: dovecot.stop,
    }
  }
  const server = start('sandbox/imap/main.ts', 'imap', { TLS_CERT: tls.certFile, TLS_KEY: tls.keyFile }, join(folder, 'imap.log'))
  const [port = 0, tlsPort = 0] = (await server.ready).split(' ').map(Number)
  return { port, tlsPort, caFile, addUser: () => undefined, stop: server.stop }
}

/** Dovecot opens one inotify instance for each hibernated connection. */
function allowWatchers(mailboxes: number): void {
  const file = '/proc/sys/fs/inotify/max_user_instances'
  const wanted = mailboxes + 1000
  if (Number(readFileSync(file, 'utf8')) >= wanted) return
  try {
    writeFileSync(file, String(wanted))
  } catch {
    throw new Error(`Allow more watched folders first: sysctl fs.inotify.max_user_instances=${wanted}`)
  }
}
