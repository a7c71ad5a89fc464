// Tracks how far a folder has been read: its cursor and UIDVALIDITY.
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import type { FetchTries } from '../../../core/mailbox/missing.ts'
import type { LeasedFolder } from './owners.ts'

/** The progress of one watched folder; outlives connections. */
export interface FolderSync {
  userId: string
  mailboxId: string
  folder: string
  cursor: FolderCursor | null
  startsAt: Date
  /** When the cursor last passed an email. */
  passedAt: Date | null
  /** UIDs past the cursor that were received while a lower one was missing. */
  fetchedAhead: Set<number>
  /** Tries for emails that the server lists but has not returned yet, by source key. */
  fetchTries: Map<string, FetchTries>
  /** Tries for emails that could not be kept, by source key. */
  keepTries: Map<string, FetchTries>
  /** Emails whose structure must not be requested again, as it was unusable or ended the connection. */
  structureRefused: Set<string>
  /** The lowest UID that we don't know about yet. */
  knownUidNext: number
  /** The cursor's next UID when this connection began. */
  uidNextAtConnect: number
  /** The server no longer has the folder, or denies access. */
  isGone: boolean
}

export function newFolderSync(userId: string, mailboxId: string, folder: LeasedFolder): FolderSync {
  const { name, cursor, startsAt, passedAt, isGone } = folder
  const fresh = {
    fetchedAhead: new Set<number>(),
    fetchTries: new Map<string, FetchTries>(),
    keepTries: new Map<string, FetchTries>(),
    structureRefused: new Set<string>(),
    knownUidNext: cursor?.uidNext ?? 0,
  }
  const uidNextAtConnect = cursor?.uidNext ?? 0
  return { userId, mailboxId, folder: name, cursor, startsAt, passedAt, isGone, uidNextAtConnect, ...fresh }
}
