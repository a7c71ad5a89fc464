// Writes to a folder on an IMAP server with the few commands that mailbox actions need.
import { MailError } from './errors.ts'
import type { Folder, FolderWriter } from './writer.ts'

/** What of an IMAP client is used here; a command that the server refuses answers false or throws while it stays usable. */
export interface WritingClient {
  readonly usable: boolean
  readonly mailbox: false | { path: string; uidValidity: bigint; readOnly?: boolean | undefined }
  readonly capabilities: Map<string, boolean | number>
  readonly namespaces?: { personal: Namespace[]; other: Namespace[] | false; shared: Namespace[] | false } | undefined
  mailboxOpen(path: string, options: { readOnly: boolean }): Promise<unknown>
  search(query: { uid: string } | { header: Record<string, string> }, options: { uid: true }): Promise<number[] | false | undefined>
  messageFlagsAdd(range: string, flags: string[], options: { uid: true }): Promise<boolean>
  messageMove(range: string, path: string, options: { uid: true }): Promise<object | false>
  mailboxCreate(path: string): Promise<unknown>
  list(options: { listOnly: true }): Promise<{ path: string; flags: Set<string> }[]>
}

interface Namespace {
  prefix: string
  delimiter?: string | null | undefined
}

/** Opens a folder for writing and does `work`; it has to be opened anew for reading. Null when there is no such folder. Throws when the connection ends. */
export async function withWriter<T>(client: WritingClient, folder: string, work: (writer: FolderWriter) => Promise<T>): Promise<T | null> {
  const { mailbox } = client
  const isOpen = mailbox !== false && mailbox.path === folder && mailbox.readOnly !== true
  if (!isOpen && !(await isGranted(client, () => client.mailboxOpen(folder, { readOnly: false })))) return null
  return work(writerOf(client, folder))
}

function writerOf(client: WritingClient, folder: string): FolderWriter {
  const { mailbox, capabilities, namespaces } = client
  const personal = namespaces?.personal[0]
  let folders: Folder[] | null = null
  return {
    path: folder,
    uidValidity: mailbox ? Number(mailbox.uidValidity) : 0,
    isReadOnly: mailbox !== false && mailbox.readOnly === true,
    // Without UIDPLUS a move would expunge whatever else is marked as deleted (RFC 4315 §2.1).
    canMove: capabilities.has('MOVE') || capabilities.has('UIDPLUS'),
    personal: { prefix: personal?.prefix ?? '', delimiter: personal ? (personal.delimiter ?? '') : '/' },
    foreign: [...(namespaces?.other || []), ...(namespaces?.shared || [])].map(other => other.prefix),
    has: async uid => (await search(client, { uid: String(uid) })).includes(uid),
    find: messageId => search(client, { header: { 'message-id': messageId } }),
    addFlag: (uid, flag) => client.messageFlagsAdd(String(uid), [flag], { uid: true }),
    folders: async () => (folders ??= (await client.list({ listOnly: true })).map(asFolder)),
    async makeFolder(path) {
      folders = null
      return isGranted(client, () => client.mailboxCreate(path))
    },
    move: async (uid, path) => Boolean(await client.messageMove(String(uid), path, { uid: true })),
    async holds(path, messageId) {
      await client.mailboxOpen(path, { readOnly: true })
      const found = await search(client, { header: { 'message-id': messageId } })
      await client.mailboxOpen(folder, { readOnly: false })
      return found.length > 0
    },
  }
}

/** The client answers false when the connection broke, too: nobody may take that for a mail that is gone. */
async function search(client: WritingClient, query: Parameters<WritingClient['search']>[0]): Promise<number[]> {
  const found = await client.search(query, { uid: true })
  if (!Array.isArray(found)) throw new MailError('closed', 'the server did not answer SEARCH')
  return found
}

const asFolder = ({ path, flags }: { path: string; flags: Set<string> }): Folder => ({
  path,
  canHold: ![...flags].some(flag => /^\\(noselect|nonexistent)$/i.test(flag)),
})

async function isGranted(client: WritingClient, command: () => Promise<unknown>): Promise<boolean> {
  try {
    await command()
    return true
  } catch (error) {
    if (!client.usable) throw error
    return false
  }
}
