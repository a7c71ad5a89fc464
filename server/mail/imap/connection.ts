// A signed-in connection to one mail server; one of its folders is open at a time.
import type { ImapFlow, ListResponse } from 'imapflow'
import { MailError } from './errors.ts'
import { examine, type OpenFolder } from './folder.ts'
import { withWriter } from './imap-writer.ts'
import type { Patience } from './patience.ts'
import { listening, within } from './within.ts'
import type { FolderWriter } from './writer.ts'

/** What STATUS tells of a folder (RFC 3501 §6.3.10). */
export interface FolderStatus {
  uidValidity: number
  uidNext: number
}

export interface ListedFolder {
  name: string
  /** As RFC 6154 names it, in small letters: `sent`, `junk` … */
  role: string | null
  /** Null where it was not asked for, or the server did not say. */
  status: FolderStatus | null
}

/** What the watch needs of a mail server; another implementation may stand in for a lying one. */
export interface Connection {
  /** Null when the server has no such folder, or does not let us in. */
  open(folder: string): Promise<OpenFolder | null>
  /** Null likewise. */
  status(folder: string): Promise<FolderStatus | null>
  /** Those that can hold mail. With `withStatus` in one command where the server has LIST-STATUS (RFC 5819). */
  folders(withStatus: boolean): Promise<ListedFolder[]>
  /** Asks for a sign of life; throws, and closes the connection, when none came in time. */
  noop(deadlineMs: number): Promise<void>
  /** Opens a folder for writing while `work` runs; null when there is none of that name. What arrives meanwhile is not told: look past the cursor afterwards. */
  writing<T>(folder: string, work: (writer: FolderWriter) => Promise<T>): Promise<T | null>
  /** Puts a mail into a folder as one that was read; false when the server refuses it. */
  append(folder: string, raw: Buffer, at: Date): Promise<boolean>
  /** Listens to the open folder until another command or the server ends it; false when the server refuses to. Throws when it does not stop talking. */
  idle(): Promise<boolean>
  /** `news` runs when the number of mails in the open folder changes, `closed` once when the connection is gone. */
  listen(news: () => void, closed: () => void): void
  isOpen(): boolean
  close(): void
}

const asked = { uidNext: true, uidValidity: true }

export function connectionOf(client: ImapFlow, patience: Patience): Connection {
  const { silenceMs, writingMs } = patience
  return {
    open: folder => within(silenceMs, client, () => examine(client, folder, patience)),
    status: folder => within(silenceMs, client, () => statusOf(client, folder)),
    folders: withStatus => within(silenceMs, client, () => list(client, withStatus)),
    writing: (folder, work) => within(writingMs, client, () => withWriter(client, folder, work)),
    append: (folder, raw, at) => within(writingMs, client, () => append(client, folder, raw, at)),
    noop: deadlineMs => within(deadlineMs, client, () => noop(client)),
    // Without IDLE the client would ask by itself every two minutes, and not tell.
    idle: async () => canIdle(client) && listening(client, async () => (await client.idle()) !== false),
    listen(news, closed) {
      client.on('exists', news)
      client.once('close', closed)
      if (!client.usable) closed()
    },
    isOpen: () => client.usable,
    close: () => client.close(),
  }
}

const canIdle = ({ capabilities }: ImapFlow): boolean => capabilities.has('IDLE') || capabilities.has('IMAP4rev2')

async function statusOf(client: ImapFlow, folder: string): Promise<FolderStatus | null> {
  try {
    return readStatus(await client.status(folder, asked))
  } catch (error) {
    if (client.usable && error instanceof Error && Reflect.get(error, 'code') === 'NotFound') return null
    throw error
  }
}

function readStatus(status: Awaited<ReturnType<ImapFlow['status']>> | undefined): FolderStatus | null {
  if (!status || !status.uidValidity) return null
  return { uidValidity: Number(status.uidValidity), uidNext: status.uidNext ?? 0 }
}

async function list(client: ImapFlow, withStatus: boolean): Promise<ListedFolder[]> {
  const listed = await client.list(withStatus ? { statusQuery: asked } : {})
  return listed.filter(canHold).map(folder => ({
    name: folder.path,
    role: folder.specialUse ? folder.specialUse.replace('\\', '').toLowerCase() : null,
    status: readStatus(folder.status),
  }))
}

const canHold = ({ flags }: ListResponse): boolean => ![...flags].some(flag => /^\\(noselect|nonexistent)$/i.test(flag))

async function append(client: ImapFlow, folder: string, raw: Buffer, at: Date): Promise<boolean> {
  try {
    return Boolean(await client.append(folder, raw, ['\\Seen'], at))
  } catch (error) {
    if (!client.usable) throw error
    return false
  }
}

async function noop(client: ImapFlow): Promise<void> {
  await client.noop()
  if (!client.usable) throw new MailError('closed', 'the connection is gone')
}
