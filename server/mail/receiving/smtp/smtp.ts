// Runs the SMTP port: an email to one of our addresses gets its 250 only once it is committed.
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { sleep } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/log.ts'
import { networkOf } from '../../../foundation/networks.ts'
import { openSlowRefusals } from '../../../foundation/slow-refusals.ts'
import { type AdmissionDeps, openAdmission } from './admission.ts'
import { type CertificateFiles, openCertificate } from './certificate.ts'
import { defaultLimits, type SmtpLimits } from './limits.ts'
import { SmtpRefusal } from './refused.ts'

export interface SmtpDeps extends AdmissionDeps {
  log: Log
  host: string
  port: number
  /** The host name in our greeting. */
  domain: string
  /** Null for STARTTLS with a self-signed certificate. */
  certificate: CertificateFiles | null
  /** The minimum time between checks of the certificate files. */
  lookMs?: number
  limits?: Partial<SmtpLimits>
}

/** Listens; `port` is the given one or, for 0, a free one. Throws a readable error when the certificate can't be used. */
export async function listenSmtp(deps: SmtpDeps): Promise<{ port: number; stop(): Promise<void> }> {
  const limits = { ...defaultLimits, ...deps.limits }
  const admission = openAdmission(deps, limits)
  const certificate = await openCertificate(deps)
  const waitForRefusal = openSlowRefusals('smtp-refusals', limits.refusals)
  const server = new SMTPServer({
    ...certificate.current(),
    name: deps.domain,
    size: deps.maxBytes,
    // Senders without TLS 1.2 deliver unencrypted.
    minVersion: 'TLSv1.2',
    disabledCommands: ['AUTH'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    maxClients: limits.clients,
    maxRecipients: limits.recipients,
    socketTimeout: 60_000,
    closeTimeout: 3_000,
    onConnect: (session, done) =>
      reply(done, async () => {
        try {
          admission.enter(session)
        } catch (error) {
          // While it waits it takes no place from the next one.
          admission.leave(session)
          await waitForRefusal(networkOf(session.remoteAddress))
          throw error
        }
        const renewed = await certificate.renewed()
        if (renewed) server.updateSecureContext(renewed)
      }),
    onClose: session => admission.leave(session),
    onRcptTo: (recipient, session, done) => reply(done, () => admission.admit(recipient.address, session)),
    onData: (stream, session, done) => reply(done, () => admission.receive(stream, session)),
  })
  server.server.on('connection', socket => endAfter(socket, limits.sessionMs))
  server.on('error', error => deps.log.debug({ err: error }, 'an SMTP client disconnected'))
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed)
    server.listen(deps.port, deps.host, listening)
  })
  const at: AddressInfo | string | null = server.server.address()
  return {
    port: typeof at === 'object' && at ? at.port : deps.port,
    stop: () => new Promise(closed => server.close(() => closed())),
  }

  function reply(done: (error?: Error | null) => void, work: () => Promise<void>): void {
    work().then(
      () => done(null),
      (error: unknown) => {
        if (error instanceof SmtpRefusal) return done(error)
        deps.log.error({ err: error }, 'email could not be received')
        done(new SmtpRefusal(451, deps.say('smtp.not_kept')))
      },
    )
  }
}

/** A client that keeps talking without sending anything would hold its place for ever. */
function endAfter(socket: Socket, sessionMs: number): void {
  const closed = new AbortController()
  socket.once('close', () => closed.abort())
  sleep(sessionMs, closed.signal).then(
    () => socket.destroy(),
    () => undefined,
  )
}
