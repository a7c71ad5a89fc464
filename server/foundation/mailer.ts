// Sends system emails: stored in the transaction that causes them, sent through the relay after the commit.
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { z } from 'zod/mini'
import { loopHeader } from '../../core/mailbox/suppression.ts'
import { isLoopbackHost } from './config/values.ts'
import { claimFromOutbox, dropFromOutbox, listOutbox, saveToOutbox } from './db/outbox.ts'
import type { Db } from './db/pool.ts'
import type { Row } from './db/tables.ts'
import type { Log } from './log.ts'
import type { Outside } from './outside.ts'
import { newId, type SealKey, seal, unseal } from './seal.ts'

const SystemEmail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.optional(z.record(z.string(), z.string())),
})
export type SystemEmail = z.infer<typeof SystemEmail>

export interface Relay {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS. */
  secure: boolean
  user: string | null
  password: string | null
  /** For our own SMTP port on this machine, whose certificate is self-signed. */
  ignoreTLS?: true
}

export interface Mailer {
  /** Stores an email in the caller's transaction; nothing is sent if that is rolled back. */
  enqueue(tx: Db, email: SystemEmail): Promise<void>
  /** Starts sending, after a transaction with an email has committed. */
  wake(): void
  /** Sends due emails and returns how many it tried; called periodically for retries. */
  deliver(): Promise<number>
  /** The newest stored emails, for the sandbox's outbox. */
  listNewest(limit: number): Promise<(SystemEmail & { id: string; storedAt: Date })[]>
}

export interface MailerOptions {
  db: Db
  master: SealKey
  outside: Outside
  now: () => Date
  /** Read for each email, as `relay` is. The sender, with a name: `Mailferry <hello@example.com>`. */
  from: string
  /** Null in the sandbox: emails stay in the outbox. */
  relay: Relay | null
  log: Log
}

const maxAttempts = 8
/** 1, 2, 4 … minutes; the same delay also covers a host that died while sending. */
const retryMs = (attempts: number): number => 60_000 * 2 ** (attempts - 1)

export function openMailer(options: MailerOptions): Mailer {
  const { db, master, now, log } = options

  async function sendNext(to: Relay): Promise<boolean> {
    const at = now()
    const row = await claimFromOutbox(db, at, attempts => new Date(at.getTime() + retryMs(attempts)))
    if (!row) return false
    try {
      await sendFromUs(options, to, unsealEmail(master, row))
      await dropFromOutbox(db, row.id)
    } catch (error) {
      const isLast = row.attempts >= maxAttempts || isPermanent(error)
      log.warn(
        { emailId: row.id, attempts: row.attempts, reason: errorMessage(error) },
        isLast ? 'gave up sending a system email' : 'a system email will be retried',
      )
      if (isLast) await dropFromOutbox(db, row.id)
    }
    return true
  }

  async function deliver(): Promise<number> {
    let sent = 0
    while (options.relay && (await sendNext(options.relay))) sent++
    return sent
  }

  return {
    async enqueue(tx, email) {
      const id = newId(now())
      const sealed = seal(master, Buffer.from(JSON.stringify(email)), outboxContext(id))
      await saveToOutbox(tx, { id, sealed_email: sealed, due_at: options.relay && now(), created_at: now() })
    },
    wake() {
      deliver().catch(error => log.warn({ reason: errorMessage(error) }, 'due system emails could not be read'))
    },
    deliver,
    async listNewest(limit) {
      const rows = await listOutbox(db, limit)
      return rows.map(row => ({ ...unsealEmail(master, row), id: row.id, storedAt: row.created_at }))
    },
  }
}

// Keeps autoresponders from answering (RFC 3834 §5), and lets us recognize our own email when it is forwarded to us.
const ownHeaders = { 'Auto-Submitted': 'auto-generated', [loopHeader]: 'yes' }

/** Sends at once; nothing is stored or tried again. */
export const sendFromUs = ({ outside, from }: Pick<MailerOptions, 'outside' | 'from'>, relay: Relay, email: SystemEmail): Promise<void> =>
  sendOverSmtp(outside, relay, { ...email, from, headers: { ...email.headers, ...ownHeaders } })

/** Sends one email through a relay or any other SMTP server, and resolves when the server has accepted it. */
export async function sendOverSmtp(outside: Outside, relay: Relay, email: SendMailOptions): Promise<void> {
  const transport = await openTransport(outside, relay)
  try {
    await transport.sendMail(email)
  } finally {
    transport.close()
  }
}

/** `refused`: the server rejects our user and password. */
export type SmtpCheck = { kind: 'greeted' } | { kind: 'refused' } | { kind: 'away'; why: string }

/** Connects and signs in to an SMTP server without sending anything. */
export async function checkSmtp(outside: Outside, relay: Relay): Promise<SmtpCheck> {
  try {
    const transport = await openTransport(outside, relay)
    await transport.verify().finally(() => transport.close())
    return { kind: 'greeted' }
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    return isRefused ? { kind: 'refused' } : { kind: 'away', why: errorMessage(error) }
  }
}

/** Without it, somebody on the way could hide STARTTLS and read the password and every sign-in link. A relay on this machine needs none. */
export const requiresStartTls = ({ host, secure, ignoreTLS }: Pick<Relay, 'host' | 'secure' | 'ignoreTLS'>): boolean =>
  !secure && ignoreTLS !== true && !isLoopbackHost(host)

async function openTransport(outside: Outside, relay: Relay) {
  const endpoint = await outside.addressOf(relay.host, relay.port)
  return nodemailer.createTransport({
    host: endpoint.address,
    port: relay.port,
    secure: relay.secure,
    requireTLS: requiresStartTls(relay),
    ignoreTLS: relay.ignoreTLS ?? false,
    tls: { servername: relay.host },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(relay.user && { auth: { user: relay.user, pass: relay.password ?? '' } }),
  })
}

/** A 5xx reply from the relay (RFC 5321 §4.2.1) will not change on a retry; one to STARTTLS may come from somebody on the way. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500 &&
  !('code' in error && error.code === 'ETLS')

const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const unsealEmail = (master: SealKey, row: Row<'outbox'>): SystemEmail =>
  SystemEmail.parse(JSON.parse(unseal(master, row.sealed_email, outboxContext(row.id)).toString()))

/** An email may go to somebody without an account, so that it is sealed for the outbox instead of a user. */
export const outboxContext = (id: string) => ({ userId: 'outbox', row: id, column: 'sealed_email' })
