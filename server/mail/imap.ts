// The one door to imapflow: one inbox on one server, opened read-only but for a deed.
import { BlockList, isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import type { ImapSettings } from '../../core/api/mail.ts'
import { elapsed, sleep } from '../clock.ts'
import type { Outside } from '../outside.ts'
import { withWriter } from './deeds/imap-writer.ts'
import type { Writer } from './deeds/writer.ts'
import { MailError } from './errors.ts'

export interface Fetched {
  uid: number
  /** From the first byte up to what was asked for; null when the server left it out. */
  source: Buffer | null
  sizeBytes: number
  internalDate: Date | null
}

/** What the watch needs of a mail server; another implementation may stand in for a lying one. */
export interface Inbox {
  readonly uidValidity: number
  readonly uidNext: number
  readonly exists: number
  /** The UIDs from `from` on, in order; `since` leaves out days before it (RFC 3501 §6.4.4: a day is the finest it knows). */
  uidsFrom(from: number, since: Date | null): Promise<number[]>
  /** At most `maxBytes` of each; a UID that the server leaves out is not in the answer. */
  fetch(uids: number[], maxBytes: number): Promise<Fetched[]>
  fetchHeaders(uid: number): Promise<Buffer | null>
  /** Asks for a sign of life; throws, and closes the connection, when none came in time. */
  noop(deadlineMs: number): Promise<void>
  /** Opens it for writing while `work` runs. What arrives meanwhile is not told: look past the cursor afterwards. */
  writing<T>(work: (writer: Writer) => Promise<T>): Promise<T>
  /** Listens until another command or the server ends it; false when the server refuses to. */
  idle(): Promise<boolean>
  /** `news` runs when the number of mails changes, `closed` once when the connection is gone. */
  listen(news: () => void, closed: () => void): void
  isOpen(): boolean
  close(): void
}

export interface ImapDoor {
  outside: Outside
  /** Certificates that are trusted besides the public ones, in PEM. */
  ca?: string
}

/** Where mail servers listen: POP, IMAP and SMTP, plain and in TLS. Anything else is not asked in a person's name. */
const mailPorts = [110, 143, 465, 587, 993, 995]
/** A command that brings no byte for so long is dead. */
const silenceMs = 60_000
/** Nobody answers more beside the mails themselves: half a million UIDs. */
const answerBytes = 4 * 1024 * 1024
const meterMs = 500
/** A connection that trickles is given up, however alive it looks. */
const fetchMs = 300_000
const writingMs = 120_000

/** Connects, signs in and opens INBOX with EXAMINE, so that no flag changes; throws what `problemOf` can name. */
export async function openInbox(door: ImapDoor, settings: ImapSettings, password: string, timeoutMs: number): Promise<Inbox> {
  const client = await newClient(door, settings, password, timeoutMs)
  // A listener has to be there before anything happens: an error that nobody hears would end the process.
  client.on('error', () => undefined)
  return within(timeoutMs, client, async () => {
    try {
      await client.connect()
    } catch (error) {
      throw settings.security === 'tls' ? error : hintAtTls(error, client.stats().received)
    }
    return openExamined(client)
  })
}

async function newClient(door: ImapDoor, settings: ImapSettings, password: string, timeoutMs: number): Promise<ImapFlow> {
  const started = elapsed()
  const endpoint = await door.outside.addressOf(settings.host, settings.port, mailPorts)
  const leftMs = Math.max(1, timeoutMs - (elapsed() - started))
  if (settings.security === 'none' && !isNear(endpoint))
    throw new MailError('plain_refused', 'a password is not sent over an open connection')
  return new ImapFlow({
    host: endpoint.address,
    ...(isIP(settings.host) === 0 && { servername: settings.host }),
    port: settings.port,
    secure: settings.security === 'tls',
    ...(settings.security !== 'tls' && { doSTARTTLS: settings.security === 'starttls' }),
    auth: { user: settings.username, pass: password },
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(door.ca && { ca: [door.ca] }) },
    logger: false,
    // NetEase refuses clients that do not introduce themselves (RFC 2971).
    clientInfo: { name: 'Mailferry', vendor: 'Mailferry' },
    disableAutoIdle: true,
    disableBinary: true,
    connectionTimeout: leftMs,
    // Shorter than the whole, so that a missing greeting is told from a server that is slow.
    greetingTimeout: Math.ceil(leftMs * 0.8),
    socketTimeout: silenceMs,
    maxLineLength: 1024 * 1024,
    maxLiteralSize: 256 * 1024 * 1024,
    maxResponseSize: 300 * 1024 * 1024,
  })
}

