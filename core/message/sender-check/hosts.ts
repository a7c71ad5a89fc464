// Parses the domain of an address: its registered part, and its name as a person sees it.
import { parse } from 'tldts'
import { decodeLabel } from '../../text/punycode.ts'
import { toVisualShape } from './lookalikes.ts'

/** `label` and `suffix` make up `domain`: `example` and `co.uk`; a host without a public suffix is all label. */
export interface SenderSite {
  /** Lower-cased, not decoded. */
  host: string
  /** The registered domain, not decoded. */
  domain: string
  /** Its first label, `xn--` decoded. */
  label: string
  /** What the label looks like (lookalikes.ts). */
  shape: string
  suffix: string
}

const maxHostLength = 253

/** Null if it is not a domain. */
export function parseSite(host: string): SenderSite | null {
  const normalized = host.trim().toLowerCase().replace(/\.+$/, '')
  if (normalized === '' || normalized.length > maxHostLength || /[\s@<>"]/.test(normalized)) return null
  // Private suffixes such as blogspot.com count too: their subdomains belong to different people.
  const { domain, publicSuffix, isIp } = parse(normalized, { allowPrivateDomains: true })
  const isRegistered = !isIp && domain !== null && publicSuffix !== null
  const label = decodeHostLabel(isRegistered ? domain.slice(0, -publicSuffix.length - 1) : normalized)
  return {
    host: normalized,
    domain: isRegistered ? domain : normalized,
    label,
    shape: toVisualShape(label),
    suffix: isRegistered ? publicSuffix : '',
  }
}

/** For a domain that is known to be registered. */
export function parseRegisteredDomain(domain: string): SenderSite {
  const at = domain.indexOf('.')
  const label = decodeHostLabel(at < 0 ? domain : domain.slice(0, at))
  return { host: domain, domain, label, shape: toVisualShape(label), suffix: at < 0 ? '' : domain.slice(at + 1) }
}

export const parseAddressSite = (address: string): SenderSite | null => parseSite(address.slice(address.lastIndexOf('@') + 1))

function decodeHostLabel(label: string): string {
  if (label.startsWith('xn--')) return (decodeLabel(label) ?? label).normalize('NFKC')
  return /^[ -~]*$/.test(label) ? label : label.normalize('NFKC')
}
