// An in-memory database with all-or-nothing transactions, and the stores of `forward` on it.
import type { Filter } from '../../../core/filters/action.ts'
import type { FirstCopy } from '../../../core/mailbox/copies.ts'
import type { FolderCursor } from '../../../core/mailbox/cursor.ts'
import { monthOf } from '../../../core/plans/allowance.ts'
import type { Db, Tx } from '../../../server/foundation/db/pool.ts'
import { LeaseLost } from '../../../server/mail/mailboxes/store.ts'
import { type KnownMessage, matchKnown } from '../../../server/mail/messages/known.ts'
import type { ForwardStores } from '../../../server/use-cases/forward/stores.ts'
import { filteredWord } from '../world.ts'

export interface Rows {
  messages: (KnownMessage & { userId: string; token: string })[]
  decisions: { messageId: string; result: string }[]
  deliveries: { id: string; messageId: string; userId: string; state: 'queued' | 'sending' | 'delivered'; unknown: number }[]
  boxes: { id: string; userId: string; leaseToken: number; isPaused: boolean }[]
  copies: { userId: string; text: string; first: FirstCopy }[]
  places: { mailboxId: string; folder: string; cursor: FolderCursor; passedAt: Date | null }[]
}

/** The process is killed. */
export class Crash extends Error {}

/** Whoever never dies. */
export const alive: Step = () => undefined

/** Called before each thing that a process does to the world outside it; throws when the process is dead. */
export type Step = () => void

export interface Memory {
  rows(): Rows
  commit(rows: Rows): void
  /** The token of each message that anybody tried to keep, by its id. */
  tokens: Map<string, string>
  /** One after the other; what `work` throws takes back what it did. */
  inTransaction<T>(step: Step, work: (rows: Rows) => Promise<T>): Promise<T>
  /** Whether the next commit fails, as when the database is away. */
  failNext(isFailing: boolean): void
}

export function openMemory(): Memory {
  let kept: Rows = { messages: [], decisions: [], deliveries: [], boxes: [], copies: [], places: [] }
  let failing = false
  let before: Promise<unknown> = Promise.resolve()
  const run = async <T>(step: Step, work: (rows: Rows) => Promise<T>): Promise<T> => {
    step()
    const open = structuredClone(kept)
    const result = await work(open)
    step()
    if (failing) {
      failing = false
      throw new Error('the database is away')
    }
    kept = open
    // Committed, and the process may die before it hears so.
    step()
    return result
  }
  return {
    rows: () => kept,
    commit: rows => {
      kept = structuredClone(rows)
    },
    tokens: new Map(),
    inTransaction(step, work) {
      const mine = before.then(() => run(step, work))
      before = mine.catch(() => undefined)
      return mine
    },
    failNext: isFailing => {
      failing = isFailing
    },
  }
}

/** Buffers lose their kind when rows are copied. */
const known = (row: Rows['messages'][number]): KnownMessage => ({ ...row, contentHash: Buffer.from(row.contentHash) })

const everything: Filter = {
  id: 'f',
  name: 'Everything with the word',
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: [filteredWord] },
  actions: [{ kind: 'forward', destinationIds: [] }],
}

