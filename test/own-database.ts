// Starts a temporary PostgreSQL with a migrated database for a command, without disk syncs.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/foundation/db/embedded/supervisor.ts'
import { migrate } from '../server/foundation/db/migrate.ts'
import { type Db, openDb, openPool, unhurriedLimits } from '../server/foundation/db/pool.ts'

export interface OwnDatabase {
  db: Db
  url: string
  close(): Promise<void>
}

export async function ownDatabase(connections = 10): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-own-'))
  chmodSync(folder, 0o755)
  const server = await startEmbedded(folder, { info: () => undefined, warn: () => undefined }, { fsync: false })
  const db = openDb(openPool(server.url, connections, unhurriedLimits))
  await migrate(db)
  return {
    db,
    url: server.url,
    close: async () => {
      await db.destroy()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
