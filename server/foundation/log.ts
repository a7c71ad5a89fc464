// Writes structured logs to standard error, without secrets or message contents.
import pino from 'pino'
import { systemClock } from './clock.ts'
import { recentErrors } from './recent-errors.ts'

export type Log = pino.Logger

/** Fields that may hold a secret are redacted wherever they occur. */
const secretFields = ['password', 'secret', 'token', 'authorization', 'access_token', 'refresh_token', 'apikey', 'code']

export function openLog(level: string, destination: pino.DestinationStream = pino.destination(2)): Log {
  const paths = secretFields.flatMap(f => [f, `*.${f}`, `*.*.${f}`])
  return pino({ level, redact: { paths, censor: '[cut]' }, serializers: { err: serializeError }, hooks: { logMethod } }, destination)
}

const warning = 40

/** Warnings and errors are also counted for the console. */
function logMethod(this: Log, args: Parameters<pino.LogFn>, method: pino.LogFn, level: number): void {
  if (level >= warning) recentErrors.record(level, args, systemClock.now())
  method.apply(this, args)
}

/** Other properties of an error may quote a row or an email: PostgreSQL's `detail` and `where`, a server's `response`. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 200) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack }
}
