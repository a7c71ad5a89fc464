// Submits an email to an SMTP server, and says whether it was accepted, refused, or unknown.
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import type { Relay } from '../../foundation/mailer.ts'
import { type Credential, type ImapDoor, isNear } from '../imap/connect.ts'
import { CertificateError, MailError, type MailProblem, problemOf } from '../imap/errors.ts'
import { tlsTo } from '../imap/tls.ts'
import type { ComposedReply } from './compose.ts'

/** `lost`: the connection ended while the mail may have been taken. */
export type Submitted = { kind: 'accepted' } | { kind: 'refused'; reason: string; isFinal: boolean } | { kind: 'lost' }

export interface SmtpSession {
  /** `leaving` is awaited before the first byte of the mail; where it throws, none leaves. */
  send(mail: Pick<ComposedReply, 'envelope' | 'raw'>, leaving: () => Promise<void>): Promise<Submitted>
  close(): void
}

/** Where mail is handed over to be sent (RFC 8314 §7.3, RFC 6409 §3.1), and where it is where nothing else is offered. */
const smtpPorts = [465, 587, 25, 2525]
const silenceMs = 60_000
/** Longer than any line takes, shorter than a host holds on to an answer. */
const wholeMs = 240_000

/** Connects and, with a credential, signs in; throws what `problemOf` can name. Null signs in nowhere: only to see who is there. */
export async function openSmtp(
  door: ImapDoor,
  settings: OutgoingSettings,
  credential: Credential | null,
  timeoutMs: number,
  operators?: Pick<Relay, 'ignoreTLS'>,
): Promise<SmtpSession> {
  // What the operator set up for all is asked of nobody: its port, and TLS where it offers that.
  const endpoint = await door.outside.addressOf(settings.host, settings.port, operators ? undefined : smtpPorts)
  if (settings.security === 'none' && credential !== null && !operators && !isNear(endpoint))
    throw new MailError('plain_refused', 'a password is not sent over an open connection')
  const { fingerprint } = settings
  const isPinned = fingerprint !== undefined && settings.security !== 'none'
  const { secureContext } = tlsTo(settings, door.ca)
  const connection = new SMTPConnection({
    host: endpoint.address,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'starttls',
    ignoreTLS: operators ? (operators.ignoreTLS ?? false) : settings.security === 'none',
    tls: { secureContext, rejectUnauthorized: !isPinned, ...(isIP(settings.host) === 0 && { servername: settings.host }) },
    // Of us it says no more than it has to.
    name: 'localhost',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: silenceMs,
    logger: false,
  })
  let failure: unknown = null
  connection.on('error', error => {
    failure ??= error
  })
  try {
    await asked(done => connection.connect(done), connection)
    if (isPinned) judge(connection, fingerprint)
    if (credential !== null) await signIn(connection, settings.username, credential)
  } catch (error) {
    connection.close()
    throw named(failure ?? error)
  }
  return {
    send: (mail, leaving) => send(connection, mail, leaving),
    close: () => connection.quit(),
  }
}

/** A connection that breaks tells its listener and not always who asked. */
function asked(ask: (done: (error?: Error | null) => void) => void, connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new MailError('closed', 'the server ended the connection')))
    ask(error => (error ? reject(error) : resolve()))
  })
}

/** Neither name, dates nor authority count: it is the one certificate that its person trusts, or the connection ends here. */
function judge(connection: SMTPConnection, fingerprint: string): void {
  const socket: unknown = Reflect.get(connection, '_socket')
  const certificate: unknown =
    typeof socket === 'object' &&
    socket !== null &&
    'getPeerX509Certificate' in socket &&
    typeof socket.getPeerX509Certificate === 'function'
      ? socket.getPeerX509Certificate()
      : undefined
  const shown: unknown = typeof certificate === 'object' && certificate !== null ? Reflect.get(certificate, 'fingerprint256') : undefined
  const hex = typeof shown === 'string' ? shown.replaceAll(':', '').toLowerCase() : ''
  if (hex !== fingerprint) throw new CertificateError(hex, false)
}

