// TLS to mail servers: one context for all connections, with session resumption.
import { createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { ImapFlow } from 'imapflow'
import type { ImapSettings } from '../../../core/api/mail.ts'
import { elapsed } from '../../foundation/clock.ts'

interface TlsOptions {
  secureContext: SecureContext
  session?: Buffer
}

// A context of its own would cost each connection more memory than all that it says.
const contexts = new Map<string, SecureContext>()
const sessions = new Map<string, { session: Buffer; untilMs: number }>()
const mostSessions = 1000
/** Every socket holds on to the session that it began with, six kilobytes of it: all of these minutes share one. */
const sharedMs = 10 * 60_000

/** A session stands for the certificate that was checked when it began, so it belongs to this name, port and authority alone. */
const keyOf = ({ host, port }: ImapSettings, ca: string | undefined): string => `${host}\n${port}\n${ca ?? ''}`

export function tlsTo(settings: ImapSettings, ca: string | undefined): TlsOptions {
  const secureContext = contexts.get(ca ?? '') ?? createSecureContext({ minVersion: 'TLSv1.2', ...(ca && { ca: [ca] }) })
  contexts.set(ca ?? '', secureContext)
  // A pinned certificate is looked at each time anew.
  const session = settings.fingerprint === undefined ? sessions.get(keyOf(settings, ca))?.session : undefined
  return { secureContext, ...(session && { session }) }
}

/** After signing in: by then a server of TLS 1.3 has handed out its ticket. */
export function keepSession(client: ImapFlow, settings: ImapSettings, ca: string | undefined): void {
  const socket: unknown = Reflect.get(client, 'socket')
  if (settings.fingerprint !== undefined || !isTls(socket) || !socket.authorized) return
  const key = keyOf(settings, ca)
  const known = sessions.get(key)
  if (known && elapsed() < known.untilMs && socket.isSessionReused()) return
  const session = socket.getSession()
  if (!session) return
  sessions.delete(key)
  sessions.set(key, { session, untilMs: elapsed() + sharedMs })
  const [oldest] = sessions.keys()
  if (oldest !== undefined && sessions.size > mostSessions) sessions.delete(oldest)
}

const isTls = (socket: unknown): socket is TLSSocket => typeof socket === 'object' && socket !== null && 'getSession' in socket
