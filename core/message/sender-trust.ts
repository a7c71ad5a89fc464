// Sums up SPF, DKIM and DMARC results in one word for the reader.
import type { AuthResult } from './view.ts'

export type SenderTrust = 'checked' | 'doubtful' | 'unproven'

/**
 * Only DMARC covers the address that a person sees (RFC 7489 §3.1); SPF and DKIM may pass for any domain. If the domain has no DMARC,
 * a failed SPF check together with a failed signature makes the sender doubtful.
 */
export function assessSenderTrust({ spf, dkim, dmarc }: AuthResult): SenderTrust {
  if (dmarc !== 'none') return dmarc === 'pass' ? 'checked' : 'doubtful'
  return spf === 'fail' && dkim === 'fail' ? 'doubtful' : 'unproven'
}
