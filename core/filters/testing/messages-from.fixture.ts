// Messages from given senders, for tests of filters made from the phone.
import type { MailView } from '../../message/view.ts'
import { type FilterInput, toFilterInput } from '../fields.ts'

export const mailFrom = (from: { name?: string; address: string }[], more: Partial<MailView> = {}): MailView => ({
  from: from.map(({ name = '', address }) => ({ name, address })),
  ...{ to: [], cc: [], replyTo: [], deliveredTo: [], headers: [], attachments: [], subject: 'Fees', body: 'All.' },
  ...{ date: null, messageId: null, sizeBytes: 100, truncated: false, unparsed: null, fetched: 'all', calendar: null, auth: null },
  ...more,
})

export const listed = (value: string) => ({ headers: [{ name: 'List-Id', value }] })

export const readingOf = (view: MailView): FilterInput =>
  toFilterInput(
    view,
    { arrivedAt: '2026-11-22T10:00:00Z', timeZone: 'UTC', mailbox: { address: 'maya@example.org', kind: 'imap' }, isFirstTimeSender: null },
    new Map(),
  )
