// Writes to an IMAP folder with the few commands that mailbox actions need.
import { MailError } from './errors.ts'
import type { FolderWriter, WritableFolder } from './writer.ts'

/** The parts of imapflow used here; a command that the server refuses returns false or throws while `usable` stays true. */
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

/** Opens a folder for writing and runs `work`; afterwards it must be reopened for reading. Null when it doesn't exist. Throws when the connection ends. */
export async function withWriter<T>(client: WritingClient, folder: string, work: (writer: FolderWriter) => Promise<T>): Promise<T | null> {
  const { mailbox } = client
  const isOpen = mailbox !== false && mailbox.path === folder && mailbox.readOnly !== true
  if (!isOpen && !(await succeeds(client, () => client.mailboxOpen(folder, { readOnly: false })))) return null
  return work(newWriter(client, folder))
}

function newWriter(client: WritingClient, folder: string): FolderWriter {
  const { mailbox, capabilities, namespaces } = client
  const personal = namespaces?.personal[0]
  let folders: WritableFolder[] | null = null
  return {
    path: folder,
    uidValidity: mailbox ? Number(mailbox.uidValidity) : 0,
    isReadOnly: mailbox !== false && mailbox.readOnly === true,
    // Without UIDPLUS, a move would expunge other emails marked as deleted too (RFC 4315 §2.1).
    canMove: capabilities.has('MOVE') || capabilities.has('UIDPLUS'),
    personal: { prefix: personal?.prefix ?? '', delimiter: personal ? (personal.delimiter ?? '') : '/' },
    foreign: [...(namespaces?.other || []), ...(namespaces?.shared || [])].map(other => other.prefix),
    has: async uid => (await search(client, { uid: String(uid) })).includes(uid),
    find: messageId => search(client, { header: { 'message-id': messageId } }),
    addFlag: (uid, flag) => client.messageFlagsAdd(String(uid), [flag], { uid: true }),
    folders: async () => (folders ??= (await client.list({ listOnly: true })).map(toServerFolder)),
    async makeFolder(path) {
      folders = null
      return succeeds(client, () => client.mailboxCreate(path))
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

/** The client also returns false when the connection broke, which must not be mistaken for an email that is gone. */
async function search(client: WritingClient, query: Parameters<WritingClient['search']>[0]): Promise<number[]> {
  const found = await client.search(query, { uid: true })
  if (!Array.isArray(found)) throw new MailError('closed', 'the server did not answer SEARCH')
  return found
}

const toServerFolder = ({ path, flags }: { path: string; flags: Set<string> }): WritableFolder => ({
  path,
  canHold: ![...flags].some(flag => /^\\(noselect|nonexistent)$/i.test(flag)),
})

async function succeeds(client: WritingClient, command: () => Promise<unknown>): Promise<boolean> {
  try {
    await command()
    return true
  } catch (error) {
    if (!client.usable) throw error
    return false
  }
}
