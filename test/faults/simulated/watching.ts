// Watches mailboxes in the simulation, with leases, connections and folder positions around the real fetching.

import type { OpenFolder } from '../../../server/mail/imap/folder.ts'
import { type FolderSync, newFolderSync } from '../../../server/mail/mailboxes/folder-sync.ts'
import { LeaseLost } from '../../../server/mail/mailboxes/store.ts'
import type { DrainDeps } from '../../../server/mail/receiving/drain.ts'
import { catchUp, drain } from '../../../server/mail/receiving/drain.ts'
import type { BugHooks } from './hooks.ts'
import type { MailServer } from './mail-server.ts'
import { Crash, forgetNumbering, type Lease, type Memory, type Rows, refuseLost, type Step, writePlace } from './memory.ts'

export interface SimulatedBox {
  id: string
  userId: string
  server: MailServer
  folders: string[]
  startsAt: Date
}

export interface Watching {
  /** Takes the lease of a mailbox; whoever held it may write no more. */
  claim(box: SimulatedBox): Promise<void>
  /** Connects if need be and tools over what is there; false when something was left for later. */
  look(box: SimulatedBox): Promise<boolean>
}

export interface WatchingDeps extends Pick<DrainDeps, 'onMail' | 'now'> {
  memory: Memory
  step: Step
  /** The rows of the transaction that is open. */
  open(): Rows
  hooks: Partial<BugHooks>
}

interface Session {
  lease: Lease
  places: Map<string, FolderSync>
  open: Map<string, OpenFolder & { isOpen(): boolean }>
  failures: number
}

export function startWatching(parts: WatchingDeps): Watching {
  const { memory, step } = parts
  const sessions = new Map<string, Session>()
  return {
    claim: box =>
      memory.inTransaction(step, async rows => {
        const row = rows.boxes.find(one => one.id === box.id)
        if (!row || row.isPaused) return
        row.leaseToken++
        sessions.set(box.id, { lease: { mailboxId: box.id, token: row.leaseToken }, places: new Map(), open: new Map(), failures: 0 })
      }),
    async look(box) {
      const session = sessions.get(box.id)
      if (!session) return true
      let isAll = true
      for (const name of box.folders) {
        try {
          isAll = (await lookInto(parts, box, session, name)) && isAll
        } catch (error) {
          if (error instanceof Crash) throw error
          if (error instanceof LeaseLost) return sessions.delete(box.id)
          session.open.delete(name)
          session.failures++
          return false
        }
      }
      session.failures = isAll ? 0 : session.failures + 1
      return isAll
    },
  }
}

async function lookInto(parts: WatchingDeps, box: SimulatedBox, session: Session, name: string): Promise<boolean> {
  const { memory, step, hooks } = parts
  step()
  const before = session.open.get(name)
  const isNew = !before?.isOpen()
  const opened = isNew || !before ? box.server.open(name) : before
  session.open.set(name, opened)
  const found = session.places.get(name) ?? placeOf(memory.rows(), box, name)
  const place = isNew ? (hooks.place?.(found, opened) ?? found) : found
  session.places.set(name, place)
  const folder = hooks.folder?.(opened, place) ?? opened
  const draining = drainParts(parts, session.lease, session.failures > 0)
  const { missing, unkept } = await (isNew ? catchUp : drain)(hooks.drain?.(draining) ?? draining, folder, place)
  const isComplete = missing.length + unkept.length === 0
  if (!isComplete && isNew) session.open.delete(name)
  return isComplete
}

const maxBytes = 4000

function drainParts({ memory, step, open, hooks, onMail, now }: WatchingDeps, lease: Lease, isCareful: boolean): DrainDeps {
  const refuse = hooks.lease?.(refuseLost) ?? refuseLost
  const write = (rows: Rows, work: () => void) => {
    refuse(rows, lease)
    work()
  }
  const apart = (work: (rows: Rows) => void) => memory.inTransaction(step, async rows => write(rows, () => work(rows)))
  return {
    onMail,
    now,
    batch: 3,
    maxBytes,
    isCareful,
    moveCursor: async (_tx, folder, cursor, isPassed) =>
      write(open(), () => cursor && writePlace(open(), lease.mailboxId, folder, cursor, isPassed ? now() : null)),
    saveCursor: (folder, cursor) => apart(rows => writePlace(rows, lease.mailboxId, folder, cursor, null)),
    forgetNumbering: folder => apart(rows => forgetNumbering(rows, lease.mailboxId, folder)),
    onRenumbered: async () => undefined,
    ...{ onNotReturned: async () => undefined, onUnkept: () => undefined, onSetAside: async () => undefined },
  }
}

function placeOf(rows: Rows, box: SimulatedBox, folder: string): FolderSync {
  const kept = rows.places.find(place => place.mailboxId === box.id && place.folder === folder)
  const { cursor = null, passedAt = null } = kept ?? {}
  return newFolderSync(box.userId, box.id, { name: folder, cursor, startsAt: box.startsAt, passedAt, isGone: false })
}
