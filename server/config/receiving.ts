// The settings of mail that comes in: our own SMTP server, and how much is fetched and parsed at once.
import { z } from 'zod'
import { count, type InMode, port } from './values.ts'

export const smtpSettings = {
  SMTP_PORT: port.default(2525),
  SMTP_HOST: z.string().default(''),
  SMTP_CERT_FILE: z.string().default(''),
  SMTP_KEY_FILE: z.string().default(''),
  MAIL_DOMAIN: z.string().default(''),
}

export const readingSettings = {
  MAIL_BATCH: count.max(50).default(50),
  MAIL_MAX_BYTES: count.default(26_214_400),
  PARSE_TIMEOUT_MS: count.default(1_500),
  PARSE_WORKERS: count.default(2),
  LEASE_MS: count.default(8_000),
}

const Smtp = z.object(smtpSettings)
const Reading = z.object(readingSettings)
type Given = z.infer<typeof Smtp> & InMode

export const smtpOf = (e: Given) => ({
  port: e.SMTP_PORT,
  host: e.SMTP_HOST || (e.MODE === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
  domain: e.MAIL_DOMAIN || 'in.mailferry.example',
  certificate: certificateOf(e),
})

function certificateOf({ SMTP_CERT_FILE: certFile, SMTP_KEY_FILE: keyFile }: Given) {
  if ((certFile === '') !== (keyFile === ''))
    throw new Error('Set SMTP_CERT_FILE and SMTP_KEY_FILE together, or neither (see .env.example).')
  return certFile === '' ? null : { certFile, keyFile }
}

export const readingOf = (e: z.infer<typeof Reading>) => ({
  batch: e.MAIL_BATCH,
  maxBytes: e.MAIL_MAX_BYTES,
  parseTimeoutMs: e.PARSE_TIMEOUT_MS,
  parseWorkers: e.PARSE_WORKERS,
  leaseMs: e.LEASE_MS,
})
