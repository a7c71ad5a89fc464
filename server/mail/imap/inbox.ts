// One inbox on one server, opened read-only but for a deed.
import type { ImapFlow } from 'imapflow'
import { withWriter } from '../deeds/imap-writer.ts'
import type { Writer } from '../deeds/writer.ts'
import { MailError } from '../errors.ts'
import type { Patience } from '../patience.ts'
import { type Fetched, fetchHeaders, fetchSources } from './fetch.ts'
import { answerBytes, listening, within } from './within.ts'

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
  /** Listens until another command or the server ends it; false when the server refuses to. Throws when it does not stop talking. */
  idle(): Promise<boolean>
  /** `news` runs when the number of mails changes, `closed` once when the connection is gone. */
  listen(news: () => void, closed: () => void): void
  isOpen(): boolean
  close(): void
}

/** Opens INBOX with EXAMINE, so that no flag changes. */
export async function openExamined(client: ImapFlow, { silenceMs, fetchMs, writingMs }: Patience): Promise<Inbox> {
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
    idle: () => listening(client, async () => (await client.idle()) !== false),
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

async function noop(client: ImapFlow): Promise<void> {
  await client.noop()
  if (!client.usable) throw new MailError('closed', 'the connection is gone')
}
