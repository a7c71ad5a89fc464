// Background jobs with pg-boss; deliveries have a queue of their own.
import { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

export interface Jobs {
  /** Runs `work` on the cron line, once in the whole cluster each time. */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>
  /** Runs what is scheduled under this name once more, within seconds. */
  soon(name: string): Promise<void>
  stop(): Promise<void>
}

export async function openJobs(databaseUrl: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 3, superviseIntervalSeconds: 30 })
  boss.on('error', error => log.warn({ error: error.message }, 'a background job could not be looked up'))
  await boss.start()
  return {
    async schedule(name, cron, work) {
      await boss.createQueue(name)
      await boss.work(name, { pollingIntervalSeconds: 5 }, async () => {
        await work()
      })
      await boss.schedule(name, cron)
    },
    soon: async name => void (await boss.send(name, {})),
    stop: () => boss.stop({ graceful: true, timeout: 3000 }),
  }
}
