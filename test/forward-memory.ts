// An in-memory store for `forward`, and emails to put through it.
import { initialDeliveryDefaults, sendKey } from '../core/delivery/schedule.ts'
import type { Filter } from '../core/filters/action.ts'
import { plainView } from '../core/filters/testing/plain-message.fixture.ts'
import type { Lists } from '../core/filters/tree.ts'
import type { Confirmation } from '../core/mailbox/confirmation.ts'
import type { FirstCopy } from '../core/mailbox/copies.ts'
import { monthOf } from '../core/plans/allowance.ts'
import type { NewDelivery } from '../server/delivery/queue.ts'
import type { NewDecision } from '../server/filters/store.ts'
import type { Db, Tx } from '../server/foundation/db/pool.ts'
import type { NewFilterAction } from '../server/mail/actions/store.ts'
import type { MailboxContext } from '../server/mail/messages/mailbox-context.ts'
import type { Arrived } from '../server/mail/parsing/arrived.ts'
import type { ForwardStores } from '../server/use-cases/forward/stores.ts'
import { openForward } from '../server/use-cases/forward.ts'

export const invoices: Filter = {
  id: 'f',
  name: 'Invoices',
  paused: false,
  condition: { field: 'subject', operator: 'contains', values: ['invoice'] },
  actions: [{ kind: 'forward', destinationIds: [] }],
}

export const usual: MailboxContext = {
  mailbox: { address: '', kind: 'imap' },
  preferences: { backlog: 'forward', forwardsCopies: false },
  absence: null,
  habits: initialDeliveryDefaults,
}

interface Kept {
  messages: Set<string>
  senders: Set<string>
  firstTime: (boolean | null | undefined)[]
  verdicts: NewDecision[]
  deliveries: NewDelivery[]
  actions: NewFilterAction[]
  copies: Map<string, FirstCopy>
  backlog: { mailboxId: string; came: number; matched: number }[]
  confirmations: (Confirmation & { mailboxId: string })[]
  cursor: number
}

/** `filters` and `lists` are read again when `version` has changed; `onFilters` runs while they are read. */
export interface Given {
  version?: number
  filters?: Filter[]
  lists?: Lists
  onFilters?: () => void
  way?: MailboxContext
  destinations?: string[]
  allowance?: number
  removed?: string
}

const hour = new Date('2026-11-20T10:00:00Z')

/** A store in memory whose transactions copy, so that a failed one leaves nothing. */
export function memory(given: Given = {}) {
  let kept: Kept = {
    messages: new Set(),
    senders: new Set(),
    firstTime: [],
    verdicts: [],
    deliveries: [],
    actions: [],
    copies: new Map(),
    backlog: [],
    confirmations: [],
    cursor: 0,
  }
  let open: Kept = kept
  let left = given.allowance ?? 1000
  let reads = 0
  const stores: ForwardStores = {
    db: {} as Db,
    async inTransaction(work) {
      open = structuredClone(kept)
      const result = await work({} as Tx)
      kept = open
      return result
    },
    readKnown: async () => [],
    readSenders: async () => [],
    saveSenders: async () => undefined,
    noteSenders: async (_tx, userId, mails) =>
      mails.map(addresses => {
        const unknown = addresses.filter(address => !open.senders.has(`${userId} ${address}`))
        for (const address of addresses) open.senders.add(`${userId} ${address}`)
        return addresses.length === 0 ? null : unknown.length === addresses.length
      }),
    readContext: async () => ({
      filtersVersion: given.version ?? 1,
      destinations: given.destinations ?? ['phone'],
      mailboxes: new Map(given.way ? [['box', given.way]] : []),
    }),
    readLists: async () => given.lists ?? new Map(),
    async saveOnce(_tx, userId, messages) {
      open.firstTime.push(...messages.map(m => m.isFirstTimeSender))
      const fresh = messages.filter(m => !open.messages.has(`${userId} ${m.arrived.sourceKey}`))
      for (const m of fresh) open.messages.add(`${userId} ${m.arrived.sourceKey}`)
      return new Set(fresh.map(m => m.id))
    },
    async activeFilters() {
      reads += 1
      given.onFilters?.()
      return given.filters ?? [invoices]
    },
    async lockCopies(_tx, _userId, mails, now) {
      for (const { text, ...copy } of mails) if (!open.copies.has(text)) open.copies.set(text, { ...copy, at: now })
      return new Map(open.copies)
    },
    async saveCopies(_tx, _userId, firsts) {
      for (const [text, first] of firsts) open.copies.set(text, first)
    },
    readSentBefore: async () => new Map(),
    saveRawMessages: async () => undefined,
    countBacklog: async (_tx, _userId, mailboxId, came, matched) => void open.backlog.push({ mailboxId, came, matched }),
    saveDecisions: async (_tx, _userId, verdicts) => void open.verdicts.push(...verdicts),
    saveFilterActions: async (_tx, _userId, actions) => void open.actions.push(...actions),
    saveConfirmation: async (_tx, _userId, mailboxId, asked) => void open.confirmations.push({ mailboxId, ...asked }),
    onCallAt: async () => new Map(),
    beginEscalations: async () => undefined,
    async recentSends() {
      const alone = open.deliveries.filter(d => !d.forDigest)
      const ways = Map.groupBy(alone, d => sendKey(d.filterId ?? '', d.destinationId))
      return new Map([...ways].map(([way, theirs]) => [way, theirs.map(d => d.waitUntil ?? hour)]))
    },
    async reserve(_tx, _userId, now, wanted) {
      const granted = Math.min(left, wanted)
      left -= granted
      return { month: monthOf(now), granted, held: granted < wanted ? 'allowance_used' : null }
    },
    async release(_tx, _userId, _month, count) {
      left += count
    },
    async enqueue(_tx, _userId, deliveries) {
      const possible = deliveries.filter(d => d.destinationId !== given.removed)
      open.deliveries.push(...possible)
      return possible.map(d => d.id)
    },
  }
  let ids = 0
  let woken = 0
  const forward = openForward({
    stores,
    now: () => hour,
    newId: () => `id${++ids}`,
    parse: async ({ raw, fetched, withSource }) => {
      const view = plainView({
        ...{ subject: raw.toString(), messageId: /<.*>/.exec(raw.toString())?.[0] ?? null },
        ...(fetched && { fetched, body: fetched === 'text' ? 'the text' : '' }),
      })
      return withSource ? { ...view, source: { parts: [], body: `sent: ${raw.toString()}` } } : view
    },
    wake: () => void woken++,
  })
  return {
    forward,
    reads: () => reads,
    left: () => left,
    kept: () => kept,
    woken: () => woken,
    moveCursor: async () => void (open.cursor = 7),
  }
}

export const mail = (subject: string, n: number, userId = 'anna'): Arrived => ({
  userId,
  mailboxId: 'box',
  kind: 'imap',
  sourceKey: `INBOX:1:${n}`,
  contentHash: Buffer.from(`${n}`),
  uidValidity: 1,
  uid: n,
  raw: Buffer.from(subject),
  sizeBytes: 1,
  reduced: null,
  arrivedAt: new Date('2026-11-20T10:00:00Z'),
})
