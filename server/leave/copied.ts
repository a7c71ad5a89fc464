// The parts of a copy of everything, room by room, and the tables that stay here with the reason.
import { accountCopy } from '../account/copy.ts'
import { authCopy } from '../auth/copy.ts'
import { billingCopy } from '../billing/copy.ts'
import type { CopyPart } from '../db/person-rows.ts'
import { deliveryCopy } from '../delivery/copy.ts'
import { sendersOfOnly } from '../delivery/owners.ts'
import { filesCopy } from '../files/copy.ts'
import { filtersCopy } from '../filters/copy.ts'
import { mailCopy } from '../mail/copy.ts'
import { whatsappCopy } from '../whatsapp/copy.ts'

export const copiedParts = (now: () => Date): CopyPart[] => [
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

/** A table that names people and is not here is copied; a test holds that. */
export const keptBack: Record<string, string> = {
  person_keys: secret,
  refresh_tokens: secret,
  one_time_tokens: secret,
  phone_codes: secret,
  link_codes: secret,
  challenges: passing,
  flow_states: passing,
  provider_flows: passing,
  mail_sign_ins: passing,
  idempotency_keys: passing,
  mail_grants: machinery,
  lanes: machinery,
  filter_sets: machinery,
  mailbox_erasures: machinery,
  departures: machinery,
  mail_copies: 'digests that tell two copies of a mail; the mails themselves are copied',
  senders: 'digests of addresses, which nobody can read; the mails name their senders',
  mailbox_senders: 'counted from the mails, which are copied',
  mailbox_confirmations: 'a link of a mail provider that opens something, for seven days',
  mail_pages: 'another shape of mails that lie in the person’s own mailbox, for seven days',
  exports: 'the copies themselves',
  export_chunks: 'the copies themselves',
}
