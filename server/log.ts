// Structured logs on standard error; secrets and message contents never reach them.
import pino from 'pino'

export type Log = pino.Logger

/** Fields that may carry a secret are cut out wherever they stand. */
const secretFields = ['password', 'secret', 'token', 'authorization', 'access_token', 'refresh_token', 'apikey', 'code']

export function openLog(level: string): Log {
  const paths = secretFields.flatMap(f => [f, `*.${f}`, `*.*.${f}`])
  return pino({ level, redact: { paths, censor: '[cut]' } }, pino.destination(2))
}
