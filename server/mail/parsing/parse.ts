// Parses raw email into the filter view, in threads with a deadline and a memory limit; always returns a view.
import type { FetchedExtent, MailView } from '../../../core/message/view.ts'
import type { Arrived } from './arrived.ts'
import { type FileBytes, openParsePool, type ParsePool } from './parse-pool.ts'
import { headerValue, splitMail } from './raw.ts'

export interface RawMail {
  /** How it arrived. An email to our own address is never trusted about its authentication results: no server of ours wrote them. */
  kind: 'imap' | 'address'
  raw: Buffer
  sizeBytes: number
  reduced: Arrived['reduced']
  /** How much of it `raw` contains; everything when absent. */
  fetched?: FetchedExtent
  /** The number of parts left out of `raw` because there are too many. */
  leftParts?: number
  /** Include the source for filters that inspect it. */
  withSource?: boolean
  /** Our own authentication results for an email to our own address. */
  auth?: MailView['auth'] | undefined
  /** Domains whose signatures we verified. */
  signedBy?: string[] | undefined
}

export interface Parser {
  /** Never rejects: for an email that can't be parsed, returns its headers with the reason in `unparsed`. */
  parse(mail: RawMail): Promise<MailView>
  /** The packed page for the web view (page.ts); null when there is none. Never rejects. */
  pageOf(mail: RawMail): Promise<Buffer | null>
  /** The files that may be sent to a phone, with their bytes; none when the email is incomplete or unreadable. Never rejects. */
  filesOf(mail: RawMail): Promise<FileBytes[]>
  /** The current number of threads. */
  threads(): number
  stop(): Promise<void>
}

export interface ParserOptions {
  workers: number
  timeoutMs: number
  memoryMb?: number
  /** A thread is released after this long without work. */
  idleMs?: number
}

/** How much of an email that couldn't be parsed is tried again, for its headers. */
const maxHeaderBytes = 64 * 1024
const headerTimeoutMs = 500

const defaultIdleMs = 60_000

/** Starts up to `workers` threads on demand, and replaces those that hang or die. */
export function openParser({ workers, timeoutMs, memoryMb = 192, idleMs = defaultIdleMs }: ParserOptions): Parser {
  const pool = openParsePool({ workers, memoryMb, idleMs })
  return {
    async parse(mail) {
      const view = await parseView(pool, mail, timeoutMs)
      return mail.kind === 'address' ? { ...view, auth: mail.auth ?? null, signedBy: mail.signedBy ?? [] } : view
    },
    pageOf: mail => parsePage(pool, mail, timeoutMs),
    filesOf: mail => parseFiles(pool, mail, filesTimeoutFactor * timeoutMs),
    threads: pool.size,
    stop: pool.stop,
  }
}

async function parseView(pool: ParsePool, mail: RawMail, timeoutMs: number): Promise<MailView> {
  if (mail.reduced) return parseHeaders(pool, mail, mail.reduced)
  if (mail.fetched === 'headers') return parseHeaders(pool, mail, null)
  const { raw, sizeBytes, fetched = 'all', leftParts = 0, withSource = false } = mail
  const whole = await pool.run({ raw, sizeBytes, unparsed: null, fetched, leftParts, withSource }, timeoutMs)
  return whole.view ?? parseHeaders(pool, mail, whole.late ? 'too_slow' : 'broken')
}

async function parsePage(
  pool: ParsePool,
  { raw, sizeBytes, fetched = 'all', reduced }: RawMail,
  timeoutMs: number,
): Promise<Buffer | null> {
  if (reduced || fetched === 'headers' || fetched === 'structure') return null
  const task = { raw, sizeBytes, unparsed: null, fetched, leftParts: 0, withSource: false, asPage: true }
  const { page } = await pool.run(task, timeoutMs)
  return page && Buffer.from(page.buffer, page.byteOffset, page.byteLength)
}

/** Files get more time, as their bytes are copied between threads. */
const filesTimeoutFactor = 4

async function parseFiles(pool: ParsePool, { raw, sizeBytes, fetched = 'all', reduced }: RawMail, timeoutMs: number): Promise<FileBytes[]> {
  if (reduced || fetched !== 'all') return []
  const task = { raw, sizeBytes, unparsed: null, fetched, leftParts: 0, withSource: false, asFiles: true }
  return (await pool.run(task, timeoutMs)).files ?? []
}

/** A view of the headers alone; `unparsed` says why, or is null when only they were requested. */
async function parseHeaders(pool: ParsePool, { raw, sizeBytes }: RawMail, unparsed: string | null): Promise<MailView> {
  const end = raw.length - splitMail(raw).body.length
  const head = {
    raw: raw.subarray(0, Math.min(end, maxHeaderBytes)),
    sizeBytes,
    fetched: 'headers' as const,
    leftParts: 0,
    withSource: false,
  }
  return (await pool.run({ ...head, unparsed }, headerTimeoutMs)).view ?? minimalView(raw, sizeBytes, unparsed ?? 'broken')
}

/** A minimal view for an email whose headers can't be parsed either. */
function minimalView(raw: Buffer, sizeBytes: number, unparsed: string): MailView {
  const { head } = splitMail(raw)
  const line = (name: string) => (headerValue(head.slice(0, maxHeaderBytes), name) ?? '').replaceAll('\0', '').slice(0, 1000)
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
