// Runs the steps of an upgrade that need the database: prints as JSON what would be migrated, or migrates.
import { sql } from 'kysely'
import { environment, readStartConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { withDatabase } from './archive/with-database.ts'
import { canGoBack, compareSchema, migrate } from './migrate.ts'
import { type Db, openDb, openPool, unhurriedLimits } from './pool.ts'

const steps: Record<string, (db: Db) => Promise<unknown>> = {
  compare: async db => {
    const compared = await compareSchema(db)
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return { ...compared, canGoBack: canGoBack(compared.missing), bytes: Number(rows[0]?.bytes ?? 0) }
  },
  migrate: async db => ({ migrated: await migrate(db) }),
}

try {
  const step = steps[process.argv[2] ?? '']
  if (!step) throw new Error('Say which step: compare or migrate')
  const config = readStartConfig(environment())
  const result = await withDatabase(config, openLog('error'), async url => {
    const db = openDb(openPool(url, 1, unhurriedLimits))
    try {
      return await step(db)
    } finally {
      await db.destroy()
    }
  })
  console.log(JSON.stringify(result))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
