// Test data: messages and deliveries.
import type { Delivery } from '../../../core/api/delivery.ts'
import type { MessageDetail, MessageLine } from '../../../core/api/ledger.ts'
import type { State } from '../../../core/delivery/states.ts'
import { leastFinishedFirst, progressOf } from '../../../core/delivery/states.ts'

export const testId = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const at = (time: string): string => `2026-11-20T${time}Z`

export const testDelivery = (state: State, overrides: Partial<Delivery> = {}): Delivery => ({
  id: testId(900),
  destinationId: testId(800),
  destinationName: 'Maya’s phone',
  filterId: testId(500),
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
  ...overrides,
})

/** The nth email; the higher the number, the newer. */
export const messageLine = (n: number, state: State | null, overrides: Partial<MessageLine> = {}): MessageLine => ({
  id: testId(n),
  mailboxId: testId(700),
  mailboxAddress: 'maya@tidewell.example',
  from: { name: `Sender ${n}`, address: `sender${n}@example.com` },
  subject: `Subject ${n}`,
  arrivedAt: at(`14:${String(n).padStart(2, '0')}:00`),
  datedAt: at(`14:${String(n).padStart(2, '0')}:00`),
  sizeBytes: 1000,
  state: (state && leastFinishedFirst[progressOf(state)]?.shows) ?? 'not_matched',
  reason: null,
  filterName: state ? 'Home' : null,
  delivery: state ? testDelivery(state, { id: testId(900 + n) }) : null,
  ...overrides,
})

export const messageDetail = (line: MessageLine, overrides: Partial<MessageDetail> = {}): MessageDetail => ({
  ...line,
  to: [{ name: 'Maya', address: 'maya@tidewell.example' }],
  cc: [],
  date: null,
  body: 'Hello Maya.',
  missing: null,
  attachments: [],
  auth: null,
  result: line.delivery ? 'matched' : 'not_matched',
  decidedAt: line.arrivedAt,
  deliveries: line.delivery ? [line.delivery] : [],
  calls: [],
  carriers: [],
  mailboxActions: [],
  failedFiles: [],
  ...overrides,
})
