// Structured logs on standard error, with secrets and message contents removed.
import pino from 'pino'

export type Log = pino.Logger

/** Fields that may carry a secret are cut out wherever they stand. */
const secretFields = ['password', 'secret', 'token', 'authorization', 'access_token', 'refresh_token', 'apikey', 'code']

export function openLog(level: string, to: pino.DestinationStream = pino.destination(2)): Log {
  const paths = secretFields.flatMap(f => [f, `*.${f}`, `*.*.${f}`])
  return pino({ level, redact: { paths, censor: '[cut]' }, serializers: { err: named } }, to)
}

/** What else an error carries may quote a row or a mail: PostgreSQL's `detail` and `where`, a server's `response`. */
function named(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 200) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack }
}
