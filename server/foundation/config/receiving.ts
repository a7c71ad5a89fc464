// Settings for incoming email: our SMTP server, and how much is fetched and parsed at once.
import { z } from 'zod/mini'
import { count, type ModeEnv, port } from './values.ts'

export const smtpSettings = {
  SMTP_PORT: z._default(port, 2525),
  SMTP_HOST: z._default(z.string(), ''),
  SMTP_CERT_FILE: z._default(z.string(), ''),
  SMTP_KEY_FILE: z._default(z.string(), ''),
  MAIL_DOMAIN: z._default(z.string(), ''),
}

export const mailSettings = {
  MAIL_BATCH: z._default(count.check(z.maximum(50)), 50),
  MAIL_MAX_BYTES: z._default(count, 26_214_400),
  PARSE_TIMEOUT_MS: z._default(count, 1_500),
  PARSE_WORKERS: z._default(count, 2),
  LEASE_MS: z._default(count, 8_000),
  FETCH_BATCHES: z._default(count, 50),
  FETCH_BYTES: z._default(count, 268_435_456),
  MAX_MAILBOXES: z._default(z.union([z.literal(''), count]), ''),
}

const Smtp = z.object(smtpSettings)
const Mail = z.object(mailSettings)
type SmtpEnv = z.infer<typeof Smtp> & ModeEnv

export const toSmtpConfig = (e: SmtpEnv) => ({
  port: e.SMTP_PORT,
  host: e.SMTP_HOST || (e.MODE === 'sandbox' ? '127.0.0.1' : '0.0.0.0'),
  domain: e.MAIL_DOMAIN || 'in.mailferry.example',
  certificate: parseCertificate(e),
})

function parseCertificate({ SMTP_CERT_FILE: certFile, SMTP_KEY_FILE: keyFile }: SmtpEnv) {
  if ((certFile === '') !== (keyFile === ''))
    throw new Error('Set SMTP_CERT_FILE and SMTP_KEY_FILE together, or neither (see .env.example).')
  return certFile === '' ? null : { certFile, keyFile }
}

export const toMailConfig = (e: z.infer<typeof Mail>) => ({
  batch: e.MAIL_BATCH,
  maxBytes: e.MAIL_MAX_BYTES,
  parseTimeoutMs: e.PARSE_TIMEOUT_MS,
  parseWorkers: e.PARSE_WORKERS,
  leaseMs: e.LEASE_MS,
  fetching: { batches: e.FETCH_BATCHES, bytes: e.FETCH_BYTES },
  maxMailboxes: e.MAX_MAILBOXES === '' ? null : e.MAX_MAILBOXES,
})
