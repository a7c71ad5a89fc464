// Lists what a person's data export contains of the messages that their phones sent us.
import { type CopyPart, readRows } from '../foundation/db/person-rows.ts'
import type { Db } from '../foundation/db/pool.ts'

/** `sendersOf`: what the messenger calls the phones that receive for this person alone. */
export const whatsappCopy = (sendersOf: (db: Db, userId: string) => Promise<string[]>): CopyPart[] => [
  {
    kind: 'rows',
    name: 'from-phones',
    tables: ['inbound_messages'],
    async *rows(from) {
      for (const of of await sendersOf(from.db, from.userId))
        yield* readRows(from, 'inbound_messages', {
          key: ['wamid'],
          without: ['response_attempts', 'response_due_at'],
          owner: 'sender',
          of,
        })
    },
  },
]
