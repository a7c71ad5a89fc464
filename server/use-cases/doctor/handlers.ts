// Runs the doctor's checks for administrators in the console.
import type * as api from '../../../core/api/checks.ts'
import type { Words } from '../../../core/words/words.ts'
import { readPauseReason } from '../../delivery/number/queue.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { explainReason } from '../../whatsapp/reasons.ts'
import type { DoctorDeps } from './deps.ts'
import { runChecks, whatsappSteps } from './examine.ts'
import { type DoctorFinding, needsAttention } from './finding.ts'
import { toReportLine } from './report.ts'

export function doctorHandlers(deps: DoctorDeps, words: Words) {
  const checks: UserHandler<typeof api.checkWhatsAppApi> = async () => {
    const findings = [...(await Array.fromAsync(runChecks(deps, whatsappSteps))), ...(await checkPaused(deps, words))]
    return { items: findings.map(finding => toReportLine(finding, words.of('doctor'), deps.config)) }
  }
  return { checks }
}

/** Only reports a paused number; resuming it is left to `npm run doctor`. */
async function checkPaused({ db, config, now }: DoctorDeps, words: Words): Promise<DoctorFinding[]> {
  const reason = db && (await readPauseReason(db, config.whatsapp.numberId, now()))
  return reason ? [needsAttention('rest', 'rest.now', { why: explainReason(words.of('whatsapp'), reason) ?? reason })] : []
}
