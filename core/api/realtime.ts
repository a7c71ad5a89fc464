// Lists the tables and columns that realtime sends to users for their own rows, with PostgreSQL's type names.

export const liveTables = {
  mailboxes: {
    user_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    address: 'text',
    state: 'text',
    reason: 'text',
    last_alive_at: 'timestamptz',
    last_mail_at: 'timestamptz',
    created_at: 'timestamptz',
  },
  destinations: {
    user_id: 'uuid',
    id: 'uuid',
    name: 'text',
    state: 'text',
    last_inbound_at: 'timestamptz',
    paused_until: 'timestamptz',
    created_at: 'timestamptz',
  },
  messages: {
    user_id: 'uuid',
    id: 'uuid',
    mailbox_id: 'uuid',
    size_bytes: 'int4',
    arrived_at: 'timestamptz',
    erased_at: 'timestamptz',
  },
  deliveries: {
    user_id: 'uuid',
    id: 'uuid',
    kind: 'text',
    message_id: 'uuid',
    filter_id: 'uuid',
    destination_id: 'uuid',
    state: 'text',
    reason: 'text',
    attempts: 'int4',
    urgent: 'bool',
    due_at: 'timestamptz',
    wait_until: 'timestamptz',
    created_at: 'timestamptz',
    accepted_at: 'timestamptz',
    sent_at: 'timestamptz',
    delivered_at: 'timestamptz',
    read_at: 'timestamptz',
    failed_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
} as const

export type LiveTable = keyof typeof liveTables

export const liveTableNames = ['mailboxes', 'destinations', 'messages', 'deliveries'] as const satisfies readonly LiveTable[]

/** The current state of one user's row that was inserted or updated. */
export interface RowChange {
  userId: string
  table: LiveTable
  type: 'INSERT' | 'UPDATE'
  record: Record<string, unknown>
}
