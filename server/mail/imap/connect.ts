// Connects to an IMAP server and signs in, through the guarded connect and only where a password may travel.

import type { X509Certificate } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import type { ImapSettings } from '../../../core/api/mail.ts'
import { elapsed } from '../../foundation/clock.ts'
import type { Outside } from '../../foundation/outside.ts'
import { type Connection, connectionOf } from './connection.ts'
import { CertificateError, MailError } from './errors.ts'
import { type Patience, patience as usual } from './patience.ts'
import { tame } from './tame.ts'
import { keepSession, tlsTo } from './tls.ts'
import { within } from './within.ts'

export interface ImapDoor {
  outside: Outside
  /** Certificates that are trusted besides the public ones, in PEM. */
  ca?: string
  patience?: Patience
}

/** A password, or what an OAuth provider gave instead of one. */
export type Credential = string | { accessToken: string }

/** Where mail servers listen: POP, IMAP and SMTP, plain and in TLS. Anything else is not asked in a person's name. */
const mailPorts = [110, 143, 465, 587, 993, 995]

/** Connects, signs in and opens INBOX with EXAMINE, so that no flag changes; throws what `problemOf` can name. */
export const openInbox = (door: ImapDoor, settings: ImapSettings, credential: Credential, timeoutMs: number): Promise<Connection> =>
  connectTo(door, settings, credential, timeoutMs, async connection => {
    if (!(await connection.open('INBOX'))) throw new MailError('no_inbox', 'the server does not open INBOX')
  })

/** Connects and signs in; throws what `problemOf` can name. `first`: done within the same time. */
export async function connectTo(
  door: ImapDoor,
  settings: ImapSettings,
  credential: Credential,
  timeoutMs: number,
  first?: (connection: Connection) => Promise<void>,
): Promise<Connection> {
  const client = await newClient(door, settings, credential, timeoutMs)
  tame(client)
  return within(timeoutMs, client, async () => {
    try {
      await client.connect()
    } catch (error) {
      throw settings.security === 'tls' ? error : hintAtTls(error, client.stats().received)
    }
    keepSession(client, settings, door.ca)
    const connection = connectionOf(client, door.patience ?? usual)
    await first?.(connection)
    return connection
  })
}

async function newClient(door: ImapDoor, settings: ImapSettings, credential: Credential, timeoutMs: number): Promise<ImapFlow> {
  const started = elapsed()
  const endpoint = await door.outside.addressOf(settings.host, settings.port, mailPorts)
  const leftMs = Math.max(1, timeoutMs - (elapsed() - started))
  if (settings.security === 'none' && !isNear(endpoint))
    throw new MailError('plain_refused', 'a password is not sent over an open connection')
  const secret = typeof credential === 'string' ? { pass: credential } : credential
  const fingerprint = settings.security === 'none' ? undefined : settings.fingerprint
  // With a pin the secret is handed over only once the certificate was seen to be the one: without it there is nothing to leak.
  const auth: { user: string; pass?: string; accessToken?: string } = { user: settings.username, ...(fingerprint === undefined && secret) }
  const client = new ImapFlow({
    host: endpoint.address,
    ...(isIP(settings.host) === 0 && { servername: settings.host }),
    port: settings.port,
    secure: settings.security === 'tls',
    ...(settings.security !== 'tls' && { doSTARTTLS: settings.security === 'starttls' }),
    auth,
    tls: { rejectUnauthorized: fingerprint === undefined, ...tlsTo(settings, door.ca) },
    logger: false,
    // NetEase refuses clients that do not introduce themselves (RFC 2971).
    clientInfo: { name: 'Mailferry', vendor: 'Mailferry' },
    disableAutoIdle: true,
    disableBinary: true,
    connectionTimeout: leftMs,
    // Shorter than the whole, so that a missing greeting is told from a server that is slow.
    greetingTimeout: Math.ceil(leftMs * 0.8),
    socketTimeout: (door.patience ?? usual).silenceMs,
    // Deflating holds a quarter of a megabyte for each connection, however quiet it is.
    disableCompression: true,
    maxLineLength: 1024 * 1024,
    maxLiteralSize: 256 * 1024 * 1024,
    maxResponseSize: 300 * 1024 * 1024,
  })
  if (fingerprint !== undefined) pin(client, fingerprint, () => Object.assign(auth, secret))
  return client
}

// A server that speaks TLS from the first byte waits for ours, and so never greets a plain connection, or hangs up.
function hintAtTls(error: unknown, receivedBytes: number): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const isSilent = code === 'GREETING_TIMEOUT' || code === 'ClosedAfterConnectText'
  if (isSilent && receivedBytes === 0) return new MailError('tls_expected', 'no greeting on a plain connection')
  return code === 'GREETING_TIMEOUT' ? new MailError('not_imap', 'the greeting is not one of IMAP') : error
}

const near = new BlockList()
near.addSubnet('127.0.0.0', 8, 'ipv4')
near.addSubnet('10.0.0.0', 8, 'ipv4')
near.addSubnet('172.16.0.0', 12, 'ipv4')
near.addSubnet('192.168.0.0', 16, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
/** This machine or the operator's own network, which the guarded connect let through. */
export const isNear = (e: { address: string; family: 4 | 6 }): boolean => near.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')

/**
 * Looks at the certificate as soon as TLS stands, with the first byte or after STARTTLS, before anything else is said; `trusted`
 * runs when its SHA-256 is `fingerprint`, and the connection fails with a CertificateError when it is another. Neither its name, its
 * dates nor who signed it is judged. `client` must not refuse certificates by itself.
 */
function pin(client: ImapFlow, fingerprint: string, trusted: () => void): void {
  // imapflow gives each socket to this method before it reads or writes there; were it ever renamed, nothing would be trusted.
  const configure: unknown = Reflect.get(client, 'configureSocket')
  Reflect.set(client, 'configureSocket', (socket: unknown) => {
    const certificate = certificateOf(socket)
    if (certificate) {
      const shown = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
      if (shown !== fingerprint) throw new CertificateError(shown, isSelfSigned(certificate))
      trusted()
    }
    if (typeof configure === 'function') Reflect.apply(configure, client, [socket])
  })
}

function certificateOf(socket: unknown): X509Certificate | null {
  if (typeof socket !== 'object' || socket === null || !hasCertificate(socket)) return null
  return socket.getPeerX509Certificate() ?? null
}

const hasCertificate = (socket: object): socket is { getPeerX509Certificate(): X509Certificate | undefined } =>
  'getPeerX509Certificate' in socket && typeof socket.getPeerX509Certificate === 'function'

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)
