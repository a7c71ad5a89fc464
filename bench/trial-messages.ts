// Fills a mailbox with many generated messages, stored as the server stores them.
import { plainView } from '../core/filters/testing/plain-message.fixture.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { newId, type SealKey } from '../server/foundation/seal.ts'
import { sealView } from '../server/mail/messages/sealed.ts'

const batch = 500
const minuteMs = 60_000

/** Stores `count` messages for the person, one a minute up to now; returns the median size of their views. */
export async function storeMessages(db: Db, userId: string, contentKey: SealKey, count: number): Promise<number> {
  const [mailboxId, now] = [newId(new Date()), Date.now()]
  await db
    .insertInto('mailboxes')
    .values({
      user_id: userId,
      id: mailboxId,
      kind: 'address',
      address: `${userId}@example.net`,
      settings: '{}',
      state: 'live',
      lease_token: 0,
      created_at: new Date(now),
    })
    .execute()
  const sizes: number[] = []
  for (let from = 0; from < count; from += batch) {
    const rows = await Promise.all(
      Array.from({ length: Math.min(batch, count - from) }, async (_, i) => {
        const at = new Date(now - (from + i) * minuteMs)
        const [id, view] = [newId(at), makeMessage(from + i)]
        sizes.push(JSON.stringify(view).length)
        return {
          ...{ user_id: userId, id, mailbox_id: mailboxId, source_key: id, content_hash: Buffer.from(id), uid_validity: null, uid: null },
          ...{
            size_bytes: view.sizeBytes,
            arrived_at: at,
            dated_at: at,
            head: null,
            view: await sealView(contentKey, userId, id, view),
            erased_at: null,
          },
        }
      }),
    )
    await db.insertInto('messages').values(rows).execute()
  }
  return sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0
}

/** Always the same for the same `n`; a few are many times longer than most. */
function makeMessage(n: number) {
  const dice = makeDice(n)
  const text = (characters: number) => {
    let text = ''
    while (text.length < characters) text += `${makeWord(dice(3000))}${dice(12) === 0 ? '.\n' : ' '}`
    return text
  }
  const headers = ['Received', 'Return-Path', 'DKIM-Signature', 'X-Mailer', 'List-Unsubscribe', 'Content-Type', 'Feedback-ID']
  return plainView({
    from: [{ name: text(10), address: `a${dice(400)}@shop${dice(80)}.example` }],
    subject: text(20 + dice(50)),
    messageId: `<${n}@shop.example>`,
    headers: headers.map(name => ({ name, value: text(40 + dice(120)) })),
    body: text(dice(20) === 0 ? 20_000 : 400 + dice(2800)),
  })
}

const makeWord = (n: number): string => {
  const dice = makeDice(n * 7919)
  return Array.from({ length: 2 + dice(9) }, () => String.fromCharCode(97 + dice(26))).join('')
}

/** A repeatable random generator (linear congruential). */
function makeDice(seed: number): (sides: number) => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return sides => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
