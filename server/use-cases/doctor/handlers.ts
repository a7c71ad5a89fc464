// Runs the doctor's checks for administrators in the console.
import type * as api from '../../../core/api/checks.ts'
import type { Words } from '../../../core/words/words.ts'
import { pauseReasonOf } from '../../delivery/number/queue.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { explainReason } from '../../whatsapp/reasons.ts'
import type { DoctorDeps } from './deps.ts'
import { examine, whatsappSteps } from './examine.ts'
import { type DoctorFinding, note } from './finding.ts'
import { reportLine } from './report.ts'

export function doctorHandlers(deps: DoctorDeps, words: Words) {
  const checks: PersonHandler<typeof api.checkWhatsAppApi> = async () => {
    const findings = [...(await Array.fromAsync(examine(deps, whatsappSteps))), ...(await resting(deps, words))]
    return { items: findings.map(finding => reportLine(finding, words.of('doctor'), deps.config)) }
  }
  return { checks }
}

/** Only `npm run doctor` lets it try again: who merely looks changes nothing. */
async function resting({ db, config, now }: DoctorDeps, words: Words): Promise<DoctorFinding[]> {
  const reason = db && (await pauseReasonOf(db, config.whatsapp.numberId, now()))
  return reason ? [note('rest', 'rest.now', { why: explainReason(words.of('whatsapp'), reason) ?? reason })] : []
}
