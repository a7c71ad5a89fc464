// Says what each alert is about, what to do, and which page of the console to open.

import { AlertRuleName } from '../../../../core/api/admin/alerts.ts'
import type { AdminFinding } from '../../../../core/api/admin/finding.ts'
import type { Words } from '../../../../core/words/words.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import type { OpenAlert } from '../overview/health.ts'
import { alertLink } from './links.ts'
import { describe } from './notify.ts'

type IncidentKey = Pick<Row<'incidents'>, 'rule' | 'subject'>

export function toOpenAlert(words: Words, incident: Row<'incidents'>): OpenAlert | null {
  const rule = AlertRuleName.safeParse(incident.rule).data
  if (!rule) return null
  const t = words.of('adminoverview')
  return {
    sameAs: sameFinding[rule](incident),
    finding: {
      ...{ id: `alert.${incident.id}`, check: t(`rule.${rule}`), state: severity[rule] },
      ...{ found: describe(words, { kind: 'open', rule, incident }), fix: t(`rule.${rule}.fix`) },
      ...{ link: alertLink(rule, incident.subject), since: incident.opened_at.toISOString() },
    },
  }
}

/** The id of the finding that reports the same trouble. */
const sameFinding: Record<AlertRuleName, (incident: IncidentKey) => string> = {
  part_failing: ({ subject }) => subject,
  queue_age: () => 'delivery',
  mailboxes_down: () => 'mailboxes',
  failure_rate: () => '',
  host_silent: () => 'hosts',
  disk_full: ({ subject }) => `disk.${subject}`,
  payment_webhook: () => 'aside.events',
  certificate: () => '',
  template_refused: ({ subject }) => `template.${subject}`,
  sign_in_network: () => '',
  sign_in_accounts: () => '',
  whatsapp_trouble: () => 'pauses.trouble',
  set_aside: () => '',
}

const severity: Record<AlertRuleName, AdminFinding['state']> = {
  ...{ part_failing: 'failing', queue_age: 'failing', failure_rate: 'failing', payment_webhook: 'failing', disk_full: 'failing' },
  ...{ mailboxes_down: 'note', host_silent: 'note', certificate: 'note', template_refused: 'note' },
  ...{ sign_in_network: 'note', sign_in_accounts: 'note', whatsapp_trouble: 'failing', set_aside: 'note' },
}
