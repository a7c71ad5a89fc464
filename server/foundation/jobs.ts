// Schedules background jobs with pg-boss; deliveries have their own queue.
import { PgBoss } from 'pg-boss'
import type { Log } from './log.ts'

export interface Jobs {
  /** Runs `work` on the cron schedule, once per cluster each time. */
  schedule(name: string, cron: string, work: () => Promise<void>): Promise<void>
  /** Runs the job with this name once more, within seconds. */
  runSoon(name: string): Promise<void>
  stop(): Promise<void>
}

export async function openJobs(databaseUrl: string, log: Log): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 3, superviseIntervalSeconds: 30 })
  boss.on('error', error => log.warn({ error: error.message }, 'background jobs could not be fetched'))
  await boss.start()
  return {
    async schedule(name, cron, work) {
      await boss.createQueue(name)
      await boss.work(name, { pollingIntervalSeconds: 5 }, async () => {
        await work()
      })
      await boss.schedule(name, cron)
    },
    runSoon: async name => void (await boss.send(name, {})),
    stop: () => boss.stop({ graceful: true, timeout: 3000 }),
  }
}