/** `open` finds the rows of the transaction that is under way. */
export function storesOf(memory: Memory, step: Step, tokenOf: (raw: Buffer) => string): ForwardStores & { open(): Rows } {
  let open = memory.rows()
  return {
    open: () => open,
    db: {} as Db,
    inTransaction: work =>
      memory.inTransaction(step, async rows => {
        open = rows
        return work({} as Tx)
      }),
    readKnown: async () => [],
    readSenders: async () => [],
    saveSenders: async () => undefined,
    noteSenders: async (_tx, _userId, mails) => mails.map(() => false),
    async saveOnce(_tx, userId, messages) {
      const { fresh, moved, replaced } = matchKnown(messages, open.messages.map(known))
      open.messages = open.messages.filter(row => !replaced.includes(row.id))
      for (const { id, arrived } of moved)
        open.messages = open.messages.map(row =>
          row.id === id ? { ...row, sourceKey: arrived.sourceKey, uidValidity: arrived.uidValidity } : row,
        )
      for (const { id, arrived } of messages) memory.tokens.set(id, tokenOf(arrived.raw))
      for (const { id, arrived } of fresh) {
        const { mailboxId, sourceKey, contentHash, folder = null, uidValidity, arrivedAt, raw } = arrived
        open.messages.push({ id, userId, mailboxId, sourceKey, contentHash, folder, uidValidity, arrivedAt, token: tokenOf(raw) })
      }
      return new Set(fresh.map(message => message.id))
    },
    onCallAt: async () => new Map(),
    beginEscalations: async () => undefined,
    recentSends: async () => new Map(),
    readContext: async (_db, userId) => ({ filtersVersion: 1, destinations: [`phone of ${userId}`], mailboxes: new Map() }),
    activeFilters: async () => [everything],
    readLists: async () => new Map(),
    saveDecisions: async (_tx, _userId, decisions) =>
      void open.decisions.push(...decisions.map(({ messageId, result }) => ({ messageId, result }))),
    saveFilterActions: async () => undefined,
    saveConfirmation: async () => undefined,
    async lockCopies(_tx, userId, mails, now) {
      const kept = (text: string) => open.copies.find(copy => copy.userId === userId && copy.text === text)?.first
      for (const { text, ...copy } of mails) if (!kept(text)) open.copies.push({ userId, text, first: { ...copy, at: now } })
      return new Map(mails.flatMap(({ text }) => [kept(text) ?? []].flat().map(first => [text, first] as const)))
    },
    async saveCopies(_tx, userId, firsts) {
      open.copies = open.copies.filter(copy => copy.userId !== userId || !firsts.has(copy.text))
      open.copies.push(...[...firsts].map(([text, first]) => ({ userId, text, first })))
    },
    async readSentBefore(_tx, userId, mails) {
      const isSent = (id: string) => open.deliveries.some(delivery => delivery.messageId === id)
      const went = ({ mailboxId, folder, contentHash }: (typeof mails)[number]) =>
        open.messages.some(
          row => row.mailboxId === mailboxId && row.folder !== folder && contentHash.equals(row.contentHash) && isSent(row.id),
        )
      return new Map(mails.filter(went).map(({ messageId }) => [messageId, [`phone of ${userId}`]]))
    },
    saveRawMessages: async () => undefined,
    countBacklog: async () => undefined,
    reserve: async (_tx, _userId, now, wanted) => ({ month: monthOf(now), granted: wanted, held: null }),
    release: async () => undefined,
    async enqueue(_tx, userId, deliveries) {
      open.deliveries.push(...deliveries.map(({ id, messageId }) => ({ id, messageId, userId, state: 'queued' as const, unknown: 0 })))
      return deliveries.map(delivery => delivery.id)
    },
  }
}

export function writePlace(rows: Rows, mailboxId: string, folder: string, cursor: FolderCursor, passedAt: Date | null): void {
  const before = rows.places.find(place => place.mailboxId === mailboxId && place.folder === folder)
  rows.places = rows.places.filter(place => place !== before)
  rows.places.push({ mailboxId, folder, cursor, passedAt: passedAt ?? before?.passedAt ?? null })
}

/** Of a mailbox; it is refused once another has taken it. */
export interface Lease {
  mailboxId: string
  token: number
}

/** Throws when the mailbox is another's by now. */
export function refuseLost(rows: Rows, { mailboxId, token }: Lease): void {
  if (rows.boxes.find(box => box.id === mailboxId)?.leaseToken !== token) throw new LeaseLost('The mailbox is watched by another.')
}

/** The server counts anew: the UIDs that are kept mean nothing any more. */
export function forgetNumbering(rows: Rows, mailboxId: string, folder: string): void {
  rows.messages = rows.messages.map(row =>
    row.mailboxId === mailboxId && row.sourceKey.startsWith(`${folder}:`)
      ? { ...row, sourceKey: `${row.sourceKey}!${row.id}`, uidValidity: 0 }
      : row,
  )
}
