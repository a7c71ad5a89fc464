// Builds a plain email and a plain filter that tests can change.
import type { Arrival } from '../../message/arrival.ts'
import type { MailView } from '../../message/view.ts'
import type { Action, Filter } from '../action.ts'
import type { DeliveryPreferences } from '../delivery-preferences.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'
import type { Condition, Lists } from '../tree.ts'

export const plainPreferences: DeliveryPreferences = { isUrgent: false, digest: null, quiet: null, perHour: null }

/** A plain email; `change` replaces fields. */
export const plainView = (change: Partial<MailView> = {}): MailView => ({
  from: [{ name: 'Anna Boss', address: 'anna@example.com' }],
  to: [{ name: '', address: 'me@example.net' }],
  cc: [],
  replyTo: [],
  subject: 'Invoice 42',
  date: null,
  messageId: null,
  headers: [],
  body: 'Please find attached\r\nyour invoice.\r\n',
  attachments: [],
  sizeBytes: 1200,
  truncated: false,
  unparsed: null,
  fetched: 'all',
  deliveredTo: [],
  calendar: null,
  auth: null,
  ...change,
})

/** A Saturday, shortly before midnight in Greenwich. */
export const plainArrival = (change: Partial<Arrival> = {}): Arrival => ({
  arrivedAt: '2026-11-21T23:40:00.000Z',
  timeZone: 'UTC',
  mailbox: { address: 'me@example.net', kind: 'imap' },
  isFirstTimeSender: null,
  ...change,
})

/** The plain email as filter input. */
export const plainReading = (view: Partial<MailView> = {}, arrival: Partial<Arrival> = {}, lists: Lists = new Map()): FilterInput =>
  toFilterInput(plainView(view), plainArrival(arrival), lists)

export const plainFilter = (id: string, condition: Condition, actions: Action[], paused = false): Filter => ({
  id,
  name: `Filter ${id}`,
  paused,
  condition,
  actions,
})
