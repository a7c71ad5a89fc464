// Provides the STARTTLS certificate: the operator's, reloaded when renewed, or a self-signed one.
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { type Clock, elapsed } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/log.ts'
import { type SmtpCertificate, selfSigned } from './self-signed.ts'

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

export interface CertificateKeeper {
  current(): SmtpCertificate
  /** The new certificate if the files have changed; checks the disk only now and then. */
  renewed(): Promise<SmtpCertificate | null>
}

interface CertificateDeps {
  certificate: CertificateFiles | null
  /** The host that the port listens on. */
  host: string
  domain: string
  clock: Clock
  log: Log
  lookMs?: number
}

const defaultCheckMs = 60_000

/** Throws a readable error when the operator's files can't be used. */
export async function openCertificate(deps: CertificateDeps): Promise<CertificateKeeper> {
  const { certificate: files, log, lookMs = defaultCheckMs } = deps
  if (!files) return newSelfSigned(deps)
  let current = await readPair(files).catch((error: unknown) => {
    throw new Error(`The certificate of SMTP_CERT_FILE and SMTP_KEY_FILE cannot be used: ${reasonOf(error)}.`)
  })
  let fingerprint = await readFingerprint(files)
  let checkedAt = elapsed()
  return {
    current: () => current,
    async renewed() {
      if (elapsed() - checkedAt < lookMs) return null
      checkedAt = elapsed()
      try {
        const latest = await readFingerprint(files)
        if (latest === fingerprint) return null
        current = await readPair(files)
        fingerprint = latest
        log.info('STARTTLS uses the renewed certificate')
        return current
      } catch (error) {
        // The renewal is incomplete or failed: the old certificate stays until the files are valid.
        log.error({ reason: reasonOf(error) }, 'the renewed certificate of SMTP_CERT_FILE and SMTP_KEY_FILE cannot be used')
        return null
      }
    },
  }
}

function newSelfSigned({ host, domain, clock, log }: CertificateDeps): CertificateKeeper {
  if (!['127.0.0.1', '::1', 'localhost'].includes(host))
    log.warn(
      'STARTTLS uses a certificate generated at this start, which no sender can verify. Set SMTP_CERT_FILE and SMTP_KEY_FILE to one for the host of your MX record.',
    )
  const certificate = selfSigned(domain, clock.now())
  return { current: () => certificate, renewed: async () => null }
}

async function readPair({ certFile, keyFile }: CertificateFiles): Promise<SmtpCertificate> {
  const pair = { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
  // Throws for invalid PEM, and for a key that doesn't match the certificate.
  createSecureContext(pair)
  return pair
}

/** Follows symbolic links, as certbot's are. */
async function readFingerprint({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const latest = await Promise.all([certFile, keyFile].map(file => stat(file)))
  return latest.map(({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`).join(' ')
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
