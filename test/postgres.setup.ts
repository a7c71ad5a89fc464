// Starts one PostgreSQL for the whole run, with a migrated template that each test file copies.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../server/foundation/db/embedded/supervisor.ts'
import { migrate } from '../server/foundation/db/migrate.ts'
import { openDb, openPool } from '../server/foundation/db/pool.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run, as a user who may create databases. */
    pg: string
    /** The migrated database to copy; what is copied from it begins with its name. */
    model: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const model = `test_${randomBytes(4).toString('hex')}`
  await run(server.url, admin => admin.query(`create database ${model}`))
  const modelUrl = new URL(server.url)
  modelUrl.pathname = `/${model}`
  const db = openDb(openPool(modelUrl.href, 1))
  await migrate(db)
  await db.destroy()
  project.provide('pg', server.url)
  project.provide('model', model)
  return async () => {
    if (server.isForeign) await run(server.url, admin => dropAll(admin, model))
    await server.stop()
  }
}

interface Server {
  url: string
  isForeign: boolean
  stop(): Promise<void>
}

async function startServer(): Promise<Server> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, isForeign: true, stop: async () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-test-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder, { info: () => undefined, warn: message => console.warn(message) }, { fsync: false })
  const stop = async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: database.url, isForeign: false, stop }
}

async function dropAll(admin: pg.Client, model: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>('select datname from pg_database where datname like $1', [`${model}%`])
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`)
}

async function run(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await work(admin)
  await admin.end()
}
