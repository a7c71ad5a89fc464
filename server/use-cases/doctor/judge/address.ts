// Judges our public endpoints as others reach them: the address, the webhook's handshake and signatures.
import type { Config } from '../../../foundation/config.ts'
import { type DoctorFinding, failing, ok } from '../finding.ts'

/** What came back from an address: an answer, or why there was none. */
export type Reached =
  | { kind: 'answer'; status: number; body: string }
  | { kind: 'none'; why: 'refused' | 'unknown_host' | 'connection' | 'timeout' | 'too_large'; message: string }

/** Null: it may be asked. */
export function judgeAddressForm({ mode, publicUrl }: Pick<Config, 'mode' | 'publicUrl'>): DoctorFinding | null {
  const url = URL.parse(publicUrl)
  if (!url || url.origin !== publicUrl) return failing('address', 'address.not_bare', { url: publicUrl })
  if (mode === 'production' && url.protocol !== 'https:') return failing('address', 'address.not_https', { url: publicUrl })
  return null
}

/** `told` answers GET /api/config, which names the address and the mode of whoever answers. */
export function judgeAddress(told: Reached, { mode, publicUrl: url, port }: Pick<Config, 'mode' | 'publicUrl' | 'port'>): DoctorFinding {
  const { hostname: host } = new URL(url)
  if (told.kind === 'none') {
    if (told.why === 'refused') return failing('address', 'address.inside', { host })
    if (told.why === 'unknown_host') return failing('address', 'address.unknown', { host })
    return failing('address', 'address.away', { url, why: told.message, port })
  }
  if (told.status >= 300 && told.status < 400) return failing('address', 'address.moved', { url })
  if (told.status !== 200 || !told.body.includes(`"publicUrl":${JSON.stringify(url)}`) || !told.body.includes(`"mode":"${mode}"`))
    return failing('address', 'address.other', { url, status: told.status, port })
  return ok('address', mode === 'sandbox' ? 'address.local' : 'address.ok', { url })
}

/** `right` was asked with our verify token, `wrong` with another. */
export function judgeHandshake(right: Reached, wrong: Reached, challenge: string, url: string): DoctorFinding {
  if (right.kind === 'none') return failing('handshake', 'handshake.away', { url, why: right.message })
  if (right.status === 403) return failing('handshake', 'handshake.refused', { url })
  if (right.status !== 200 || right.body !== challenge) return failing('handshake', 'handshake.other', { url, status: right.status })
  if (wrong.kind === 'answer' && wrong.status === 200) return failing('handshake', 'handshake.open', { url })
  return ok('handshake', 'handshake.ok', { url })
}

/** `right` was signed with our app secret, `wrong` with another. */
export function judgeSignature(right: Reached, wrong: Reached, url: string): DoctorFinding {
  if (right.kind === 'none') return failing('signature', 'signature.away', { url, why: right.message })
  if (right.status === 401) return failing('signature', 'signature.refused')
  if (right.status !== 200) return failing('signature', 'signature.other', { url, status: right.status })
  if (wrong.kind === 'answer' && wrong.status === 200) return failing('signature', 'signature.open', { url })
  return ok('signature', 'signature.ok')
}
