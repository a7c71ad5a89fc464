// Watches mailboxes on a server with randomly corrupted responses, then on the repaired one, and checks that no email is lost.
import { setTimeout as pause } from 'node:timers/promises'
import { mutations } from '../sandbox/imap/lies/mutate.ts'
import type { Db } from '../server/foundation/db/pool.ts'
import { type Hostile, hostileWorld, until } from './hostile-imap.ts'

interface FuzzOptions {
  atTheEnd: (work: () => Promise<void>) => void
  seed: number
  mailboxes: number
  rounds: number
  /** On a slow machine more rounds run until this many responses were corrupted, up to four times as many. */
  fewest?: number
}

interface Fuzzed {
  /** How many responses were corrupted. */
  cases: number
  /** Emails of which neither text nor UID is known at the end. */
  passedOver: number
  honestMissing: number
  lagMs: number
}

/** Corrupts every second response for the mailboxes; an honest mailbox next to them gets an email each round. */
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
  const lacking = async () => (await Promise.all(broken.map(box => lackingIn(db, world.server.folder(box.user).messages, box)))).flat()
  await until(async () => (await lacking()).length === 0 && honest.got.length >= round, 90_000)
  return { cases, passedOver: (await lacking()).length, honestMissing: round - new Set(honest.got).size, lagMs: world.workedMs() }
}

async function lackingIn(db: Db, mails: { uid: number; raw: Buffer }[], box: Hostile): Promise<number[]> {
  const rows = await db.selectFrom('messages').select('uid').where('mailbox_id', '=', box.mailboxId).execute()
  const uids = new Set(rows.map(row => Number(row.uid)))
  return mails.filter(({ uid, raw }) => !uids.has(uid) && !box.got.some(text => raw.includes(text))).map(mail => mail.uid)
}
