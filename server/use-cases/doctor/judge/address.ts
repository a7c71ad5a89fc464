// Judges our public endpoints as seen from outside: the address, the webhook's handshake and signatures.
import type { Config } from '../../../foundation/config.ts'
import { type DoctorFinding, failing, ok } from '../finding.ts'

/** The response of an address, or why there was none. */
export type ProbeResult =
  | { kind: 'answer'; status: number; body: string }
  | { kind: 'none'; why: 'refused' | 'unknown_host' | 'connection' | 'timeout' | 'too_large'; message: string }

/** Null when the address is well-formed. */
export function judgeAddressForm({ mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>): DoctorFinding | null {
  const url = URL.parse(publicUrl)
  if (!url || url.origin !== publicUrl) return failing('address', 'address.not_bare', { url: publicUrl })
  if (mode === 'production' && url.protocol !== 'https:') return failing('address', 'address.not_https', { url: publicUrl })
  return null
}

/** `answer` is the response to GET /api/config, which names the server's address and mode. */
export function judgeAddress(
  answer: ProbeResult,
  { mode, publicUrl: url, port }: Pick<Config, 'mode' | 'publicUrl' | 'port'>,
): DoctorFinding {
  const { hostname: host } = new URL(url)
  if (answer.kind === 'none') {
    if (answer.why === 'refused') return failing('address', 'address.inside', { host })
    if (answer.why === 'unknown_host') return failing('address', 'address.unknown', { host })
    return failing('address', 'address.away', { url, why: answer.message, port })
  }
  if (answer.status >= 300 && answer.status < 400) return failing('address', 'address.moved', { url })
  if (answer.status !== 200 || !answer.body.includes(`"publicUrl":${JSON.stringify(url)}`) || !answer.body.includes(`"mode":"${mode}"`))
    return failing('address', 'address.other', { url, status: answer.status, port })
  return ok('address', mode === 'sandbox' ? 'address.local' : 'address.ok', { url })
}

/** `right` is the response to our verify token, `wrong` to another token. */
export function judgeHandshake(right: ProbeResult, wrong: ProbeResult, challenge: string, url: string): DoctorFinding {
  if (right.kind === 'none') return failing('handshake', 'handshake.away', { url, why: right.message })
  if (right.status === 403) return failing('handshake', 'handshake.refused', { url })
  if (right.status !== 200 || right.body !== challenge) return failing('handshake', 'handshake.other', { url, status: right.status })
  if (wrong.kind === 'answer' && wrong.status === 200) return failing('handshake', 'handshake.open', { url })
  return ok('handshake', 'handshake.ok', { url })
}

/** `right` was signed with our app secret, `wrong` with another. */
export function judgeSignature(right: ProbeResult, wrong: ProbeResult, url: string): DoctorFinding {
  if (right.kind === 'none') return failing('signature', 'signature.away', { url, why: right.message })
  if (right.status === 401) return failing('signature', 'signature.refused')
  if (right.status !== 200) return failing('signature', 'signature.other', { url, status: right.status })
  if (wrong.kind === 'answer' && wrong.status === 200) return failing('signature', 'signature.open', { url })
  return ok('signature', 'signature.ok')
}
