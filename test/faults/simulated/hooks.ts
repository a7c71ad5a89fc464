// The points of the simulation where a test can plant a bug.
import type { Tx } from '../../../server/foundation/db/pool.ts'
import type { OpenFolder } from '../../../server/mail/imap/folder.ts'
import type { FolderSync } from '../../../server/mail/mailboxes/folder-sync.ts'
import type { Arrived } from '../../../server/mail/parsing/arrived.ts'
import type { DrainDeps, OnMail } from '../../../server/mail/receiving/drain.ts'
import type { ForwardStores } from '../../../server/use-cases/forward/stores.ts'
import type { Lease, Rows } from './memory.ts'

/** Each takes the real thing and gives what is used in its place. */
export interface BugHooks {
  folder(real: OpenFolder, place: FolderSync): OpenFolder
  place(real: FolderSync, folder: OpenFolder): FolderSync
  drain(real: DrainDeps): DrainDeps
  stores(real: ForwardStores, tools: BugTools): ForwardStores
  onMail(real: OnMail, tools: BugTools): OnMail
  arrived(real: Arrived): Arrived
  smtp(real: (arrived: Arrived) => Promise<void>): (arrived: Arrived) => Promise<void>
  lease(real: (rows: Rows, lease: Lease) => void): (rows: Rows, lease: Lease) => void
}

/** What a bug may do itself. */
export interface BugTools {
  /** In a transaction of its own. */
  apart(work: (tx: Tx) => Promise<unknown>): Promise<void>
  /** What the open transaction did until now stays, whatever becomes of it. */
  commitSoFar(): void
}