async function openExamined(client: ImapFlow): Promise<Inbox> {
  const box = await client.mailboxOpen('INBOX', { readOnly: true }).catch((error: unknown) => {
    throw client.usable && error instanceof Error && Reflect.get(error, 'responseStatus') === 'NO'
      ? new MailError('no_inbox', error.message)
      : error
  })
  if (!box?.uidValidity) throw new MailError('not_imap', 'the server told no UIDVALIDITY')
  return {
    uidValidity: Number(box.uidValidity),
    get uidNext() {
      return client.mailbox ? client.mailbox.uidNext : 0
    },
    get exists() {
      return client.mailbox ? client.mailbox.exists : 0
    },
    uidsFrom: (from, since) => within(silenceMs, client, () => search(client, from, since)),
    fetch: (uids, maxBytes) => within(fetchMs, client, () => fetchSources(client, uids, maxBytes), answerBytes + uids.length * maxBytes),
    fetchHeaders: uid => within(silenceMs, client, () => fetchHeaders(client, uid)),
    writing: work => within(writingMs, client, () => withWriter(client, work)),
    noop: deadlineMs => within(deadlineMs, client, () => noop(client)),
    idle: async () => (await client.idle()) !== false,
    listen(news, closed) {
      client.on('exists', news)
      client.once('close', closed)
      if (!client.usable) closed()
    },
    isOpen: () => client.usable,
    close: () => client.close(),
  }
}

async function search(client: ImapFlow, from: number, since: Date | null): Promise<number[]> {
  const found = await client.search({ uid: `${from}:*`, ...(since && { since }) }, { uid: true })
  if (!Array.isArray(found)) throw new MailError('closed', 'the server did not answer SEARCH')
  // `n:*` names the last mail even when its UID is below n (RFC 3501 §6.4.8).
  return found.filter(uid => uid >= from)
}

async function fetchSources(client: ImapFlow, uids: number[], maxBytes: number): Promise<Fetched[]> {
  const found: Fetched[] = []
  const query = { uid: true, size: true, internalDate: true, source: { start: 0, maxLength: maxBytes } }
  for await (const mail of client.fetch(uids, query, { uid: true })) {
    if (mail.source && mail.source.length > maxBytes) throw new MailError('not_imap', 'the server sent more of a mail than was asked for')
    const internalDate = mail.internalDate ? new Date(mail.internalDate) : null
    found.push({ uid: mail.uid, source: mail.source ?? null, sizeBytes: mail.size ?? mail.source?.length ?? 0, internalDate })
  }
  return found
}

async function fetchHeaders(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const mail = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true })
  return (mail && mail.headers) || null
}

async function noop(client: ImapFlow): Promise<void> {
  await client.noop()
  if (!client.usable) throw new MailError('closed', 'the connection is gone')
}

/** Runs one exchange; when it takes longer or brings more, the connection is closed and the exchange fails with it. */
async function within<T>(ms: number, client: ImapFlow, exchange: () => Promise<T>, mostBytes = answerBytes): Promise<T> {
  const done = new AbortController()
  const late = limit(ms, mostBytes, client, done.signal)
  try {
    const first = await Promise.race([exchange().then(value => ({ value })), late])
    if (!first) throw new MailError('timeout', 'no answer')
    return first.value
  } catch (error) {
    client.close()
    throw error
  } finally {
    done.abort()
  }
}

async function limit(ms: number, mostBytes: number, client: ImapFlow, done: AbortSignal): Promise<void> {
  const began = elapsed()
  const before = client.stats().received
  while (!done.aborted && elapsed() - began < ms) {
    await sleep(Math.min(meterMs, ms - (elapsed() - began)), done)
    // What it sends is kept until its answer ends, and one person's server must not fill the memory of all.
    if (client.stats().received - before > mostBytes) throw new MailError('not_imap', `the server answered more than ${mostBytes} bytes`)
  }
  if (!done.aborted) throw new MailError('timeout', `no answer in ${ms} ms`)
}

// A server that speaks TLS from the first byte waits for ours, and so never greets a plain connection, or hangs up.
function hintAtTls(error: unknown, receivedBytes: number): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const isSilent = code === 'GREETING_TIMEOUT' || code === 'ClosedAfterConnectText'
  if (isSilent && receivedBytes === 0) return new MailError('tls_expected', 'no greeting on a plain connection')
  return code === 'GREETING_TIMEOUT' ? new MailError('not_imap', 'the greeting is not one of IMAP') : error
}

const near = new BlockList()
near.addSubnet('127.0.0.0', 8, 'ipv4')
near.addSubnet('10.0.0.0', 8, 'ipv4')
near.addSubnet('172.16.0.0', 12, 'ipv4')
near.addSubnet('192.168.0.0', 16, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
/** This machine or the operator's own network, which the guarded connect let through. */
const isNear = (e: { address: string; family: 4 | 6 }): boolean => near.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')
