// Shares one TLS context over all connections to mail servers, and resumes their sessions.
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { ImapFlow } from 'imapflow'
import type { ImapSettings } from '../../../core/api/mail.ts'
import { elapsed } from '../../foundation/clock.ts'

interface TlsOptions {
  secureContext: SecureContext
  session?: Buffer
}

// A separate context would cost each connection more memory than all its traffic.
const contexts = new Map<string, SecureContext>()
const sessions = new Map<string, { session: Buffer; untilMs: number }>()
const maxSessions = 1000
/** Every socket keeps its initial session of six kilobytes in memory, so sockets opened within this time share one. */
const sharedMs = 10 * 60_000

/** A session vouches for the certificate that was verified when it began, so it is valid for this name, port and authority only. */
const sessionKey = ({ host, port }: ImapSettings, ca: string | undefined): string => `${host}\n${port}\n${ca ?? ''}`

export function tlsOptions(settings: ImapSettings, ca: string | undefined): TlsOptions {
  const secureContext = contexts.get(ca ?? '') ?? createSecureContext({ minVersion: 'TLSv1.2', ...(ca && { ca: [ca] }) })
  contexts.set(ca ?? '', secureContext)
  // A pinned certificate is verified on every connection.
  const session = settings.fingerprint === undefined ? sessions.get(sessionKey(settings, ca))?.session : undefined
  return { secureContext, ...(session && { session }) }
}

/** Call after signing in: by then a TLS 1.3 server has sent its ticket. */
export function saveSession(client: ImapFlow, settings: ImapSettings, ca: string | undefined): void {
  const socket: unknown = Reflect.get(client, 'socket')
  if (settings.fingerprint !== undefined || !isTls(socket) || !socket.authorized) return
  const key = sessionKey(settings, ca)
  const existing = sessions.get(key)
  if (existing && elapsed() < existing.untilMs && socket.isSessionReused()) return
  const session = socket.getSession()
  if (!session) return
  sessions.delete(key)
  sessions.set(key, { session, untilMs: elapsed() + sharedMs })
  const [oldest] = sessions.keys()
  if (oldest !== undefined && sessions.size > maxSessions) sessions.delete(oldest)
}

const isTls = (socket: unknown): socket is TLSSocket => typeof socket === 'object' && socket !== null && 'getSession' in socket
