// Files a copy of a sent reply in Sent, and marks the original as answered.
import { ImapSettings } from '../../../core/api/mail.ts'
import { savesSentItself } from '../../../core/mailbox/providers/outgoing.ts'
import { providerOfMailbox } from '../../../core/mailbox/providers/providers.ts'
import { connectTo } from '../imap/connect.ts'
import type { Connection } from '../imap/connection.ts'
import { findFolder } from '../imap/find-folder.ts'
import { type AccessDeps, toImapDeps } from '../mailboxes/access.ts'
import type { ConnectionLimiter } from '../mailboxes/connection-limiter.ts'
import { withCredential } from '../mailboxes/credential.ts'
import type { MailEndpoint, MailServers } from '../mailboxes/mail-servers.ts'
import type { MailboxRow } from '../mailboxes/store.ts'
import type { ComposedReply } from './compose.ts'
import type { readMessageLocation } from './store.ts'

const connectMs = 30_000

export type MailboxLocation = NonNullable<Awaited<ReturnType<typeof readMessageLocation>>>

/** What a connection beside the one that watches a mailbox needs. */
export interface SeparateDeps extends AccessDeps {
  /** Counts it with the connections that watch. */
  limiter?: ConnectionLimiter
  servers?: MailServers
}

/** Runs `work` on a connection separate from the mailbox's watch; throws what `toMailProblem` can name. */
export async function withMailboxConnection<T>(
  deps: SeparateDeps,
  mailbox: MailboxRow,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const settings = ImapSettings.parse(mailbox.settings)
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  const connection = await withCredential(deps, opened, credential =>
    connectSeparately(deps, settings, () => connectTo(toImapDeps(deps), settings, credential, connectMs)),
  )
  try {
    return await work(connection.opened)
  } finally {
    connection.opened.close()
    connection.release()
  }
}

/** Opens a connection that a person waits for: it is counted, but goes before the mailboxes that reconnect. */
export async function connectSeparately<T>(
  { limiter, servers }: SeparateDeps,
  server: MailEndpoint & { username: string },
  open: () => Promise<T>,
): Promise<{ opened: T; release: () => void }> {
  const release = (await limiter?.enter(server.host, server.username, { isUrgent: true })) ?? (() => undefined)
  try {
    return { opened: await (servers ? servers.connect(server, open) : open()), release }
  } catch (error) {
    release()
    throw error
  }
}

/** Puts a copy into Sent unless it is there already; false when the server refuses. */
export async function fileInSent(
  connection: Connection,
  mailbox: MailboxRow,
  { messageId, raw }: ComposedReply,
  at: Date,
): Promise<boolean> {
  const sent = await findSentFolder(connection)
  if (sent === null) return false
  if (await hasMessage(connection, sent, messageId)) return true
  if (savesSentItself(findProvider(mailbox))) return true
  return connection.append(sent, raw, at)
}

/** Whether Sent has an email with this Message-ID. */
export async function isSent(connection: Connection, messageId: string): Promise<boolean> {
  const sent = await findSpecialFolder(connection, 'sent')
  return sent !== null && (await hasMessage(connection, sent, messageId))
}

/** Best effort: an email that was moved or deleted is not marked. */
export async function markReplied(connection: Connection, { folder, uid, uidValidity }: MailboxLocation): Promise<void> {
  if (uid === null) return
  await connection.writing(folder, async writer => {
    if (writer.uidValidity === uidValidity && !writer.isReadOnly && (await writer.has(uid))) await writer.addFlag(uid, '\\Answered')
  })
}

/** The folder with a special use (RFC 6154); null when there is none. */
export async function findSpecialFolder(connection: Pick<Connection, 'folders'>, role: string): Promise<string | null> {
  return (await connection.folders(false)).find(folder => folder.role === role)?.name ?? null
}

async function findSentFolder(connection: Connection): Promise<string | null> {
  return (await findSpecialFolder(connection, 'sent')) ?? ensureFolder(connection, 'Sent')
}

/** Finds one of the user's own folders, in any case, or creates it; null when the server refuses. */
export const ensureFolder = (connection: Pick<Connection, 'writing'>, name: string): Promise<string | null> =>
  connection.writing('INBOX', async writer => {
    const found = await findFolder(writer, name)
    return 'path' in found ? found.path : null
  })

async function hasMessage(connection: Connection, folder: string, messageId: string): Promise<boolean> {
  const found = await connection.writing(folder, writer => writer.find(messageId))
  return found !== null && found.length > 0
}

function findProvider({ provider, address, settings }: MailboxRow): string | null {
  const imap = ImapSettings.safeParse(settings)
  return provider ?? (imap.success ? (providerOfMailbox(address, imap.data.host)?.id ?? null) : null)
}
