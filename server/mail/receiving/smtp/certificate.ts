// The certificate for STARTTLS: the operator's, reloaded when renewed, or a self-signed one.
import { readFile, stat } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { type Clock, elapsed } from '../../../foundation/clock.ts'
import type { Log } from '../../../foundation/log.ts'
import { type Certificate, selfSigned } from './self-signed.ts'

export interface CertificateFiles {
  certFile: string
  keyFile: string
}

export interface CertificateKeeper {
  current(): Certificate
  /** The new one when the files have changed since the last look; asks the disk now and then only. */
  renewed(): Promise<Certificate | null>
}

interface Parts {
  certificate: CertificateFiles | null
  /** Where the port listens. */
  host: string
  domain: string
  clock: Clock
  log: Log
  lookMs?: number
}

const usualLookMs = 60_000

/** Throws a sentence when the operator's files cannot be used. */
export async function openCertificate(deps: Parts): Promise<CertificateKeeper> {
  const { certificate: files, log, lookMs = usualLookMs } = deps
  if (!files) return ownCertificate(deps)
  let current = await read(files).catch((error: unknown) => {
    throw new Error(`The certificate of SMTP_CERT_FILE and SMTP_KEY_FILE cannot be used: ${reasonOf(error)}.`)
  })
  let mark = await markOf(files)
  let lookedAt = elapsed()
  return {
    current: () => current,
    async renewed() {
      if (elapsed() - lookedAt < lookMs) return null
      lookedAt = elapsed()
      try {
        const seen = await markOf(files)
        if (seen === mark) return null
        current = await read(files)
        mark = seen
        log.info('STARTTLS uses the renewed certificate')
        return current
      } catch (error) {
        // Half a renewal, or one that went wrong: the old one serves until the files are whole.
        log.error({ reason: reasonOf(error) }, 'the renewed certificate of SMTP_CERT_FILE and SMTP_KEY_FILE cannot be used')
        return null
      }
    },
  }
}

function ownCertificate({ host, domain, clock, log }: Parts): CertificateKeeper {
  if (!['127.0.0.1', '::1', 'localhost'].includes(host))
    log.warn(
      'STARTTLS shows a certificate made at this start, which no sender can check. Set SMTP_CERT_FILE and SMTP_KEY_FILE to one for the host of your MX record.',
    )
  const own = selfSigned(domain, clock.now())
  return { current: () => own, renewed: async () => null }
}

async function read({ certFile, keyFile }: CertificateFiles): Promise<Certificate> {
  const pair = { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
  // Throws for what is no PEM, and for a key that belongs to another certificate.
  createSecureContext(pair)
  return pair
}

/** Follows links, as certbot's are. */
async function markOf({ certFile, keyFile }: CertificateFiles): Promise<string> {
  const seen = await Promise.all([certFile, keyFile].map(file => stat(file)))
  return seen.map(({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`).join(' ')
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
