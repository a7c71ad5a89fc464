// Connects to an IMAP server and signs in: only at permitted addresses, and only where a password is safe.

import type { X509Certificate } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import type { ImapSettings } from '../../../core/api/mail.ts'
import { elapsed } from '../../foundation/clock.ts'
import type { Outside } from '../../foundation/outside.ts'
import { type Connection, newConnection } from './connection.ts'
import { CertificateError, MailError } from './errors.ts'
import { patience as defaultPatience, type Patience } from './patience.ts'
import { limitInput } from './tame.ts'
import { saveSession, tlsOptions } from './tls.ts'
import { withDeadline } from './within.ts'

export interface ImapDeps {
  outside: Outside
  /** Certificates trusted in addition to the public ones, in PEM. */
  ca?: string
  patience?: Patience
}

/** A password, or an OAuth access token. */
export type Credential = string | { accessToken: string }

/** The ports of mail servers: POP, IMAP and SMTP, plain and TLS. We connect to no others for a user. */
const mailPorts = [110, 143, 465, 587, 993, 995]

/** Connects, signs in and opens INBOX with EXAMINE, so that no flag changes; throws what `toMailProblem` can name. */
export const openInbox = (deps: ImapDeps, settings: ImapSettings, credential: Credential, timeoutMs: number): Promise<Connection> =>
  connectTo(deps, settings, credential, timeoutMs, async connection => {
    if (!(await connection.open('INBOX'))) throw new MailError('no_inbox', 'the server does not open INBOX')
  })

/** Connects and signs in; throws what `toMailProblem` can name. `first` runs within the same deadline. */
export async function connectTo(
  deps: ImapDeps,
  settings: ImapSettings,
  credential: Credential,
  timeoutMs: number,
  first?: (connection: Connection) => Promise<void>,
): Promise<Connection> {
  const client = await newClient(deps, settings, credential, timeoutMs)
  limitInput(client)
  return withDeadline(timeoutMs, client, async () => {
    try {
      await client.connect()
    } catch (error) {
      throw settings.security === 'tls' ? error : asTlsHint(error, client.stats().received)
    }
    saveSession(client, settings, deps.ca)
    const connection = newConnection(client, deps.patience ?? defaultPatience)
    await first?.(connection)
    return connection
  })
}

async function newClient(deps: ImapDeps, settings: ImapSettings, credential: Credential, timeoutMs: number): Promise<ImapFlow> {
  const started = elapsed()
  const endpoint = await deps.outside.addressOf(settings.host, settings.port, mailPorts)
  const remainingMs = Math.max(1, timeoutMs - (elapsed() - started))
  if (settings.security === 'none' && !isLocalNetwork(endpoint))
    throw new MailError('plain_refused', 'a password is not sent over an unencrypted connection')
  const secret = typeof credential === 'string' ? { pass: credential } : credential
  const fingerprint = settings.security === 'none' ? undefined : settings.fingerprint
  // With a pinned certificate, the secret is filled in only once the certificate has been verified, so that it can't leak earlier.
  const auth: { user: string; pass?: string; accessToken?: string } = { user: settings.username, ...(fingerprint === undefined && secret) }
  const client = new ImapFlow({
    host: endpoint.address,
    ...(isIP(settings.host) === 0 && { servername: settings.host }),
    port: settings.port,
    secure: settings.security === 'tls',
    ...(settings.security !== 'tls' && { doSTARTTLS: settings.security === 'starttls' }),
    auth,
    tls: { rejectUnauthorized: fingerprint === undefined, ...tlsOptions(settings, deps.ca) },
    logger: false,
    // NetEase refuses clients that don't identify themselves (RFC 2971).
    clientInfo: { name: 'Mailferry', vendor: 'Mailferry' },
    disableAutoIdle: true,
    disableBinary: true,
    connectionTimeout: remainingMs,
    // Shorter than the connection timeout, so that a missing greeting can be told from a slow server.
    greetingTimeout: Math.ceil(remainingMs * 0.8),
    socketTimeout: (deps.patience ?? defaultPatience).silenceMs,
    // Compression costs a quarter of a megabyte per connection, however idle.
    disableCompression: true,
    maxLineLength: 1024 * 1024,
    maxLiteralSize: 256 * 1024 * 1024,
    maxResponseSize: 300 * 1024 * 1024,
  })
  if (fingerprint !== undefined) pin(client, fingerprint, () => Object.assign(auth, secret))
  return client
}

// A server that expects TLS from the first byte never greets a plain connection, or closes it.
function asTlsHint(error: unknown, receivedBytes: number): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const isSilent = code === 'GREETING_TIMEOUT' || code === 'ClosedAfterConnectText'
  if (isSilent && receivedBytes === 0) return new MailError('tls_expected', 'no greeting on a plain connection')
  return code === 'GREETING_TIMEOUT' ? new MailError('not_imap', 'the greeting is not IMAP') : error
}

const localNetworks = new BlockList()
localNetworks.addSubnet('127.0.0.0', 8, 'ipv4')
localNetworks.addSubnet('10.0.0.0', 8, 'ipv4')
localNetworks.addSubnet('172.16.0.0', 12, 'ipv4')
localNetworks.addSubnet('192.168.0.0', 16, 'ipv4')
localNetworks.addAddress('::1', 'ipv6')
localNetworks.addSubnet('fc00::', 7, 'ipv6')
/** This machine or the operator's own network, where the operator has permitted it. */
export const isLocalNetwork = (e: { address: string; family: 4 | 6 }): boolean =>
  localNetworks.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')

/**
 * Checks the certificate as soon as TLS is established, at connect or after STARTTLS, before anything else is sent. Calls `trusted`
 * when its SHA-256 is `fingerprint`; otherwise the connection fails with a CertificateError. Its name, dates and issuer don't
 * matter. `client` must not reject certificates on its own.
 */
function pin(client: ImapFlow, fingerprint: string, onTrusted: () => void): void {
  // imapflow passes each socket to this method before it reads or writes; if it were ever renamed, no secret would be sent.
  const configure: unknown = Reflect.get(client, 'configureSocket')
  Reflect.set(client, 'configureSocket', (socket: unknown) => {
    const certificate = certificateOf(socket)
    if (certificate) {
      const actual = certificate.fingerprint256.replaceAll(':', '').toLowerCase()
      if (actual !== fingerprint) throw new CertificateError(actual, isSelfSigned(certificate))
      onTrusted()
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
