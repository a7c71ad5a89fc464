// The page of the console where an alert is dealt with.
import type { AlertRuleName } from '../../../../core/api/admin/alerts.ts'

const links: Record<AlertRuleName, string> = {
  part_failing: '/admin/diagnostics',
  queue_age: '/admin?list=deliveries&state=queued',
  mailboxes_down: '/admin?list=mailboxes',
  failure_rate: '/admin?list=deliveries',
  host_silent: '/admin/diagnostics',
  disk_full: '/admin/diagnostics',
  payment_webhook: '/admin/diagnostics',
  certificate: '/admin/diagnostics',
  template_refused: '/admin/templates',
  sign_in_network: '/admin/security?tab=failures&by=network&range=1h',
  sign_in_accounts: '/admin/security?tab=failures&by=account&range=1h',
  whatsapp_trouble: '/admin/diagnostics',
  set_aside: '/admin/diagnostics',
}

const partLinks: Record<string, string> = {
  mailboxes: '/admin?list=mailboxes',
  delivery: '/admin?list=deliveries&state=queued',
  emails: '/admin/settings',
}

/** `subject`: of a failing part, its name. */
export const alertLink = (rule: AlertRuleName, subject: string): string =>
  rule === 'part_failing' ? (partLinks[subject] ?? links[rule]) : links[rule]
