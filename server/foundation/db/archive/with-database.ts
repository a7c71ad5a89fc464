// Finds the database for a command: the configured one, the running one, or one that it starts.
import type { Config } from '../../config.ts'
import type { Log } from '../../log.ts'
import { findEmbedded, startEmbedded } from '../embedded/supervisor.ts'

/** Calls `work` with the database's URL; a database started for the command is stopped afterwards. */
export async function withDatabase<T>(config: Config, log: Log, work: (url: string) => Promise<T>): Promise<T> {
  const existing = config.databaseUrl ?? (await findEmbedded(config.dataDir))
  if (existing) return work(existing)
  const started = await startEmbedded(config.dataDir, log)
  try {
    return await work(started.url)
  } finally {
    await started.stop()
  }
}
