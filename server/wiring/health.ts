// Binds the console's health page to this host and the foreign services.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { readPauseReason } from '../delivery/number/queue.ts'
import { systemClock } from '../foundation/clock.ts'
import type { HealthDeps } from '../use-cases/admin/health/handlers.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import type { AppContext } from './app.ts'

const Package = z.object({ version: z.string() })

export function healthDeps(app: AppContext, smtpPort: number | null, isWhatsAppReachable: HealthDeps['isWhatsAppReachable']): HealthDeps {
  const { config, db, clock, words } = app
  const { version } = Package.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
  return {
    ...{ db, config, version, smtpPort, isWhatsAppReachable },
    ...{ now: clock.now, startedAt: systemClock.now(), say: words.of('admin') },
    rest: async () => {
      const reason = await readPauseReason(db, config.whatsapp.numberId, clock.now())
      return reason && (explainReason(words.of('whatsapp'), reason) ?? reason)
    },
  }
}
