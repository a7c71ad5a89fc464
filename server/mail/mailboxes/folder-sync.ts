// How far a folder has been read: its cursor and UIDVALIDITY.
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import type { FetchTries } from '../../../core/mailbox/missing.ts'
import type { LeasedFolder } from './owners.ts'

/** One folder of a mailbox as far as we have got; it outlives connections. */
export interface FolderSync {
  userId: string
  mailboxId: string
  folder: string
  cursor: FolderCursor | null
  startsAt: Date
  /** When the cursor last passed a mail. */
  passedAt: Date | null
  /** UIDs past the cursor that were handed over while a lower one was missing. */
  ahead: Set<number>
  /** What the server lists and has not handed over yet, by source key. */
  asked: Map<string, FetchTries>
  /** Mails that must not be asked for their structure again: what came ended the connection. */
  shy: Set<string>
  /** All below it we have heard of. */
  heardUidNext: number
  /** What the cursor had passed when this connection began. */
  knownBelow: number
  /** The server has it no more, or does not let us in. */
  isGone: boolean
}

export function newFolderSync(userId: string, mailboxId: string, folder: LeasedFolder): FolderSync {
  const { name, cursor, startsAt, passedAt, isGone } = folder
  const fresh = {
    ahead: new Set<number>(),
    asked: new Map<string, FetchTries>(),
    shy: new Set<string>(),
    heardUidNext: cursor?.uidNext ?? 0,
  }
  const knownBelow = cursor?.uidNext ?? 0
  return { userId, mailboxId, folder: name, cursor, startsAt, passedAt, isGone, knownBelow, ...fresh }
}
