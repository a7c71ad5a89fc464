// Submits an email to an SMTP server: it is accepted, refused, or unknown because the connection was lost.
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import type { OutgoingSettings } from '../../../core/api/outgoing.ts'
import { type Relay, requiresStartTls } from '../../foundation/mailer.ts'
import { type Credential, type ImapDeps, isLocalNetwork } from '../imap/connect.ts'
import { CertificateError, MailError, type MailProblem, toMailProblem } from '../imap/errors.ts'
import { tlsOptions } from '../imap/tls.ts'
import type { ComposedReply } from './compose.ts'

/** `connection_lost`: the connection ended when the server may have accepted the email. */
export type Submitted = { kind: 'accepted' } | { kind: 'refused'; reason: string; isFinal: boolean } | { kind: 'connection_lost' }

export interface SmtpSession {
  /** `beforeData` is awaited before the email's first byte; if it throws, nothing is sent. */
  send(mail: Pick<ComposedReply, 'envelope' | 'raw'>, beforeData: () => Promise<void>): Promise<Submitted>
  close(): void
}

/** Submission ports (RFC 8314 §7.3, RFC 6409 §3.1), and 25 and 2525 for servers that offer nothing else. */
const smtpPorts = [465, 587, 25, 2525]
const silenceMs = 60_000
/** Longer than any single step takes, shorter than a reply's lease. */
const totalMs = 240_000

/** Connects and, with a credential, signs in; throws what `toMailProblem` can name. Without one it only sees which server is there. */
export async function openSmtp(
  deps: ImapDeps,
  settings: OutgoingSettings,
  credential: Credential | null,
  timeoutMs: number,
  operators?: Pick<Relay, 'host' | 'secure' | 'ignoreTLS'>,
): Promise<SmtpSession> {
  // The operator's relay may use any port.
  const endpoint = await deps.outside.addressOf(settings.host, settings.port, operators ? undefined : smtpPorts)
  if (settings.security === 'none' && credential !== null && !operators && !isLocalNetwork(endpoint))
    throw new MailError('plain_refused', 'a password is not sent over an unencrypted connection')
  const { fingerprint } = settings
  const isPinned = fingerprint !== undefined && settings.security !== 'none'
  const { secureContext } = tlsOptions(settings, deps.ca)
  const connection = new SMTPConnection({
    host: endpoint.address,
    port: settings.port,
    secure: settings.security === 'tls',
    requireTLS: settings.security === 'starttls' || (operators !== undefined && requiresStartTls(operators)),
    ignoreTLS: operators ? (operators.ignoreTLS ?? false) : settings.security === 'none',
    tls: { secureContext, rejectUnauthorized: !isPinned, ...(isIP(settings.host) === 0 && { servername: settings.host }) },
    // Reveals no more about us than necessary.
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
    await untilDone(done => connection.connect(done), connection)
    if (isPinned) checkPin(connection, fingerprint)
    if (credential !== null) await signIn(connection, settings.username, credential)
  } catch (error) {
    connection.close()
    throw unwrapError(failure ?? error)
  }
  return {
    send: (mail, beforeData) => send(connection, mail, beforeData),
    close: () => connection.quit(),
  }
}

/** A broken connection notifies its error listener, but not always the pending callback. */
function untilDone(ask: (done: (error?: Error | null) => void) => void, connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new MailError('closed', 'the server ended the connection')))
    ask(error => (error ? reject(error) : resolve()))
  })
}

/** Ends the connection unless it is the one certificate the user trusts; name, dates and authority don't matter. */
function checkPin(connection: SMTPConnection, fingerprint: string): void {
  const socket: unknown = Reflect.get(connection, '_socket')
  const certificate: unknown =
    typeof socket === 'object' &&
    socket !== null &&
    'getPeerX509Certificate' in socket &&
    typeof socket.getPeerX509Certificate === 'function'
      ? socket.getPeerX509Certificate()
      : undefined
  const actual: unknown = typeof certificate === 'object' && certificate !== null ? Reflect.get(certificate, 'fingerprint256') : undefined
  const hex = typeof actual === 'string' ? actual.replaceAll(':', '').toLowerCase() : ''
  if (hex !== fingerprint) throw new CertificateError(hex, false)
}

