// Writes structured logs to standard error, without secrets or message contents.
import pino from 'pino'
import { z } from 'zod/mini'
import { systemClock } from './clock.ts'
import { recentErrors, withoutValues } from './recent-errors.ts'

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

/**
 * Errors may quote a row or an email: PostgreSQL's in all their texts, those of JSON in their message, others in more properties, such as
 * a server's `response`.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 200) }
  const { type, message, stack } = pino.stdSerializers.err(error)
  const text = describeDatabaseError(error) ?? (error instanceof SyntaxError ? withoutValues(message) : null)
  if (text === null) return { type, message, stack }
  const frames = stack.indexOf('\n    at ')
  return { type, message: text, stack: `${type}: ${text}${frames === -1 ? '' : stack.slice(frames)}` }
}

const DatabaseError = z.looseObject({
  severity: z.string(),
  code: z.string(),
  table: z.optional(z.string()),
  column: z.optional(z.string()),
  constraint: z.optional(z.string()),
})

/** Null when PostgreSQL did not send it. */
function describeDatabaseError(error: Error): string | null {
  const sent = DatabaseError.safeParse(error)
  if (!sent.success) return null
  const { code, table, column, constraint } = sent.data
  return [code, table, column, constraint].filter(Boolean).join(' ')
}
