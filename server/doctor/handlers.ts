// Answers administrators who look at the same checks on the screen of WhatsApp.
import type * as api from '../../core/api/checks.ts'
import type { Words } from '../../core/words/words.ts'
import { reasonOfRest } from '../delivery/number/queue.ts'
import type { PersonHandler } from '../http/route.ts'
import { explainReason } from '../whatsapp/reasons.ts'
import { examine, whatsappSteps } from './examine.ts'
import { type Finding, note } from './finding.ts'
import type { DoctorParts } from './parts.ts'
import { tell } from './report.ts'

export function doctorHandlers(parts: DoctorParts, words: Words) {
  const checks: PersonHandler<typeof api.checkWhatsApp> = async () => {
    const findings = [...(await Array.fromAsync(examine(parts, whatsappSteps))), ...(await resting(parts, words))]
    return { items: findings.map(finding => tell(finding, words.of('doctor'), parts.config)) }
  }
  return { checks }
}

/** Only `npm run doctor` lets it try again: who merely looks changes nothing. */
async function resting({ db, config, now }: DoctorParts, words: Words): Promise<Finding[]> {
  const reason = db && (await reasonOfRest(db, config.whatsapp.numberId, now()))
  return reason ? [note('rest', 'rest.now', { why: explainReason(words.of('whatsapp'), reason) ?? reason })] : []
}
