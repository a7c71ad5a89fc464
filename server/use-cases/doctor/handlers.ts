// Runs the doctor's checks for staff in the console, and makes the support bundle.
import type * as diagnostics from '../../../core/api/admin/diagnostics.ts'
import type * as api from '../../../core/api/checks.ts'
import type { Words } from '../../../core/words/words.ts'
import { forEverybody } from '../../foundation/db/abandoned.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { StreamHandler, UserHandler } from '../../foundation/http/route.ts'
import { type BundleDeps, makeBundle } from './bundle.ts'
import type { DoctorDeps } from './deps.ts'
import { runChecks, runConsoleChecks } from './examine.ts'
import { type DoctorFinding, needsAttention } from './finding.ts'
import { toAdminFinding, toReportLine } from './report.ts'
import { listErrorGroups } from './service-owners.ts'
import { whatsappSteps } from './steps.ts'

export interface ConsoleDoctorDeps extends DoctorDeps, Pick<BundleDeps, 'version' | 'storedSettings'> {
  db: Db
  words: Words
  machineNow(): Date
  pauseReason(): Promise<string | null>
}

export interface DoctorHandlers {
  checks: UserHandler<typeof api.checkWhatsAppApi>
  stream: StreamHandler<typeof diagnostics.streamDiagnosticsApi>
  errors: UserHandler<typeof diagnostics.listErrorGroupsApi>
  bundle: UserHandler<typeof diagnostics.getSupportBundleApi>
}

/** `read` gives each request the settings of its moment. */
export function doctorHandlers(read: () => ConsoleDoctorDeps): DoctorHandlers {
  return {
    // Other services may take longer than a read may.
    async checks() {
      const deps = read()
      const check = async () => [...(await Array.fromAsync(runChecks(deps, whatsappSteps))), ...(await checkPaused(deps))]
      const findings = await forEverybody(check)
      return { items: findings.map(finding => toReportLine(finding, deps.words.of('doctor'), deps.config)) }
    },
    async stream(_, send, closed) {
      const deps = read()
      const t = deps.words.of('doctor')
      for await (const finding of runConsoleChecks(deps)) {
        if (closed.aborted) return
        send({ kind: 'finding', finding: toAdminFinding(finding, t, deps.config) })
      }
      send({ kind: 'done', at: deps.machineNow().toISOString() })
    },
    errors: async () => ({ items: (await listErrorGroups(read().db)).map(toErrorGroup) }),
    bundle: () => forEverybody(() => makeBundle(read())),
  }
}

/** Only reports a paused number; resuming it is left to `npm run doctor`. */
async function checkPaused({ pauseReason }: ConsoleDoctorDeps): Promise<DoctorFinding[]> {
  const why = await pauseReason()
  return why ? [needsAttention('rest', 'rest.now', { why })] : []
}

const toErrorGroup = ({ host, level, message, count, first_at, last_at }: Row<'error_groups'>): diagnostics.ErrorGroup => ({
  ...{ host, message, count: Number(count) },
  level: level >= 50 ? 'error' : 'warning',
  ...{ firstAt: first_at.toISOString(), lastAt: last_at.toISOString() },
})
