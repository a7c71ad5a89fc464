// The sections of a data export, by module, and the tables that are left out, with the reason.
import { accountCopy } from '../../account/copy.ts'
import { authCopy } from '../../auth/copy.ts'
import { billingCopy } from '../../billing/copy.ts'
import { deliveryCopy } from '../../delivery/copy.ts'
import { sendersOfOnly } from '../../delivery/owners.ts'
import { filesCopy } from '../../files/copy.ts'
import { filtersCopy } from '../../filters/copy.ts'
import type { CopyPart } from '../../foundation/db/person-rows.ts'
import { mailCopy } from '../../mail/erasing/export.ts'
import { whatsappCopy } from '../../whatsapp/copy.ts'

export const exportSections = (now: () => Date): CopyPart[] => [
  ...authCopy,
  ...accountCopy,
  ...mailCopy,
  ...filtersCopy,
  ...deliveryCopy,
  ...whatsappCopy(sendersOfOnly),
  ...billingCopy,
  ...filesCopy(now),
]

const secret = 'opens something: whoever has it could act as the person'
const passing = 'of one moment, and worth nothing after it'
const machinery = 'how the machine goes about its work; it says nothing of the person'

/** The tables that an export leaves out; a test holds that all others are in it. @internal */
export const keptBack: Record<string, string> = {
  user_keys: secret,
  refresh_tokens: secret,
  one_time_tokens: secret,
  phone_codes: secret,
  link_codes: secret,
  challenges: passing,
  flow_states: passing,
  provider_flows: passing,
  mailbox_sign_ins: passing,
  idempotency_keys: passing,
  mailbox_token_locks: machinery,
  lanes: machinery,
  filter_sets: machinery,
  mailbox_erasures: machinery,
  account_deletions: machinery,
  message_copies: 'digests that tell two copies of a mail; the mails themselves are copied',
  known_senders: 'digests of addresses, which nobody can read; the mails name their senders',
  mailbox_senders: 'counted from the mails, which are copied',
  mailbox_confirmations: 'a link of a mail provider that opens something, for seven days',
  web_views: 'another shape of mails that lie in the person’s own mailbox, for seven days',
  exports: 'the copies themselves',
  export_chunks: 'the copies themselves',
}
