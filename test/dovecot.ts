// A real Dovecot on free loopback ports, in a folder of its own: IMAP, LMTP and, with a certificate, IMAP over TLS.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'

export interface TestMail {
  from?: string
  subject?: string
  text?: string
}

export interface Dovecot {
  imapPort: number
  /** IMAP over TLS from the first byte; 0 without a certificate. */
  imapsPort: number
  lmtpPort: number
  addUser(name: string, password: string): void
  /** Delivers by LMTP: whole raw mail, or the few words of one. `user+folder` goes into that folder, which is made for it. */
  deliver(user: string, mail: Uint8Array | TestMail): Promise<void>
  /** The UIDs in the inbox, as Dovecot itself lists them. */
  list(user: string): number[]
  /** Forgets the numbering of the inbox: its mails get new UIDs under a new UIDVALIDITY. */
  renumber(user: string): Promise<void>
  /** Copies all mail of a user, numbers and all; calling what it returns puts the copy back. */
  backup(user: string): Promise<() => Promise<void>>
  /** Ends the connections of a user. */
  kick(user: string): void
  stop(): Promise<void>
  restart(): Promise<void>
}

export interface DovecotOptions {
  /** PEM files; with them there is TLS, and STARTTLS on the plain port. */
  tls?: { certFile: string; keyFile: string }
  /** Where it asks whether an access token is good (RFC 7662); its users may sign in with one. */
  introspectionUrl?: string
  /** So many may be connected at once; whoever idles is put to sleep (imap_hibernate). */
  connections?: number
}

export const hasDovecot = (): boolean => spawnSync('dovecot', ['--version']).status === 0

/** Says plainly that Dovecot is missing; with CI=true its absence is a failure. */
export function skipWithoutDovecot(): boolean {
  if (hasDovecot()) return false
  if (process.env['CI'] === 'true') throw new Error('Dovecot is missing. Install dovecot-imapd and dovecot-lmtpd.')
  console.warn('Skipped: Dovecot is not installed (dovecot-imapd, dovecot-lmtpd), so mail was not tested against a real server.')
  return true
}

export async function startDovecot(options: DovecotOptions = {}): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-dovecot-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'mail'))
  const [imapPort, lmtpPort, imapsPort] = [await freePort(), await freePort(), options.tls ? await freePort() : 0]
  const configFile = join(folder, 'dovecot.conf')
  mkdirSync(join(folder, 'users'))
  writeFileSync(configFile, configOf(folder, { imapPort, imapsPort, lmtpPort }, options))
  if (options.introspectionUrl) writeFileSync(join(folder, 'oauth2.conf'), tokensOf(options.introspectionUrl))
  let running = await run(configFile, imapPort, folder)

  const home = (user: string) => join(folder, 'mail', user)
  const stop = async () => {
    if (running.exitCode !== null || running.signalCode !== null) return
    const gone = new Promise<boolean>(done => running.once('exit', () => done(true)))
    running.kill('SIGTERM')
    // While it lives it writes its lists, and no other starts beside it.
    if (!(await Promise.race([gone, sleep(30_000)]))) running.kill('SIGKILL')
    await gone
  }
  const start = async () => {
    running = await run(configFile, imapPort, folder)
  }
  return {
    imapPort,
    imapsPort,
    lmtpPort,
    addUser(name, password) {
      const { uid, gid } = mailOwner()
      mkdirSync(home(name), { recursive: true })
      if (process.getuid?.() === 0) execFileSync('chown', [`${uid}:${gid}`, home(name)])
      writeFileSync(join(folder, 'users', name), `${name}:{PLAIN}${password}:${uid}:${gid}::${home(name)}\n`)
    },
    deliver: (user, mail) => deliver(lmtpPort, user, mail),
    list: user =>
      execFileSync('doveadm', ['-c', configFile, 'fetch', '-u', user, 'uid', 'mailbox', 'INBOX'], { encoding: 'utf8' })
        .split('\n')
        .flatMap(line => (line.startsWith('uid: ') ? [Number(line.slice(5))] : [])),
    async renumber(user) {
      await stop()
      const maildir = join(home(user), 'Maildir')
      // The file dovecot-uidvalidity stays, so that the next UIDVALIDITY is a higher one within the same second too.
      for (const name of readdirSync(maildir)) if (/^dovecot(-uidlist|\.index|\.list)/.test(name)) rmSync(join(maildir, name))
      await start()
    },
    async backup(user) {
      const copy = join(folder, `copy-${user}`)
      await stop()
      execFileSync('cp', ['-a', home(user), copy])
      await start()
      return async () => {
        await stop()
        rmSync(home(user), { recursive: true })
        execFileSync('cp', ['-a', copy, home(user)])
        await start()
      }
    },
    kick: user => {
      spawnSync('doveadm', ['-c', configFile, 'kick', user])
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
    restart: async () => {
      await stop()
      await start()
    },
  }
}

