// Judges what lies around the service: certificates, DNS records of our domains, and sign-in providers.
import { type DoctorFinding, failing, needsAttention, ok, skip } from '../finding.ts'

const dayMs = 86_400_000
const renewWithinDays = 21

export type CertificateFacts =
  | { kind: 'read'; validUntil: Date; problem: string | null }
  | { kind: 'away'; why: string }
  /** No https, or no certificate of our own. */
  | { kind: 'none' }

export function judgeCertificate(name: string, answer: CertificateFacts, now: Date): DoctorFinding {
  const about = { subject: name }
  if (answer.kind === 'none') return { ...skip('certificate', 'certificate.none', { name }), ...about }
  if (answer.kind === 'away') return { ...failing('certificate', 'certificate.away', { name, why: answer.why }), ...about }
  const days = daysLeft(answer.validUntil, now)
  if (days < 0) return { ...failing('certificate', 'certificate.expired', { name }), ...about }
  if (answer.problem) return { ...failing('certificate', 'certificate.problem', { name, why: answer.problem }), ...about }
  const values = { name, days }
  return {
    ...(days < renewWithinDays ? needsAttention('certificate', 'certificate.ending', values) : ok('certificate', 'certificate.ok', values)),
    ...about,
  }
}

export const daysLeft = (validUntil: Date, now: Date): number => Math.floor((validUntil.getTime() - now.getTime()) / dayMs)

/** `texts`: TXT records of the domain; null if the name service did not answer. */
export function judgeSpf(domain: string, texts: string[] | null): DoctorFinding {
  if (!texts) return skip('spf', 'dns.away', { domain })
  const records = texts.filter(text => /^v=spf1(\s|$)/i.test(text))
  // RFC 7208 §4.5: several are an error for every receiver.
  if (records.length > 1) return failing('spf', 'spf.many', { domain })
  return records.length === 1 ? ok('spf', 'spf.ok', { domain }) : needsAttention('spf', 'spf.none', { domain })
}

/** `selectors` have a key; we know the names that relays usually take, not all. */
export function judgeDkim(domain: string, selectors: string[] | null): DoctorFinding {
  if (!selectors) return skip('dkim', 'dns.away', { domain })
  return selectors.length > 0
    ? ok('dkim', 'dkim.ok', { domain, selectors: selectors.join(', ') })
    : needsAttention('dkim', 'dkim.none', { domain })
}

export function judgeDmarc(domain: string, texts: string[] | null): DoctorFinding {
  if (!texts) return skip('dmarc', 'dns.away', { domain })
  const record = texts.find(text => /^v=DMARC1\s*;/i.test(text))
  if (!record) return needsAttention('dmarc', 'dmarc.none', { domain })
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)/i.exec(record)?.[1]?.toLowerCase() ?? 'none'
  return ok('dmarc', 'dmarc.ok', { domain, policy })
}

/** `names`: what the address of the MX host is called in reverse (RFC 1912 §2.1). */
export function judgePtr(host: string, names: string[] | null): DoctorFinding {
  if (!names) return skip('ptr', 'dns.away', { domain: host })
  const own = names.find(name => name.replace(/\.$/, '').toLowerCase() === host.toLowerCase())
  if (own) return ok('ptr', 'ptr.ok', { host })
  return needsAttention('ptr', names.length > 0 ? 'ptr.other' : 'ptr.none', { host, name: names[0] ?? '' })
}

/** `why` is null if it answered as an OpenID provider does. */
export const judgeSignIn = (name: string, why: string | null): DoctorFinding => ({
  ...(why === null ? ok('signin', 'signin.ok', { name }) : failing('signin', 'signin.away', { name, why })),
  subject: name,
})
