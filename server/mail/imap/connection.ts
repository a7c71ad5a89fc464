// A signed-in connection to one mail server, with one of its folders open at a time.
import type { ImapFlow, ListResponse } from 'imapflow'
import { MailError } from './errors.ts'
import { type OpenFolder, openReadOnly } from './folder.ts'
import { withWriter } from './imap-writer.ts'
import type { Patience } from './patience.ts'
import { whileIdling, withDeadline } from './within.ts'
import type { FolderWriter } from './writer.ts'

/** What STATUS returns for a folder (RFC 3501 §6.3.10). */
export interface FolderStatus {
  uidValidity: number
  uidNext: number
}

export interface ListedFolder {
  name: string
  /** The RFC 6154 name in lower case: `sent`, `junk` … */
  role: string | null
  /** Null when it was not requested or the server did not return it. */
  status: FolderStatus | null
}

/** What a watch needs of a mail server; tests implement it for misbehaving ones. */
export interface Connection {
  /** Null when the server has no such folder or denies access. */
  open(folder: string): Promise<OpenFolder | null>
  /** Null for the same reasons. */
  status(folder: string): Promise<FolderStatus | null>
  /** Folders that can hold email. `withStatus` takes one command where the server has LIST-STATUS (RFC 5819). */
  folders(withStatus: boolean): Promise<ListedFolder[]>
  /** Asks for a sign of life; throws and closes the connection when none comes in time. */
  noop(deadlineMs: number): Promise<void>
  /** Opens a folder for writing while `work` runs; null when it doesn't exist. Arrivals meanwhile aren't reported: check past the cursor afterwards. */
  writing<T>(folder: string, work: (writer: FolderWriter) => Promise<T>): Promise<T | null>
  /** Appends an email to a folder, marked as read; false when the server refuses. */
  append(folder: string, raw: Buffer, at: Date): Promise<boolean>
  /** Idles on the open folder until another command or the server ends it; false when the server refuses. Throws when the server floods us. */
  idle(): Promise<boolean>
  /** Calls `onNews` when the message count of the open folder changes, and `onClosed` once when the connection ends. */
  listen(onNews: () => void, onClosed: () => void): void
  isOpen(): boolean
  close(): void
}

const statusQuery = { uidNext: true, uidValidity: true }

export function newConnection(client: ImapFlow, patience: Patience): Connection {
  const { silenceMs, writingMs } = patience
  return {
    open: folder => withDeadline(silenceMs, client, () => openReadOnly(client, folder, patience)),
    status: folder => withDeadline(silenceMs, client, () => fetchStatus(client, folder)),
    folders: withStatus => withDeadline(silenceMs, client, () => list(client, withStatus)),
    writing: (folder, work) => withDeadline(writingMs, client, () => withWriter(client, folder, work)),
    append: (folder, raw, at) => withDeadline(writingMs, client, () => append(client, folder, raw, at)),
    noop: deadlineMs => withDeadline(deadlineMs, client, () => noop(client)),
    // Without IDLE, imapflow would silently poll every two minutes.
    idle: async () => canIdle(client) && whileIdling(client, async () => (await client.idle()) !== false),
    listen(onNews, onClosed) {
      client.on('exists', onNews)
      client.once('close', onClosed)
      if (!client.usable) onClosed()
    },
    isOpen: () => client.usable,
    close: () => client.close(),
  }
}

const canIdle = ({ capabilities }: ImapFlow): boolean => capabilities.has('IDLE') || capabilities.has('IMAP4rev2')

async function fetchStatus(client: ImapFlow, folder: string): Promise<FolderStatus | null> {
  try {
    return readStatus(await client.status(folder, statusQuery))
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
  const listed = await client.list(withStatus ? { statusQuery } : {})
  return listed.filter(canHoldEmail).map(folder => ({
    name: folder.path,
    role: folder.specialUse ? folder.specialUse.replace('\\', '').toLowerCase() : null,
    status: readStatus(folder.status),
  }))
}

const canHoldEmail = ({ flags }: ListResponse): boolean => ![...flags].some(flag => /^\\(noselect|nonexistent)$/i.test(flag))

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
