// Lists the sections of a data export by module, and the tables that are left out, with the reason.
import { accountCopy } from '../../account/copy.ts'
import { authCopy } from '../../auth/copy.ts'
import { billingCopy } from '../../billing/copy.ts'
import { deliveryCopy } from '../../delivery/copy.ts'
import { listExclusiveSenders } from '../../delivery/owners.ts'
import { filesCopy } from '../../files/copy.ts'
import { filtersCopy } from '../../filters/copy.ts'
import type { ExportPart } from '../../foundation/db/export-rows.ts'
import { mailCopy } from '../../mail/erasing/export.ts'
import { whatsappCopy } from '../../whatsapp/copy.ts'

export const exportSections = (now: () => Date): ExportPart[] => [
  ...authCopy,
  ...accountCopy,
  ...mailCopy,
  ...filtersCopy,
  ...deliveryCopy,
  ...whatsappCopy(listExclusiveSenders),
  ...billingCopy,
  ...filesCopy(now),
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
  challenges: shortLived,
  flow_states: shortLived,
  provider_flows: shortLived,
  mailbox_sign_ins: shortLived,
  idempotency_keys: shortLived,
  mailbox_token_locks: bookkeeping,
  lanes: bookkeeping,
  filter_sets: bookkeeping,
  mailbox_erasures: bookkeeping,
  account_deletions: bookkeeping,
  message_copies: 'digests that identify copies of an email; the emails themselves are exported',
  known_senders: 'digests of addresses, which nobody can read; the emails name their senders',
  mailbox_senders: 'counted from the emails, which are exported',
  mailbox_confirmations: 'a confirmation link from an email provider, stored for seven days',
  web_views: 'another form of emails in the user’s own mailbox, stored for seven days',
  exports: 'the exports themselves',
  export_chunks: 'the exports themselves',
}
