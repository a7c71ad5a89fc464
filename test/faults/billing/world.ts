// Sets up a billing fault run: a database, the stand-ins, plans that are sold, and the server to kill.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import type { Db } from '../../../server/foundation/db/pool.ts'
import { newId } from '../../../server/foundation/seal.ts'
import { freePort } from '../../free-port.ts'
import { ask } from '../api.ts'
import { type Running, start } from '../process.ts'

export interface SoldPrice {
  ref: string
  plan: string
  interval: 'month' | 'year'
  amount: number
}

export interface BillingWorld {
  db: Db
  stripe: Stripe
  prices: SoldPrice[]
  startServer(): Running
  /** Calls a test control of the stand-in. */
  sim(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** Makes a customer of ours, as a first checkout does. */
  addCustomer(): Promise<string>
  close(): Promise<void>
}

/** `entry`: the server to run, for a planted bug. The server has been started once, has published its prices, and is stopped. */
export async function openBillingWorld(db: Db, databaseUrl: string, entry = 'server/main.ts'): Promise<BillingWorld> {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-billing-'))
  chmodSync(folder, 0o755)
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  const port = await freePort()
  const { standIn, urls } = startStandIns(`http://127.0.0.1:${port}`, logFile)
  opened.defer(standIn.stop)
  const { sandbox, bank } = await urls
  const settings = {
    ...{ PORT: String(port), SMTP_PORT: '0', DATA_DIR: folder, DATABASE_URL: databaseUrl, ROLES: 'web', HOST_ID: 'faults', DEMO: 'false' },
    ...{ SANDBOX_URL: sandbox, BILLING_PROVIDER: 'stripe', STRIPE_URL: bank, LOG_LEVEL: 'warn' },
  }
  const lives: Running[] = []
  const startServer = () => {
    const server = start(entry, 'ready', settings, logFile)
    lives.splice(0, lives.length, ...lives.filter(life => !life.hasEnded()), server)
    return server
  }
  opened.defer(async () => void (await Promise.all(lives.map(life => life.kill()))))
  const first = startServer()
  await first.ready
  const prices = await publishedPrices(db)
  await first.stop()
  const stripe = patientClient(bank)
  const kept = opened.move()
  return {
    ...{ db, stripe, prices, startServer },
    // A month of thousands of customers passes in one call.
    sim: (method, path, body) => ask(bank, method, `/_sim/${path}`, { timeoutMs: 300_000, ...(body !== undefined && { body }) }),
    addCustomer: () => addCustomer(db, stripe),
    close: () => kept.disposeAsync(),
  }
}

/** The customers' own calls are repeated until they are let through: the faults are meant for the server. */
function patientClient(bank: string): Stripe {
  const { hostname, port } = new URL(bank)
  const patient: typeof fetch = async (url, init) => {
    for (;;) {
      const answer = await fetch(url, init)
      if (answer.status !== 429 && answer.status !== 503) return answer
      await answer.arrayBuffer()
    }
  }
  const httpClient = Stripe.createFetchHttpClient(patient)
  return new Stripe('sk_test_judge', { host: hostname, port, protocol: 'http', telemetry: false, httpClient })
}

function startStandIns(base: string, logFile: string) {
  const bank = Promise.withResolvers<string>()
  const env = { SERVER_URL: base, BILLING_PROVIDER: 'stripe' }
  const standIn = start('sandbox/main.ts', 'sandbox', env, logFile, 60_000, line => {
    if (line.startsWith('stripe ')) bank.resolve(line.slice('stripe '.length).trim())
  })
  return { standIn, urls: standIn.ready.then(async sandbox => ({ sandbox, bank: await bank.promise })) }
}

/** Of the plans that a new server starts with: two paid ones, each for a month or a year. */
async function publishedPrices(db: Db): Promise<SoldPrice[]> {
  for (let i = 0; i < 300; i++) {
    const rows = await db.selectFrom('plan_prices').selectAll().where('currency', '=', 'usd').execute()
    if (rows.length >= 4) return rows.map(row => ({ ref: row.price_ref, plan: row.plan_id, interval: row.interval, amount: row.amount }))
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('The server did not publish its prices within half a minute.')
}

async function addCustomer(db: Db, stripe: Stripe): Promise<string> {
  const ownerId = newId(new Date())
  const { id } = await stripe.customers.create({ metadata: { owner_id: ownerId } })
  await db
    .insertInto('billing_customers')
    .values({ owner_id: ownerId, provider: 'stripe', customer_ref: id, read_at: null, created_at: new Date() })
    .execute()
  return id
}
