// One process of the server in the simulation: the real draining, gathering and forwarding, on a database and mail servers in memory.
import { plainView } from '../../../core/filters/arbitrary.ts'
import type { Tx } from '../../../server/db/pool.ts'
import { type ForwardStores, openForward } from '../../../server/forward.ts'
import { type Arrived, contentHash, smtpSourceKey } from '../../../server/mail/arrived.ts'
import { catchUp, type DrainParts, drain, type OnMail } from '../../../server/mail/drain.ts'
import { gather } from '../../../server/mail/gather.ts'
import type { OpenFolder } from '../../../server/mail/imap/folder.ts'
import { newPlace, type Place } from '../../../server/mail/place.ts'
import { LeaseLost } from '../../../server/mail/store.ts'
import type { MailServer } from './mail-server.ts'
import { forgetNumbering, type Memory, type Rows, refuseLost, type Step, storesOf, writePlace } from './memory.ts'

/** Where a bug may be planted: each takes the real thing and gives what is used in its place. */
export interface Seams {
  folder(real: OpenFolder, place: Place): OpenFolder
  place(real: Place, folder: OpenFolder): Place
  drain(real: DrainParts): DrainParts
  stores(real: ForwardStores, hands: Hands): ForwardStores
  onMail(real: OnMail, hands: Hands): OnMail
  arrived(real: Arrived): Arrived
  smtp(real: (arrived: Arrived) => Promise<void>): (arrived: Arrived) => Promise<void>
  lease(real: (rows: Rows, lease: Lease) => void): (rows: Rows, lease: Lease) => void
}

/** What a bug may do itself. */
export interface Hands {
  /** In a transaction of its own. */
  apart(work: (tx: Tx) => Promise<unknown>): Promise<void>
  /** What the open transaction did until now stays, whatever becomes of it. */
  commitSoFar(): void
}

export interface Lease {
  mailboxId: string
  token: number
}

export interface SimulatedBox {
  id: string
  userId: string
  server: MailServer
  folders: string[]
  startsAt: Date
}

export class Crash extends Error {}

export interface Host {
  /** Dies when so many steps more are done; null: lives. */
  light(fuse: number | null): void
  isDead(): boolean
  /** Takes the lease of a mailbox; whoever held it may write no more. */
  claim(box: SimulatedBox): Promise<void>
  /** Connects if need be and hands over what is there; false when something was left for later. */
  look(box: SimulatedBox): Promise<boolean>
  /** Resolves with the 250. */
  takeBySmtp(userId: string, mailboxId: string, raw: Buffer): Promise<void>
  /** Sends one delivery that is due; false when none is. */
  send(phone: (userId: string, messageId: string) => void): Promise<boolean>
}

const maxBytes = 4000

interface Session {
  lease: Lease
  places: Map<string, Place>
  open: Map<string, OpenFolder & { isOpen(): boolean }>
  failures: number
}