async function run(configFile: string, port: number, folder: string): Promise<ChildProcess> {
  const child = spawn('dovecot', ['-F', '-c', configFile], { stdio: 'ignore' })
  for (let i = 0; i < 200; i++) {
    if (await answers(port)) return child
    if (child.exitCode !== null) break
    await sleep(50)
  }
  child.kill('SIGKILL')
  throw new Error(`Dovecot did not start:\n${readFileSync(join(folder, 'log'), 'utf8').slice(-2000)}`)
}

/** True once the server greets. */
function answers(port: number): Promise<boolean> {
  return new Promise(done => {
    const socket = connect(port, '127.0.0.1')
    const end = (isUp: boolean) => {
      socket.destroy()
      done(isUp)
    }
    socket.once('data', () => end(true))
    socket.once('error', () => end(false))
    socket.once('close', () => end(false))
    socket.setTimeout(1000, () => end(false))
  })
}

async function deliver(port: number, user: string, mail: Uint8Array | TestMail): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true })
  const to = `${user}@localhost`
  if (mail instanceof Uint8Array) await transport.sendMail({ envelope: { from: 'sender@example.com', to }, raw: Buffer.from(mail) })
  else
    await transport.sendMail({ from: mail.from ?? 'sender@example.com', to, subject: mail.subject ?? 'Hello', text: mail.text ?? 'Hello' })
  transport.close()
}

function freePort(): Promise<number> {
  return new Promise(found => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Mail is kept by nobody where we are root, and by ourselves where we are not. */
const mailOwner = () =>
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

// Dovecot 2.3 takes one setting a line in a block.
function configOf(
  folder: string,
  ports: { imapPort: number; imapsPort: number; lmtpPort: number },
  { tls, introspectionUrl, connections }: DovecotOptions,
): string {
  const isRoot = process.getuid?.() === 0
  const me = isRoot ? 'nobody' : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim()
  const group = isRoot ? 'nogroup' : execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap lmtp
listen = 127.0.0.1
ssl = ${tls ? 'yes' : 'no'}
${tls ? `ssl_cert = <${tls.certFile}\nssl_key = <${tls.keyFile}` : ''}
disable_plaintext_auth = no
auth_username_format = %Ln
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_max_userip_connections = 50
recipient_delimiter = +
lmtp_save_to_detail_mailbox = yes
lda_mailbox_autocreate = yes
default_internal_user = ${me}
default_internal_group = ${group}
default_login_user = ${me}
first_valid_uid = 1
${introspectionUrl ? tokenSignIn(folder) : ''}passdb {
  driver = passwd-file
  args = ${folder}/users/%Ln
}
userdb {
  driver = passwd-file
  args = ${folder}/users/%Ln
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${ports.imapPort}
  }
  inet_listener imaps {
    port = ${ports.imapsPort}
    ssl = ${tls ? 'yes' : 'no'}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    port = ${ports.lmtpPort}
  }
}
namespace inbox {
  inbox = yes
}
${connections ? manyConnections(connections, me) : ''}`
}

const tokenSignIn = (folder: string): string => `auth_mechanisms = plain login xoauth2
passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${folder}/oauth2.conf
}
`

const tokensOf = (introspectionUrl: string): string => `introspection_mode = post
introspection_url = ${introspectionUrl}
force_introspection = yes
active_attribute = active
active_value = true
username_attribute = email
username_format = %Ln
`

const manyConnections = (most: number, me: string): string => `
default_client_limit = ${most * 4 + 1000}
default_process_limit = ${most + 200}
default_vsz_limit = 1G
imap_hibernate_timeout = 2s
service imap-login {
  service_count = 0
  process_min_avail = 1
  process_limit = 2
}
service imap {
  process_limit = ${most + 200}
  unix_listener imap-master {
    user = ${me}
    mode = 0600
  }
}
service imap-hibernate {
  unix_listener imap-hibernate {
    user = ${me}
    mode = 0600
  }
}
`