function signIn(connection: SMTPConnection, user: string, credential: Credential): Promise<void> {
  const auth =
    typeof credential === 'string'
      ? { user, credentials: { user, pass: credential } }
      : { user, oauth2: new XOAuth2({ user, accessToken: credential.accessToken }) }
  return untilDone(done => connection.login(auth, done), connection)
}

function send(
  connection: SMTPConnection,
  { envelope, raw }: Pick<ComposedReply, 'envelope' | 'raw'>,
  beforeData: () => Promise<void>,
): Promise<Submitted> {
  let hasBegunData = false
  let refusal: unknown = null
  // The stream is read only after the server's 354: until then nothing can have been sent.
  const body = new Readable({
    read() {
      beforeData().then(
        () => {
          hasBegunData = true
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
  const late = AbortSignal.timeout(totalMs)
  late.addEventListener('abort', () => connection.close())
  return new Promise((resolve, reject) => {
    const ended = (error: unknown) => {
      if (refusal !== null) return reject(refusal)
      const response = readRefusal(error)
      // A truncated or unsolicited response is not a reply to our email.
      if (response && !(hasBegunData && readError(error).command === 'CONN')) return resolve(response)
      resolve(hasBegunData ? { kind: 'connection_lost' } : { kind: 'refused', reason: readProblem(error), isFinal: false })
    }
    connection.once('error', ended)
    connection.once('end', () => ended(new MailError('closed', 'the server ended the connection')))
    connection.send({ ...envelope, size: raw.length }, body, error => (error ? ended(error) : resolve({ kind: 'accepted' })))
  })
}

/** The server's refusal of the email (RFC 5321 §4.2.1); null when it sent none. */
function readRefusal(error: unknown): Submitted | null {
  const { code, command, text } = readError(error)
  if (code === null) return null
  if (code < 500) return { kind: 'refused', reason: 'server_busy', isFinal: false }
  return { kind: 'refused', reason: toReason(code, command, text), isFinal: true }
}

function toReason(code: number, command: string, text: string): string {
  if (code === 552 || /\b5\.(?:3\.4|2\.3)\b/.test(text)) return 'mail_too_large'
  if (command === 'RCPT TO') return 'recipient_refused'
  if (command === 'MAIL FROM' || /\b5\.7\.(?:60|1)\b.*(?:send ?as|sender)/i.test(text)) return 'sender_refused'
  return 'mail_refused'
}

const readProblem = (error: unknown): MailProblem => toMailProblem(unwrapError(error), '')

/** Unwraps nodemailer's errors to those of TLS and the socket, and recognizes a refused sign-in. */
function unwrapError(error: unknown): unknown {
  if (error instanceof MailError) return error
  const { code, text } = readError(error)
  const kind: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (kind === 'EAUTH') {
    if (/SmtpClientAuthentication is disabled|5\.7\.139/i.test(text)) return new MailError('imap_off', text)
    if (code !== null && code < 500 && code !== 334) return new MailError('server_busy', text)
    const problem = toMailProblem(new Error(text), '')
    return new MailError(problem === 'unknown' ? 'wrong_password' : problem, 'the server refused the sign-in')
  }
  const original: unknown = error instanceof Error ? Reflect.get(error, 'originalCode') : undefined
  if (typeof original === 'string') return Object.assign(new Error(text), { code: original })
  if (kind === 'ETLS') return new MailError('tls_not_offered', text)
  if (kind === 'ECONNECTION' || kind === 'EPROTOCOL')
    return new MailError(code === null ? 'closed' : code < 500 ? 'server_busy' : 'not_imap', text)
  return error
}

function readError(error: unknown): { code: number | null; command: string; text: string } {
  if (!(error instanceof Error)) return { code: null, command: '', text: String(error) }
  const [code, command, response]: unknown[] = ['responseCode', 'command', 'response'].map(name => Reflect.get(error, name))
  return {
    code: typeof code === 'number' ? code : null,
    command: typeof command === 'string' ? command : '',
    text: `${typeof response === 'string' ? response : ''} ${error.message}`,
  }
}
