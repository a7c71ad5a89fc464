// Binds the console's analytics, and the job that keeps their rollups.

import type { Jobs } from '../foundation/jobs.ts'
import { loadWords } from '../foundation/words.ts'
import { rollUp } from '../use-cases/admin/analytics/counting/roll-up.ts'
import { type AnalyticsHandlers, analyticsHandlers } from '../use-cases/admin/analytics/handlers.ts'
import { type AppContext, bindExplain } from './app.ts'

export const bindAnalytics = ({ db, clock, config }: AppContext): AnalyticsHandlers =>
  analyticsHandlers({
    db,
    now: clock.now,
    prices: config.whatsapp.prices,
    currency: config.whatsapp.priceCurrency,
    explain: bindExplain(loadWords()),
  })

/** It has something to do once an hour; more often, so that a run that failed is made up for soon. */
export const scheduleRollups = (jobs: Jobs, { db, clock }: AppContext): Promise<void> =>
  jobs.schedule('roll-up', '*/5 * * * *', async () => void (await rollUp(db, clock.now())))
