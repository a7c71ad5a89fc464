// Sends system emails: stored in the transaction that causes them, relayed after it commits.
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { z } from 'zod/mini'
import { loopHeader } from '../../core/mailbox/suppression.ts'
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
  /** TLS from the first byte; otherwise STARTTLS where the relay offers it. */
  secure: boolean
  user: string | null
  password: string | null
  /** Our own port on this machine, which shows a certificate that nobody vouches for. */
  ignoreTLS?: true
}

export interface Mailer {
  /** Keeps a mail in the caller's transaction; nothing leaves if that is rolled back. */
  keep(tx: Db, letter: SystemEmail): Promise<void>
  /** Tells the mailer that a transaction with a mail has committed. */
  wake(): void
  /** Sends what is due and returns how many it tried; called now and then for what failed before. */
  deliver(): Promise<number>
  /** The newest mails that were kept, for the sandbox's outbox. */
  kept(limit: number): Promise<(SystemEmail & { id: string; keptAt: Date })[]>
}

export interface MailerOptions {
  db: Db
  master: SealKey
  outside: Outside
  now: () => Date
  /** The address that mails come from, with a name: `Mailferry <hello@example.com>`. */
  from: string
  /** Null in the sandbox: mails stay in the outbox. */
  relay: Relay | null
  log: Log
}

const maxAttempts = 8
/** 1, 2, 4 … minutes; a host that died while sending is noticed by the same hour. */
const retryMs = (attempts: number): number => 60_000 * 2 ** (attempts - 1)

export function openMailer(options: MailerOptions): Mailer {
  const { db, master, now, relay, log } = options

  async function deliverOne(to: Relay): Promise<boolean> {
    const at = now()
    const mail = await claimFromOutbox(db, at, attempts => new Date(at.getTime() + retryMs(attempts)))
    if (!mail) return false
    try {
      await send(options, to, unsealLetter(master, mail))
      await dropFromOutbox(db, mail.id)
    } catch (error) {
      const isLast = mail.attempts >= maxAttempts || isPermanent(error)
      log.warn(
        { mailId: mail.id, attempts: mail.attempts, reason: reasonOf(error) },
        isLast ? 'a mail was given up' : 'a mail waits for its next try',
      )
      if (isLast) await dropFromOutbox(db, mail.id)
    }
    return true
  }

  async function deliver(): Promise<number> {
    let sent = 0
    if (relay) while (await deliverOne(relay)) sent++
    return sent
  }

  return {
    async keep(tx, letter) {
      const id = newId(now())
      const sealed = seal(master, Buffer.from(JSON.stringify(letter)), placeOf(id))
      await saveToOutbox(tx, { id, sealed_email: sealed, due_at: relay && now(), created_at: now() })
    },
    wake() {
      deliver().catch(error => log.warn({ reason: reasonOf(error) }, 'mails could not be looked up'))
    },
    deliver,
    async kept(limit) {
      const rows = await listOutbox(db, limit)
      return rows.map(row => ({ ...unsealLetter(master, row), id: row.id, keptAt: row.created_at }))
    },
  }
}

// Nobody's machine answers them (RFC 3834 §5), and one that is forwarded to us is known again.
const ours = { 'Auto-Submitted': 'auto-generated', [loopHeader]: 'yes' }

const send = ({ outside, from }: MailerOptions, relay: Relay, letter: SystemEmail): Promise<void> =>
  sendNow(outside, relay, { ...letter, from, headers: { ...letter.headers, ...ours } })

/** Hands one mail to a relay, or to any SMTP server, and resolves when it was taken. */
export async function sendNow(outside: Outside, relay: Relay, mail: SendMailOptions): Promise<void> {
  const transport = await transportTo(outside, relay)
  try {
    await transport.sendMail(mail)
  } finally {
    transport.close()
  }
}

/** `refused`: it does not take our user and password. */
export type Greeted = { kind: 'greeted' } | { kind: 'refused' } | { kind: 'away'; why: string }

/** Comes to an SMTP server and goes again without a mail. */
export async function greet(outside: Outside, relay: Relay): Promise<Greeted> {
  try {
    const transport = await transportTo(outside, relay)
    await transport.verify().finally(() => transport.close())
    return { kind: 'greeted' }
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EAUTH'
    return isRefused ? { kind: 'refused' } : { kind: 'away', why: reasonOf(error) }
  }
}

async function transportTo(outside: Outside, relay: Relay) {
  const endpoint = await outside.addressOf(relay.host, relay.port)
  return nodemailer.createTransport({
    host: endpoint.address,
    port: relay.port,
    secure: relay.secure,
    ignoreTLS: relay.ignoreTLS ?? false,
    tls: { servername: relay.host },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...(relay.user && { auth: { user: relay.user, pass: relay.password ?? '' } }),
  })
}

/** A 5xx answer of the relay (RFC 5321 §4.2.1) will not change by asking again. */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const unsealLetter = (master: SealKey, row: Row<'outbox'>): SystemEmail =>
  SystemEmail.parse(JSON.parse(unseal(master, row.sealed_email, placeOf(row.id)).toString()))

/** A mail of ours may go to somebody who has no account: it stands under the name of the outbox. */
const placeOf = (id: string) => ({ userId: 'outbox', row: id, column: 'sealed_email' })
