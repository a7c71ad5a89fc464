// Tests the sender checks that are saved with messages, and that only new senders are written.
import { expect, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import { type KnownSenders, noKnownSenders } from '../../../core/message/sender-check/known-senders.ts'
import { mail } from '../../../test/forward-memory.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewMessage } from '../../mail/messages/store.ts'
import { checkSenders, rememberSenders } from './senders.ts'

const now = new Date('2026-11-22T10:00:00Z')
const tx = {} as Tx

function stores() {
  const kept = new Map<string, KnownSenders>([['box', noKnownSenders]])
  let writes = 0
  return {
    writes: () => writes,
    readSenders: async () => [...kept].map(([mailboxId, known]) => ({ mailboxId, address: 'me@own-house.example', known })),
    async saveSenders(_tx: Tx, _userId: string, mailboxId: string, known: KnownSenders) {
      writes += 1
      kept.set(mailboxId, known)
    },
  }
}

const from = (...addresses: string[]): NewMessage[] =>
  addresses.map((address, n) => ({
    id: `${n}`,
    arrived: mail('x', n),
    view: plainView({ from: [{ name: '', address }] }),
    isFirstTimeSender: false,
  }))

async function arrive(into: ReturnType<typeof stores>, messages: NewMessage[]) {
  const knownSenders = await into.readSenders()
  const badged = checkSenders(knownSenders, messages)
  await rememberSenders(into, tx, 'anna', knownSenders, badged, now)
  return badged.map(({ view }) => view.sender?.badge)
}

test('a lookalike of a domain that wrote three times is flagged', async () => {
  const kept = stores()
  const three = from('a@northgale.example', 'b@northgale.example', 'c@mail.northgale.example')
  expect(await arrive(kept, three)).toEqual(['none', 'none', 'none'])
  expect(await arrive(kept, from('a@n0rthgale.example', 'a@northgale.example'))).toEqual(['warning', 'none'])
})

test('a batch is saved with one write, and frequent senders need none', async () => {
  const kept = stores()
  const twenty = from(...Array.from({ length: 20 }, (_, i) => `a${i}@northgale.example`))
  await arrive(kept, twenty)
  expect(kept.writes()).toBe(1)
  await arrive(kept, twenty)
  expect(kept.writes()).toBe(1)
  await arrive(kept, from('a@n0rthgale.example'))
  expect(kept.writes()).toBe(1)
})
