// Mailboxes on a server whose answers are broken at random, then on the same server made honest: is everything accounted for?
import { setTimeout as pause } from 'node:timers/promises'
import { mutations } from '../sandbox/imap/lies/mutate.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { type Hostile, hostileWorld, until } from './hostile-imap.ts'

interface FuzzOptions {
  atTheEnd: (work: () => Promise<void>) => void
  seed: number
  mailboxes: number
  rounds: number
  /** On a machine that is slow to ask, more rounds are gone until so many answers were broken; four times as many at most. */
  fewest?: number
}

interface Fuzzed {
  /** Answers that were broken. */
  cases: number
  /** Mails of which nothing is known in the end, neither their text nor their UID. */
  passedOver: number
  honestMissing: number
  lagMs: number
}

/** One answer in two is broken for the mailboxes; an honest one beside them gets a mail each round. */
export async function fuzz(db: Db, { atTheEnd, seed, mailboxes, rounds, fewest = 0 }: FuzzOptions): Promise<Fuzzed> {
  const world = await hostileWorld(db, { atTheEnd })
  const honest = await world.add('honest')
  const broken = await Promise.all(Array.from({ length: mailboxes }, (_, n) => world.add(`broken${n}`)))
  await until(() => [honest, ...broken].every(box => box.told.has('live')))
  let cases = 0
  const count = () => {
    cases++
  }
  for (const [n, box] of broken.entries()) world.lie(box, mutations(seed * 10_000 + n, 2, count))
  world.server.dropAll()
  let round = 0
  for (; round < rounds || (cases < fewest && round < 4 * rounds); round++) {
    for (const box of [honest, ...broken]) world.put(box, `mail ${round}`)
    await pause(500)
  }
  for (const box of broken) world.lie(box, null)
  world.server.dropAll()
  const lacking = async () => (await Promise.all(broken.map(box => lackingIn(db, world.server.folder(box.user).mails, box)))).flat()
  await until(async () => (await lacking()).length === 0 && honest.got.length >= round, 90_000)
  return { cases, passedOver: (await lacking()).length, honestMissing: round - new Set(honest.got).size, lagMs: world.workedMs() }
}

async function lackingIn(db: Db, mails: { uid: number; raw: Buffer }[], box: Hostile): Promise<number[]> {
  const rows = await db.selectFrom('messages').select('uid').where('mailbox_id', '=', box.mailboxId).execute()
  const uids = new Set(rows.map(row => Number(row.uid)))
  return mails.filter(({ uid, raw }) => !uids.has(uid) && !box.got.some(text => raw.includes(text))).map(mail => mail.uid)
}
