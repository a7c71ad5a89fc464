// Decides what the overview says first: whether all is well, and everything that isn't, the worst first.
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import type { OverviewHealth } from '../../../../core/api/admin/overview.ts'

/** An open alert, and the id of the finding that would report the same. */
export interface OpenAlert {
  sameAs: string
  finding: AdminFinding
}

interface HealthInput {
  /** Of the parts of the service, and of every other check. */
  findings: readonly AdminFinding[]
  alerts: readonly OpenAlert[]
}

const defaultLink = '/admin/diagnostics'

/** An alert is listed unless a finding already says it. Each trouble leads to a page. */
export function judgeHealth({ findings, alerts }: HealthInput): OverviewHealth {
  const found = findings.filter(isTrouble)
  const known = new Set(found.map(({ id }) => id))
  const alone = alerts.filter(({ sameAs }) => !known.has(sameAs)).map(({ finding }) => finding)
  const troubles = [...found, ...alone].map(trouble => ({ ...trouble, link: trouble.link ?? defaultLink }))
  const failing = troubles.filter(({ state }) => state === 'failing')
  const notes = troubles.filter(({ state }) => state === 'note')
  return {
    state: failing.length > 0 ? 'failing' : notes.length > 0 ? 'note' : 'ok',
    ...{ failing: failing.length, notes: notes.length, troubles: [...failing, ...notes] },
  }
}

const isTrouble = ({ state }: AdminFinding): boolean => state === 'failing' || state === 'note'
