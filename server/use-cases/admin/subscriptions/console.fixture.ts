// Plays staff of the console on a server that sells plans with invoices by hand, on real PostgreSQL.
import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { recordStaffAction } from '../../../account/staff-log.ts'
import { buy, openBilling, payAll, person } from '../../../billing/subscription/testbed.fixture.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { loadWords } from '../../../foundation/words.ts'
import type { AdminSubscriptionDeps } from './deps.ts'
import { adminSubscriptionHandlers } from './handlers.ts'

export async function openConsole(db: Db, more: Partial<AdminSubscriptionDeps> = {}) {
  const opened = await openBilling(db)
  const roles = new Map<string, string[]>()
  const billing = {
    ...opened.deps,
    recordStaff: (tx: Db, who: { userId: string; request: FastifyRequest }, entry: Parameters<typeof opened.deps.recordStaff>[2]) =>
      recordStaffAction(tx, who, opened.now(), entry),
  }
  const released: string[] = []
  const handlers = adminSubscriptionHandlers({
    ...{ billing, say: loadWords().of('adminsubscriptions'), stripeDashboard: null },
    rolesOf: async userId => roles.get(userId) ?? [],
    allowanceChanged: async ownerId => void released.push(ownerId),
    ...more,
  })
  const staff = async (role: string) => {
    const userId = await addUser(db, `${role}.${randomUUID()}@staff.example`, opened.now())
    roles.set(userId, [role])
    return { ...person(), userId, request: { ip: '192.0.2.1', headers: {} } as unknown as FastifyRequest }
  }
  const owner = async (email: string) => person(await addUser(db, email, opened.now()))
  const subscriber = async (email: string, planId = 'business') => {
    const who = await owner(email)
    await buy(opened, who, planId)
    await payAll(opened, who)
    return who
  }
  return { ...opened, billing, console: handlers, staff, owner, subscriber, released }
}

async function addUser(db: Db, email: string, now: Date): Promise<string> {
  const id = randomUUID()
  await sql`insert into users (id, email, created_at, updated_at) values (${id}, ${email}, ${now}, ${now})`.execute(db)
  return id
}
