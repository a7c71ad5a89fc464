// Lists the sections of a data export by module, and the tables that are left out, with the reason.
import { accountExport } from '../../account/export.ts'
import { authExport } from '../../auth/export.ts'
import { billingExport } from '../../billing/export.ts'
import { deliveryExport } from '../../delivery/export.ts'
import { listExclusiveSenders } from '../../delivery/owners.ts'
import { filesExport } from '../../files/export.ts'
import { filtersExport } from '../../filters/export.ts'
import type { ExportPart } from '../../foundation/db/export-rows.ts'
import { mailExport } from '../../mail/erasing/export.ts'
import { whatsappExport } from '../../whatsapp/export.ts'
import { settingsSection } from './settings-section.ts'

export const exportSections = (now: () => Date, retentionDays: number): ExportPart[] => [
  settingsSection(retentionDays),
  ...authExport,
  ...accountExport,
  ...mailExport,
  ...filtersExport,
  ...deliveryExport,
  ...whatsappExport(listExclusiveSenders),
  ...billingExport,
  ...filesExport(now),
]

const secret = 'a credential: somebody who has it could act as the user'
const shortLived = 'short-lived, and worthless afterwards'
const bookkeeping = 'bookkeeping of the service; it says nothing about the user'

/** The tables that an export leaves out; a test checks that all others are in it. @internal */
export const keptBack: Record<string, string> = {
  user_keys: secret,
  refresh_tokens: secret,
  one_time_tokens: secret,
  phone_codes: secret,
  link_codes: secret,
  recovery_codes: secret,
  challenges: shortLived,
  used_passkey_challenges: shortLived,
  flow_states: shortLived,
  provider_flows: shortLived,
  mailbox_sign_ins: shortLived,
  idempotency_keys: shortLived,
  known_networks: 'digests of networks, which nobody can read; sessions and the log name the addresses',
  mailbox_token_locks: bookkeeping,
  lanes: bookkeeping,
  filter_sets: bookkeeping,
  mailbox_erasures: bookkeeping,
  retention_changes: bookkeeping,
  account_deletions: bookkeeping,
  past_runs: bookkeeping,
  message_counts: 'counted from the emails, which are exported',
  message_count_progress: bookkeeping,
  message_copies: 'digests that identify copies of an email; the emails themselves are exported',
  known_senders: 'digests of addresses, which nobody can read; the emails name their senders',
  mailbox_senders: 'counted from the emails, which are exported',
  mailbox_confirmations: 'a confirmation link from an email provider, stored for seven days',
  web_views: 'another form of emails in the user’s own mailbox, stored for seven days',
  exports: 'the exports themselves',
  export_chunks: 'the exports themselves',
}
