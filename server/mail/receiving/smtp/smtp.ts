// The SMTP port: mail to an address of ours gets its 250 when it is committed, and not before.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Log } from '../../../foundation/log.ts'
import { type AdmissionDeps, openAdmission } from './admission.ts'
import { type CertificateFiles, openCertificate } from './certificate.ts'
import { type SmtpLimits, usualLimits } from './limits.ts'
import { Refused } from './refused.ts'

export interface SmtpDeps extends AdmissionDeps {
  log: Log
  host: string
  port: number
  /** The name that we greet with. */
  domain: string
  /** Null: STARTTLS with a certificate of our own making. */
  certificate: CertificateFiles | null
  /** How often the files are looked at, at most. */
  lookMs?: number
  limits?: Partial<SmtpLimits>
}

/** Listens; `port` is the one that was given or, for 0, found. Throws a sentence when the certificate cannot be used. */
export async function listenSmtp(deps: SmtpDeps): Promise<{ port: number; stop(): Promise<void> }> {
  const limits = { ...usualLimits, ...deps.limits }
  const gate = openAdmission(deps, limits)
  const certificate = await openCertificate(deps)
  const server = new SMTPServer({
    ...certificate.current(),
    name: deps.domain,
    size: deps.maxBytes,
    // Who still speaks less than TLS 1.2 hands the mail over in the open.
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
      answer(done, async () => {
        gate.enter(session)
        const renewed = await certificate.renewed()
        if (renewed) server.updateSecureContext(renewed)
      }),
    onClose: session => gate.leave(session),
    onRcptTo: (recipient, session, done) => answer(done, () => gate.admit(recipient.address, session)),
    onData: (stream, session, done) => answer(done, () => gate.receive(stream, session)),
  })
  server.on('error', error => deps.log.debug({ err: error }, 'a mail client broke off'))
  await new Promise<void>((listening, failed) => {
    server.server.once('error', failed)
    server.listen(deps.port, deps.host, listening)
  })
  const at: AddressInfo | string | null = server.server.address()
  return {
    port: typeof at === 'object' && at ? at.port : deps.port,
    stop: () => new Promise(closed => server.close(() => closed())),
  }

  function answer(done: (error?: Error | null) => void, work: () => Promise<void>): void {
    work().then(
      () => done(null),
      (error: unknown) => {
        if (error instanceof Refused) return done(error)
        deps.log.error({ err: error }, 'mail could not be taken in')
        done(new Refused(451, deps.say('smtp.not_kept')))
      },
    )
  }
}
