// What the checks of a mail's sender come to, in one word for its reader.
import type { AuthResult } from './view.ts'

export type SenderCheck = 'checked' | 'doubtful' | 'unproven'

/**
 * DMARC alone speaks of the address that a person sees (RFC 7489 §3.1); SPF and DKIM may pass for anybody's domain. Where the domain
 * has no DMARC, a broken signature together with a sending server that may not is doubt enough.
 */
export function senderCheck({ spf, dkim, dmarc }: AuthResult): SenderCheck {
  if (dmarc !== 'none') return dmarc === 'pass' ? 'checked' : 'doubtful'
  return spf === 'fail' && dkim === 'fail' ? 'doubtful' : 'unproven'
}
