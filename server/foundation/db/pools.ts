// Opens the connections of a host, apart for leases, delivery, mail and everything else, so that none can starve another.
import type pg from 'pg'
import { type Db, mailLimits, openDb, openPool, urgentLimits } from './pool.ts'

export interface Pools {
  /** For requests, jobs and sweeps. */
  db: Db
  pool: pg.Pool
  /** For mail that arrives: thousands of mailboxes may catch up at once. */
  mailDb: Db
  /** For the claims and outcomes of deliveries. */
  urgentDb: Db
  /** For leases alone: a heartbeat that waits behind other work loses every mailbox of this host. */
  leaseDb: Db
  close(): Promise<void>
}

export function openPools(url: string, connections: number): Pools {
  const sizes = splitConnections(connections)
  const pool = openPool(url, sizes.serving)
  const db = openDb(pool)
  const mailDb = openDb(openPool(url, sizes.mail, mailLimits))
  const urgentDb = openDb(openPool(url, sizes.delivery, urgentLimits))
  const leaseDb = openDb(openPool(url, sizes.leases, urgentLimits))
  const close = async () => {
    await Promise.all([db, mailDb, urgentDb, leaseDb].map(one => one.destroy()))
  }
  return { db, pool, mailDb, urgentDb, leaseDb, close }
}

/** Every part has some, however few there are in all. */
export function splitConnections(all: number) {
  const leases = all < 10 ? 1 : 2
  const delivery = Math.max(2, Math.floor(all * 0.25))
  const mail = Math.max(2, Math.floor(all * 0.3))
  return { leases, delivery, mail, serving: Math.max(2, all - leases - delivery - mail) }
}
