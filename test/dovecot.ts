// Starts a real Dovecot on free loopback ports in its own folder: IMAP, LMTP and, with a certificate, IMAP over TLS.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import { configOf, type DovecotOptions, tokensOf } from './dovecot-config.ts'
import { freePort } from './free-port.ts'

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
  /** How many connections a user has. */
  connected(user: string): number
  /** Ends the connections of a user. */
  kick(user: string): void
  stop(): Promise<void>
  restart(): Promise<void>
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
    connected: user =>
      execFileSync('doveadm', ['-c', configFile, '-f', 'tab', 'who', '-1', user], { encoding: 'utf8' }).trim().split('\n').length - 1,
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

/** Mail is kept by nobody where we are root, and by ourselves where we are not. */
const mailOwner = () =>
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
