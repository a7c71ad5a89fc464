// After a reply was sent: files one copy in Sent and marks the original as answered.
import { ImapSettings } from '../../../core/api/mail.ts'
import { filesBySelf } from '../../../core/mailbox/providers/outgoing.ts'
import { providerOfMailbox } from '../../../core/mailbox/providers/providers.ts'
import { connectTo } from '../imap/connect.ts'
import type { Connection } from '../imap/connection.ts'
import { findFolder } from '../imap/find-folder.ts'
import { type AccessDeps, doorOf } from '../mailboxes/access.ts'
import { withCredential } from '../mailboxes/credential.ts'
import type { KeptMailbox } from '../mailboxes/store.ts'
import type { ComposedReply } from './compose.ts'
import type { readMessageLocation } from './store.ts'

const connectMs = 30_000

export type MailboxLocation = NonNullable<Awaited<ReturnType<typeof readMessageLocation>>>

/** Connects to the mailbox apart from its watch, and does `work`; throws what `problemOf` can name. */
export async function atMailbox<T>(deps: AccessDeps, mailbox: KeptMailbox, work: (connection: Connection) => Promise<T>): Promise<T> {
  const settings = ImapSettings.parse(mailbox.settings)
  const opened = { userId: mailbox.user_id, id: mailbox.id, settings, secret: mailbox.secret ?? Buffer.alloc(0) }
  const connection = await withCredential(deps, opened, credential => connectTo(doorOf(deps), settings, credential, connectMs))
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}

/** Puts the copy into Sent where it does not lie yet; false when the server refuses it. */
export async function fileInSent(
  connection: Connection,
  mailbox: KeptMailbox,
  { messageId, raw }: ComposedReply,
  at: Date,
): Promise<boolean> {
  const sent = await sentOf(connection)
  if (sent === null) return false
  if (await isIn(connection, sent, messageId)) return true
  if (filesBySelf(providerOf(mailbox))) return true
  return connection.append(sent, raw, at)
}

/** True when Sent holds a mail of this Message-ID. */
export async function isSent(connection: Connection, messageId: string): Promise<boolean> {
  const sent = await roleOf(connection, 'sent')
  return sent !== null && (await isIn(connection, sent, messageId))
}

/** At best: a mail that was moved or is gone is not marked. */
export async function markReplied(connection: Connection, { folder, uid, uidValidity }: MailboxLocation): Promise<void> {
  if (uid === null) return
  await connection.writing(folder, async writer => {
    if (writer.uidValidity === uidValidity && !writer.isReadOnly && (await writer.has(uid))) await writer.addFlag(uid, '\\Answered')
  })
}

/** The folder of a special use (RFC 6154), by the server's word or by its name; null where there is none. */
export async function roleOf(connection: Pick<Connection, 'folders'>, role: string): Promise<string | null> {
  return (await connection.folders(false)).find(folder => folder.role === role)?.name ?? null
}

async function sentOf(connection: Connection): Promise<string | null> {
  return (await roleOf(connection, 'sent')) ?? madeFolder(connection, 'Sent')
}

/** Found in any case of letters among the person's own, or made there; null when the server refuses. */
export const madeFolder = (connection: Pick<Connection, 'writing'>, name: string): Promise<string | null> =>
  connection.writing('INBOX', async writer => {
    const found = await findFolder(writer, name)
    return 'path' in found ? found.path : null
  })

async function isIn(connection: Connection, folder: string, messageId: string): Promise<boolean> {
  const found = await connection.writing(folder, writer => writer.find(messageId))
  return found !== null && found.length > 0
}

function providerOf({ provider, address, settings }: KeptMailbox): string | null {
  const imap = ImapSettings.safeParse(settings)
  return provider ?? (imap.success ? (providerOfMailbox(address, imap.data.host)?.id ?? null) : null)
}
