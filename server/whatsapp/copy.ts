// What a copy of everything holds of what a person's phones wrote to us.
import { type CopyPart, readRows } from '../db/person-rows.ts'
import type { Db } from '../db/pool.ts'

/** `sendersOf`: what the messenger calls the phones that receive for this person alone. */
export const whatsappCopy = (sendersOf: (db: Db, userId: string) => Promise<string[]>): CopyPart[] => [
  {
    kind: 'rows',
    name: 'from-phones',
    tables: ['inbound_messages'],
    async *rows(from) {
      for (const of of await sendersOf(from.db, from.userId))
        yield* readRows(from, 'inbound_messages', { key: ['wamid'], without: ['say_tries', 'say_due_at'], owner: 'sender', of })
    },
  },
]