export function startHost(memory: Memory, now: () => Date, newId: () => string, seams: Partial<Seams> = {}): Host {
  let fuse: number | null = null
  let isDead = false
  const step = () => {
    if (fuse !== null && fuse-- <= 0) isDead = true
    if (isDead) throw new Crash('killed')
  }
  const real = storesOf(memory, step, tokenOf)
  const hands: Hands = {
    apart: work => real.inTransaction(async tx => void (await work(tx))),
    commitSoFar: () => {
      memory.commit(real.open())
      step()
    },
  }
  const stores = seams.stores?.(real, hands) ?? real
  const forward = openForward({ stores, now, newId, parse: async arrived => parsed(arrived), wake: () => undefined })
  const renamed: OnMail = (batch, alongside) => forward(seams.arrived ? batch.map(seams.arrived) : batch, alongside)
  const onMail = seams.onMail?.(renamed, hands) ?? renamed
  const gathered = gather(onMail, 50)
  const take = seams.smtp?.(gathered) ?? gathered
  const refuse = seams.lease?.(refuseLost) ?? refuseLost
  const sessions = new Map<string, Session>()

  const partsOf = (lease: Lease, isCareful: boolean): DrainParts => {
    const write = (rows: Rows, work: () => void) => {
      refuse(rows, lease)
      const box = rows.boxes.find(one => one.id === lease.mailboxId)
      work()
      return box
    }
    const unleased = (rows: Rows) => ({
      mailboxId: lease.mailboxId,
      token: rows.boxes.find(one => one.id === lease.mailboxId)?.leaseToken ?? 0,
    })
    const parts: DrainParts = {
      onMail,
      now,
      batch: 3,
      maxBytes,
      isCareful,
      moveCursor: async (_tx, folder, cursor, isPassed) => {
        const rows = real.open()
        write(rows, () => writePlace(rows, unleased(rows), folder, cursor, isPassed ? now() : null))
      },
      saveCursor: (folder, cursor) =>
        memory.inTransaction(step, async rows => void write(rows, () => writePlace(rows, unleased(rows), folder, cursor, null))),
      forgetNumbering: folder =>
        memory.inTransaction(step, async rows => void write(rows, () => forgetNumbering(rows, lease.mailboxId, folder))),
      numberedAnew: async () => undefined,
    }
    return seams.drain?.(parts) ?? parts
  }

  const lookInto = async (box: SimulatedBox, session: Session, name: string): Promise<boolean> => {
    step()
    const before = session.open.get(name)
    const isNew = !before?.isOpen()
    const opened = isNew || !before ? box.server.open(name) : before
    session.open.set(name, opened)
    const found = session.places.get(name) ?? placeOf(memory.rows(), box, name)
    const place = isNew ? (seams.place?.(found, opened) ?? found) : found
    session.places.set(name, place)
    const folder = seams.folder?.(opened, place) ?? opened
    const parts = partsOf(session.lease, session.failures > 0)
    const { missing } = await (isNew ? catchUp : drain)(parts, folder, place)
    if (missing.length > 0 && isNew) session.open.delete(name)
    return missing.length === 0
  }

  return {
    light: next => {
      fuse = next
    },
    isDead: () => isDead,
    async claim(box) {
      await memory.inTransaction(step, async rows => {
        const row = rows.boxes.find(one => one.id === box.id)
        if (!row || row.isPaused) return
        row.leaseToken++
        sessions.set(box.id, { lease: { mailboxId: box.id, token: row.leaseToken }, places: new Map(), open: new Map(), failures: 0 })
      })
    },
    async look(box) {
      const session = sessions.get(box.id)
      if (!session) return true
      let isAll = true
      for (const name of box.folders) {
        try {
          isAll = (await lookInto(box, session, name)) && isAll
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
    async takeBySmtp(userId, mailboxId, raw) {
      step()
      await take({
        ...{ userId, mailboxId, kind: 'address', sourceKey: smtpSourceKey(mailboxId, raw), contentHash: contentHash(raw, raw.length) },
        ...{ uidValidity: null, uid: null, raw, sizeBytes: raw.length, reduced: null, arrivedAt: now() },
      })
      step()
    },
    async send(phone) {
      const due = await memory.inTransaction(step, async rows => {
        const found = rows.deliveries.find(delivery => delivery.state === 'queued')
        if (found) found.state = 'sending'
        return found && { ...found }
      })
      if (!due) return false
      step()
      phone(due.userId, due.messageId)
      step()
      await memory.inTransaction(step, async rows => {
        for (const row of rows.deliveries) if (row.id === due.id) row.state = 'delivered'
      })
      return true
    },
  }
}

export const tokenOf = (raw: Buffer): string => /t\d+n\d+x/.exec(raw.toString('latin1', 0, 300))?.[0] ?? ''

function parsed({ raw, reduced }: Arrived) {
  const head = raw.toString('latin1')
  const subject = /^Subject: (.*?)\r$/m.exec(head)?.[1] ?? ''
  // The real parser answers with headers alone when it cannot read a mail.
  const messageId = /^Message-ID: (.*?)\r$/m.exec(head)?.[1] ?? null
  return plainView({ subject, messageId, body: '', unparsed: head.includes('X-Poison') && reduced === null ? 'broken' : null })
}

function placeOf(rows: Rows, box: SimulatedBox, folder: string): Place {
  const kept = rows.places.find(place => place.mailboxId === box.id && place.folder === folder)
  const { cursor = null, passedAt = null } = kept ?? {}
  return newPlace(box.userId, box.id, { name: folder, cursor, startsAt: box.startsAt, passedAt, isGone: false })
}
