// Answers what a user may do now: reserves deliveries, and says which limits apply. Where nothing is sold, nobody is limited.
import { usageWarning } from '../../core/notifications/usage.ts'
import { type Allowance, allowanceOf, type Counter, monthOf, type Reservation, reserveAllowance } from '../../core/plans/allowance.ts'
import { type PlanLimits, selfHosted } from '../../core/plans/plans.ts'
import { ownerOf } from '../../core/plans/subscription.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { type AllowanceFacts, readAllowanceFactsOf } from './allowance-owners.ts'
import { lockAllowanceFacts, readAllowanceFacts } from './allowance-store.ts'
import { addReserved, markReached, readCounter, writeCounter } from './usage-store.ts'

/** `sells`: plans are sold on this server. */
export interface AllowanceOptions {
  sells: boolean
  graceDays: number
}

export interface MonthUsage extends Counter {
  month: string
  /** The most deliveries of the month; null is unlimited. */
  allowance: number | null
}

export interface Allowances {
  /** Reserves up to `wanted` deliveries in the transaction; what is not granted waits for the daily digest. */
  reserve(tx: Tx, userId: string, now: Date, wanted: number): Promise<Reservation>
  usageOf(db: Db, userId: string, now: Date): Promise<MonthUsage>
  allowanceOf(db: Db, userId: string, now: Date): Promise<Allowance>
  limitsOf(db: Db, userId: string, now: Date): Promise<PlanLimits>
  /** Those of `userIds` whose next delivery would be granted. */
  whoMayDeliver(db: Db, userIds: string[], now: Date): Promise<string[]>
}

export const openAllowance = (options: AllowanceOptions): Allowances => (options.sells ? soldAllowance(options) : unlimited)

/** Reads no table but the usage counter. */
const unlimited: Allowances = {
  async reserve(tx, userId, now, wanted) {
    const month = monthOf(now)
    await addReserved(tx, userId, month, wanted)
    return { month, granted: wanted, held: null }
  },
  async usageOf(db, userId, now) {
    const month = monthOf(now)
    return { month, ...(await readCounter(db, userId, month)), allowance: null }
  },
  allowanceOf: async () => ({ limits: selfHosted.limits, source: 'free', remaining: null, delivery: 'single', reason: null, until: null }),
  limitsOf: async () => selfHosted.limits,
  whoMayDeliver: async (_db, userIds) => userIds,
}

function soldAllowance({ graceDays }: AllowanceOptions): Allowances {
  // A server on which no plans exist yet limits nobody.
  const decide = ({ subscription, counter, free, gift }: AllowanceFacts, now: Date): Allowance =>
    allowanceOf(subscription, counter, now, { free: free ?? selfHosted.limits, graceDays }, gift)
  const read = async (db: Db, userId: string, now: Date) => decide(await readAllowanceFacts(db, userId, monthOf(now)), now)
  return {
    async reserve(tx, userId, now, wanted) {
      const month = monthOf(now)
      const facts = await lockAllowanceFacts(tx, userId, month)
      const allowance = decide(facts, now)
      const { granted, held, counter } = reserveAllowance(allowance, facts.counter, wanted)
      if (granted > 0) await writeCounter(tx, userId, month, counter)
      await markReached(tx, userId, month, usageWarning(counter, allowance.limits.deliveriesPerMonth))
      return { month, granted, held }
    },
    async usageOf(db, userId, now) {
      const month = monthOf(now)
      const facts = await readAllowanceFacts(db, userId, month)
      return { month, ...facts.counter, allowance: decide(facts, now).limits.deliveriesPerMonth }
    },
    allowanceOf: read,
    limitsOf: async (db, userId, now) => (await read(db, userId, now)).limits,
    async whoMayDeliver(db, userIds, now) {
      const facts = await readAllowanceFactsOf(db, [...new Set(userIds.map(ownerOf))], monthOf(now))
      return userIds.filter(userId => {
        const theirs = facts.get(ownerOf(userId))
        return theirs !== undefined && decide(theirs, now).delivery === 'single'
      })
    },
  }
}
