// Takes messages from our number's pace, which all hosts share: usually with one statement, as long as no other host took some meanwhile.
import { giveBack, type Throughput, takeForEmails } from '../../../core/delivery/throughput.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { changeThroughput, writeIfUnchanged } from './queue.ts'

export interface Pace {
  /** Takes up to `wanted` messages; resolves with how many may be sent now. */
  take(db: Db, wanted: number, now: Date): Promise<number>
  /** Returns what was taken and not sent. */
  giveBack(db: Db, unused: number, now: Date): Promise<void>
}

export function openPace(ofNumber: () => { numberId: string; maxPerSecond: number }): Pace {
  let known: { numberId: string; throughput: Throughput } | null = null
  const change = async <T>(
    db: Db,
    now: Date,
    decide: (from: Throughput, maxPerSecond: number) => { throughput: Throughput; result: T },
  ) => {
    const { numberId, maxPerSecond } = ofNumber()
    const before = known?.numberId === numberId ? known.throughput : null
    known = null
    const guess = before && decide(before, maxPerSecond)
    const isTrue = before && guess && (await writeIfUnchanged(db, numberId, before, guess.throughput))
    const done = isTrue ? guess : await changeThroughput(db, numberId, maxPerSecond, now, from => decide(from, maxPerSecond))
    known = { numberId, throughput: done.throughput }
    return done.result
  }
  return {
    take: (db, wanted, now) =>
      change(db, now, (from, maxPerSecond) => {
        const { granted, throughput } = takeForEmails(from, wanted, maxPerSecond, now.getTime())
        return { throughput, result: granted }
      }),
    giveBack: (db, unused, now) => change(db, now, from => ({ throughput: giveBack(from, unused), result: undefined })),
  }
}
