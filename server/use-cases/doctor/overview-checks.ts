// Runs the checks that the overview shows troubles of: those that only ask the database.
import type { AdminFinding } from '../../../core/api/admin/finding.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { DoctorDeps } from './deps.ts'
import { runChecks } from './examine.ts'
import type { DoctorCheck, DoctorWord } from './finding.ts'
import { toAdminFinding } from './report.ts'
import { serviceSteps } from './steps.ts'

const shownChecks: readonly DoctorCheck[] = ['latency', 'disk', 'host', 'aside', 'pauses', 'mailproviders', 'errors', 'events', 'version']
/** The overview's own parts report these, they call for nothing, or they are one slow moment. */
const leftOut: readonly DoctorWord[] = ['host.silent', 'pauses.lanes', 'events.never', 'latency.slow', 'host.slow', 'version.unknown']

export async function runOverviewChecks(deps: DoctorDeps, t: Translate<'doctor'>): Promise<AdminFinding[]> {
  const steps = serviceSteps.filter(({ check }) => shownChecks.includes(check)).map(step => ({ ...step, needs: [] }))
  const findings = await Array.fromAsync(runChecks(deps, steps))
  return findings.filter(({ found }) => !leftOut.includes(found)).map(finding => toAdminFinding(finding, t, deps.config))
}
