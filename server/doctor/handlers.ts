// Answers administrators who look at the same checks on the screen of WhatsApp.
import type * as api from '../../core/api/checks.ts'
import type { Words } from '../../core/words/words.ts'
import type { PersonHandler } from '../http/route.ts'
import { examine, whatsappSteps } from './examine.ts'
import type { DoctorParts } from './parts.ts'
import { tell } from './report.ts'

export function doctorHandlers(parts: DoctorParts, words: Words) {
  const checks: PersonHandler<typeof api.checkWhatsApp> = async () => {
    const findings = await Array.fromAsync(examine(parts, whatsappSteps))
    return { items: findings.map(finding => tell(finding, words.of('doctor'), parts.config)) }
  }
  return { checks }
}
