// One folder of one mailbox: its mails under growing UIDs, and who wants to hear of new ones.

export interface StoredMail {
  uid: number
  raw: Buffer
  receivedAt: Date
  flags: Set<string>
}

export interface Folder {
  name: string
  uidValidity: number
  uidNext: number
  /** In the order of their UIDs. */
  mails: StoredMail[]
  /** Sessions that have it open; null while there is none, as thousands are. */
  watchers: Set<() => void> | null
}

let lastUidValidity = 1000

export const newFolder = (name: string): Folder => ({ name, uidValidity: ++lastUidValidity, uidNext: 1, mails: [], watchers: null })

export function append(folder: Folder, raw: Buffer, { receivedAt = new Date(), flags = [] as string[] } = {}): number {
  const uid = folder.uidNext++
  folder.mails.push({ uid, raw, receivedAt, flags: new Set(flags) })
  announce(folder)
  return uid
}

export function remove(folder: Folder, uids: ReadonlySet<number>): StoredMail[] {
  const gone = folder.mails.filter(mail => uids.has(mail.uid))
  folder.mails = folder.mails.filter(mail => !uids.has(mail.uid))
  announce(folder)
  return gone
}

/** As after a restored backup: the same mails, numbered anew. */
export function renumber(folder: Folder): void {
  folder.uidValidity = ++lastUidValidity
  folder.mails.forEach((mail, at) => {
    mail.uid = at + 1
  })
  folder.uidNext = folder.mails.length + 1
}

export function watch(folder: Folder, hear: () => void): () => void {
  folder.watchers ??= new Set()
  const { watchers } = folder
  watchers.add(hear)
  return () => {
    watchers.delete(hear)
    if (watchers.size === 0 && folder.watchers === watchers) folder.watchers = null
  }
}

function announce(folder: Folder): void {
  for (const hear of folder.watchers ?? []) hear()
}
