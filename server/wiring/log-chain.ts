// Binds and schedules the log's chain: sealing, retention, the nightly verification, and a checkpoint in the server's own log.
import { type ChainDeps, readEnds } from '../account/log-chain/ends-owners.ts'
import { isUnchanged } from '../account/log-chain/findings.ts'
import { retainLogs } from '../account/log-chain/retention.ts'
import { sealLogs } from '../account/log-chain/seal.ts'
import { verifyAndKeep } from '../account/log-chain/verify.ts'
import { systemClock } from '../foundation/clock.ts'
import type { Jobs } from '../foundation/jobs.ts'
import { loadWords } from '../foundation/words.ts'
import { type LogHandlers, logHandlers } from '../use-cases/admin/logs/handlers.ts'
import type { AppContext } from './app.ts'

const dayMs = 86_400_000

export const bindLogHandlers = (app: AppContext): LogHandlers =>
  logHandlers({
    ...{ db: app.db, now: systemClock.now, sleep: systemClock.sleep, say: loadWords().of('adminlogs'), chain: chainDeps(app) },
    retention: () => ({ days: app.config.logRetentionDays, isSet: app.config.provided['LOG_RETENTION_DAYS'] !== undefined }),
  })

export async function scheduleLogChain(jobs: Jobs, app: AppContext): Promise<void> {
  const { config, log } = app
  const deps = chainDeps(app)
  const schedule = (name: string, cron: string, work: () => Promise<void>) =>
    jobs.schedule(name, cron, () => work().catch(error => log.error({ err: error }, `the job ${name} failed`)))
  await schedule('seal-logs', '* * * * *', async () => void (await sealLogs(deps)))
  await jobs.runSoon('seal-logs')
  await schedule('sweep-logs', '23 4 * * *', async () => {
    await retainLogs(deps, new Date(systemClock.now().getTime() - config.logRetentionDays * dayMs))
  })
  await schedule('verify-logs', '47 4 * * *', async () => {
    const { findings, ...sums } = await verifyAndKeep(deps, null)
    if (!isUnchanged({ findings, ...sums })) log.error({ ...sums, findings }, 'the log was changed by hand: see /admin/logs')
  })
  await schedule('report-log-chain', '0 * * * *', async () => {
    const ends = await readEnds(app.db)
    if (ends) log.info({ copy: `${ends.position}:${ends.hash.toString('hex')}` }, 'log checkpoint')
  })
}

const chainDeps = ({ db, logKeys }: AppContext): ChainDeps => ({ db, keys: logKeys, now: systemClock.now })
