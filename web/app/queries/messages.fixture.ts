// Test data: messages and deliveries.
import type { Delivery } from '../../../core/api/delivery.ts'
import type { MessageDetail, MessageLine } from '../../../core/api/ledger.ts'
import type { State } from '../../../core/delivery/states.ts'
import { leastFinishedFirst, progressOf } from '../../../core/delivery/states.ts'

export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const at = (time: string): string => `2026-11-20T${time}Z`

export const delivery = (state: State, change: Partial<Delivery> = {}): Delivery => ({
  id: idOf(900),
  destinationId: idOf(800),
  destinationName: 'Maya’s phone',
  filterId: idOf(500),
  filterName: 'Home',
  state,
  reason: null,
  urgent: false,
  createdAt: at('14:02:07'),
  dueAt: null,
  waitUntil: null,
  acceptedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: null,
  overdueAt: null,
  incident: null,
  fellBack: null,
  ...change,
})

/** The nth mail; the higher, the newer. */
export const line = (n: number, state: State | null, change: Partial<MessageLine> = {}): MessageLine => ({
  id: idOf(n),
  mailboxId: idOf(700),
  mailboxAddress: 'maya@tidewell.example',
  from: { name: `Sender ${n}`, address: `sender${n}@example.com` },
  subject: `Subject ${n}`,
  arrivedAt: at(`14:${String(n).padStart(2, '0')}:00`),
  sizeBytes: 1000,
  state: (state && leastFinishedFirst[progressOf(state)]?.shows) ?? 'not_matched',
  reason: null,
  filterName: state ? 'Home' : null,
  delivery: state ? delivery(state, { id: idOf(900 + n) }) : null,
  ...change,
})

export const detail = (of: MessageLine, change: Partial<MessageDetail> = {}): MessageDetail => ({
  ...of,
  to: [{ name: 'Maya', address: 'maya@tidewell.example' }],
  cc: [],
  date: null,
  body: 'Hello Maya.',
  missing: null,
  attachments: [],
  auth: null,
  result: of.delivery ? 'matched' : 'not_matched',
  decidedAt: of.arrivedAt,
  deliveries: of.delivery ? [of.delivery] : [],
  calls: [],
  carriers: [],
  mailboxActions: [],
  failedFiles: [],
  ...change,
})