function signIn(connection: SMTPConnection, user: string, credential: Credential): Promise<void> {
  const auth =
    typeof credential === 'string'
      ? { user, credentials: { user, pass: credential } }
      : { user, oauth2: new XOAuth2({ user, accessToken: credential.accessToken }) }
  return asked(done => connection.login(auth, done), connection)
}

function send(
  connection: SMTPConnection,
  { envelope, raw }: Pick<ComposedReply, 'envelope' | 'raw'>,
  leaving: () => Promise<void>,
): Promise<Submitted> {
  let hasLeft = false
  let refusal: unknown = null
  // Read only after the server has said that it listens (354): until then nothing can have arrived.
  const body = new Readable({
    read() {
      leaving().then(
        () => {
          hasLeft = true
          body.push(raw)
          body.push(null)
        },
        (error: unknown) => {
          refusal = error
          connection.close()
        },
      )
    },
  })
  const late = AbortSignal.timeout(wholeMs)
  late.addEventListener('abort', () => connection.close())
  return new Promise((resolve, reject) => {
    const ended = (error: unknown) => {
      if (refusal !== null) return reject(refusal)
      const said = readAnswer(error)
      // What came without its end, or unasked, answers nothing.
      if (said && !(hasLeft && read(error).command === 'CONN')) return resolve(said)
      resolve(hasLeft ? { kind: 'lost' } : { kind: 'refused', reason: problemIn(error), isFinal: false })
    }
    connection.once('error', ended)
    connection.once('end', () => ended(new MailError('closed', 'the server ended the connection')))
    connection.send({ ...envelope, size: raw.length }, body, error => (error ? ended(error) : resolve({ kind: 'accepted' })))
  })
}

/** What the server said against the mail (RFC 5321 §4.2.1); null where it said nothing. */
function readAnswer(error: unknown): Submitted | null {
  const { code, command, text } = read(error)
  if (code === null) return null
  if (code < 500) return { kind: 'refused', reason: 'server_busy', isFinal: false }
  return { kind: 'refused', reason: reasonOf(code, command, text), isFinal: true }
}

function reasonOf(code: number, command: string, text: string): string {
  if (code === 552 || /\b5\.(?:3\.4|2\.3)\b/.test(text)) return 'mail_too_large'
  if (command === 'RCPT TO') return 'recipient_refused'
  if (command === 'MAIL FROM' || /\b5\.7\.(?:60|1)\b.*(?:send ?as|sender)/i.test(text)) return 'sender_refused'
  return 'mail_refused'
}

const problemIn = (error: unknown): MailProblem => problemOf(named(error), '')

/** nodemailer wraps what TLS and the socket said; a sign-in that was refused is told from all else. */
function named(error: unknown): unknown {
  if (error instanceof MailError) return error
  const { code, text } = read(error)
  const kind: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (kind === 'EAUTH') {
    if (/SmtpClientAuthentication is disabled|5\.7\.139/i.test(text)) return new MailError('imap_off', text)
    if (code !== null && code < 500 && code !== 334) return new MailError('server_busy', text)
    const problem = problemOf(new Error(text), '')
    return new MailError(problem === 'unknown' ? 'wrong_password' : problem, 'the server refused the sign-in')
  }
  const original: unknown = error instanceof Error ? Reflect.get(error, 'originalCode') : undefined
  if (typeof original === 'string') return Object.assign(new Error(text), { code: original })
  if (kind === 'ETLS') return new MailError('tls_not_offered', text)
  if (kind === 'ECONNECTION' || kind === 'EPROTOCOL')
    return new MailError(code === null ? 'closed' : code < 500 ? 'server_busy' : 'not_imap', text)
  return error
}

function read(error: unknown): { code: number | null; command: string; text: string } {
  if (!(error instanceof Error)) return { code: null, command: '', text: String(error) }
  const [code, command, response]: unknown[] = ['responseCode', 'command', 'response'].map(name => Reflect.get(error, name))
  return {
    code: typeof code === 'number' ? code : null,
    command: typeof command === 'string' ? command : '',
    text: `${typeof response === 'string' ? response : ''} ${error.message}`,
  }
}
