// Lists the messages from a user's phones that a data export includes.
import { type ExportPart, readRows } from '../foundation/db/export-rows.ts'
import type { Db } from '../foundation/db/pool.ts'

/** `sendersOf`: WhatsApp's ids of the phones that receive for this user alone. */
export const whatsappExport = (sendersOf: (db: Db, userId: string) => Promise<string[]>): ExportPart[] => [
  {
    kind: 'rows',
    name: 'from-phones',
    tables: ['inbound_messages'],
    async *rows(from) {
      for (const sender of await sendersOf(from.db, from.userId))
        yield* readRows(from, 'inbound_messages', {
          key: ['wamid'],
          omit: ['response_attempts', 'response_due_at'],
          owner: 'sender',
          ownerValue: sender,
        })
    },
  },
]
