// Turns raw mail into the filter view, in threads with a deadline and a memory cap; there is always a view.
import type { FetchedExtent, MailView } from '../../../core/message/view.ts'
import type { Arrived } from './arrived.ts'
import { type FileBytes, openPool, type ParsePool } from './parse-pool.ts'
import { headerValue, splitMail } from './raw.ts'

export interface RawMail {
  /** How it came. Nothing that a mail to our own address says of its checks is believed: no server of its reader's wrote it. */
  kind: 'imap' | 'address'
  raw: Buffer
  sizeBytes: number
  reduced: Arrived['reduced']
  /** How much of it `raw` holds; all where it is absent. */
  fetched?: FetchedExtent
  /** Parts that `raw` leaves out because they are too many. */
  leftParts?: number
  /** Keep what was sent beside what is shown, for filters that ask for it. */
  withSource?: boolean
  /** What we found ourselves about the sender of a mail to our own address. */
  auth?: MailView['auth'] | undefined
  /** Whose signatures we found to hold. */
  signedBy?: string[] | undefined
}

export interface Parser {
  /** Never rejects: a mail that cannot be parsed is known by its headers, and `unparsed` says why. */
  parse(mail: RawMail): Promise<MailView>
  /** Its HTML for the web, packed (whole/page.ts); null where there is none to be had. Never rejects. */
  pageOf(mail: RawMail): Promise<Buffer | null>
  /** The files that may go to a phone, with their bytes; none where the mail is not all there, or cannot be read. Never rejects. */
  filesOf(mail: RawMail): Promise<FileBytes[]>
  /** How many threads there are now. */
  threads(): number
  stop(): Promise<void>
}

export interface ParserOptions {
  workers: number
  timeoutMs: number
  memoryMb?: number
  /** After this long without mail a thread is let go. */
  idleMs?: number
}

/** Of a mail that could not be parsed no more than this is tried again. */
const headBytes = 64 * 1024
const headTimeoutMs = 500

const usualIdleMs = 60_000

/** Threads are started with the mail, at most `workers` of them, and replaced when they hang or die. */
export function openParser({ workers, timeoutMs, memoryMb = 192, idleMs = usualIdleMs }: ParserOptions): Parser {
  const pool = openPool({ workers, memoryMb, idleMs })
  return {
    async parse(mail) {
      const view = await viewIn(pool, mail, timeoutMs)
      return mail.kind === 'address' ? { ...view, auth: mail.auth ?? null, signedBy: mail.signedBy ?? [] } : view
    },
    pageOf: mail => pageIn(pool, mail, timeoutMs),
    filesOf: mail => filesIn(pool, mail, filesPatience * timeoutMs),
    threads: pool.size,
    stop: pool.stop,
  }
}

async function viewIn(pool: ParsePool, mail: RawMail, timeoutMs: number): Promise<MailView> {
  if (mail.reduced) return headIn(pool, mail, mail.reduced)
  if (mail.fetched === 'headers') return headIn(pool, mail, null)
  const { raw, sizeBytes, fetched = 'all', leftParts = 0, withSource = false } = mail
  const whole = await pool.run({ raw, sizeBytes, unparsed: null, fetched, leftParts, withSource }, timeoutMs)
  return whole.view ?? headIn(pool, mail, whole.late ? 'too_slow' : 'broken')
}

async function pageIn(pool: ParsePool, { raw, sizeBytes, fetched = 'all', reduced }: RawMail, timeoutMs: number): Promise<Buffer | null> {
  if (reduced || fetched === 'headers' || fetched === 'structure') return null
  const task = { raw, sizeBytes, unparsed: null, fetched, leftParts: 0, withSource: false, asPage: true }
  const { page } = await pool.run(task, timeoutMs)
  return page && Buffer.from(page.buffer, page.byteOffset, page.byteLength)
}

/** Its bytes are copied from one thread to another. */
const filesPatience = 4

async function filesIn(pool: ParsePool, { raw, sizeBytes, fetched = 'all', reduced }: RawMail, timeoutMs: number): Promise<FileBytes[]> {
  if (reduced || fetched !== 'all') return []
  const task = { raw, sizeBytes, unparsed: null, fetched, leftParts: 0, withSource: false, asFiles: true }
  return (await pool.run(task, timeoutMs)).files ?? []
}

/** The mail by its headers; `unparsed` says why there is no more of it, null where nobody asked for more. */
async function headIn(pool: ParsePool, { raw, sizeBytes }: RawMail, unparsed: string | null): Promise<MailView> {
  const end = raw.length - splitMail(raw).body.length
  const head = { raw: raw.subarray(0, Math.min(end, headBytes)), sizeBytes, fetched: 'headers' as const, leftParts: 0, withSource: false }
  return (await pool.run({ ...head, unparsed }, headTimeoutMs)).view ?? bareView(raw, sizeBytes, unparsed ?? 'broken')
}

/** What is left to say of a mail whose very headers cannot be parsed. */
function bareView(raw: Buffer, sizeBytes: number, unparsed: string): MailView {
  const { head } = splitMail(raw)
  const line = (name: string) => (headerValue(head.slice(0, headBytes), name) ?? '').replaceAll('\0', '').slice(0, 1000)
  const none = { from: [], to: [], cc: [], replyTo: [], headers: [], attachments: [], deliveredTo: [] }
  return {
    ...none,
    subject: line('subject'),
    date: line('date') || null,
    messageId: line('message-id') || null,
    body: '',
    sizeBytes,
    truncated: true,
    unparsed,
    fetched: 'headers',
    calendar: null,
    auth: null,
  }
}
