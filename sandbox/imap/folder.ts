// One folder of a mailbox: its messages with growing UIDs, and the sessions to notify of changes.

export interface StoredMessage {
  uid: number
  raw: Buffer
  receivedAt: Date
  flags: Set<string>
}

export interface StoredFolder {
  name: string
  uidValidity: number
  uidNext: number
  /** Ordered by UID. */
  messages: StoredMessage[]
  /** Callbacks of the sessions that have it open; null while there is none, which saves memory for thousands of folders. */
  watchers: Set<() => void> | null
}

let lastUidValidity = 1000

export const newFolder = (name: string): StoredFolder => ({
  name,
  uidValidity: ++lastUidValidity,
  uidNext: 1,
  messages: [],
  watchers: null,
})

export function appendMessage(folder: StoredFolder, raw: Buffer, { receivedAt = new Date(), flags = [] as string[] } = {}): number {
  const uid = folder.uidNext++
  folder.messages.push({ uid, raw, receivedAt, flags: new Set(flags) })
  notifyWatchers(folder)
  return uid
}

export function removeMessages(folder: StoredFolder, uids: ReadonlySet<number>): StoredMessage[] {
  const removed = folder.messages.filter(message => uids.has(message.uid))
  folder.messages = folder.messages.filter(message => !uids.has(message.uid))
  notifyWatchers(folder)
  return removed
}

/** Gives the same messages new UIDs, as after a restored backup. */
export function renumber(folder: StoredFolder): void {
  folder.uidValidity = ++lastUidValidity
  folder.messages.forEach((message, index) => {
    message.uid = index + 1
  })
  folder.uidNext = folder.messages.length + 1
}

export function watch(folder: StoredFolder, onChange: () => void): () => void {
  folder.watchers ??= new Set()
  const { watchers } = folder
  watchers.add(onChange)
  return () => {
    watchers.delete(onChange)
    if (watchers.size === 0 && folder.watchers === watchers) folder.watchers = null
  }
}

function notifyWatchers(folder: StoredFolder): void {
  for (const onChange of folder.watchers ?? []) onChange()
}
