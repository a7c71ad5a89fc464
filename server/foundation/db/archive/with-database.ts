// Finds the database for a command: the configured one, the running one, or one it starts itself.
import type { Config } from '../../config.ts'
import type { Log } from '../../log.ts'
import { findEmbedded, startEmbedded } from '../embedded/supervisor.ts'

/** Calls `work` with the database's URL; a database that was started for it is stopped afterwards. */
export async function withDatabase<T>(config: Config, log: Log, work: (url: string) => Promise<T>): Promise<T> {
  const known = config.databaseUrl ?? (await findEmbedded(config.dataDir))
  if (known) return work(known)
  const started = await startEmbedded(config.dataDir, log)
  try {
    return await work(started.url)
  } finally {
    await started.stop()
  }
}
