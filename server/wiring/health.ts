// What the console's health is given: who we are, and what the foreign services say.
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import type { HealthParts } from '../admin/health/handlers.ts'
import { systemClock } from '../clock.ts'
import { reasonOfRest } from '../delivery/number/queue.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import type { Ground } from '../wiring.ts'

const Package = z.object({ version: z.string() })

export function healthParts(ground: Ground, smtpPort: number | null, isWhatsAppThere: HealthParts['isWhatsAppThere']): HealthParts {
  const { config, db, clock, words } = ground
  const { version } = Package.parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')))
  return {
    ...{ db, config, version, smtpPort, isWhatsAppThere },
    ...{ now: clock.now, startedAt: systemClock.now(), say: words.of('admin') },
    rest: async () => {
      const reason = await reasonOfRest(db, config.whatsapp.numberId, clock.now())
      return reason && (explainReason(words.of('whatsapp'), reason) ?? reason)
    },
  }
}
