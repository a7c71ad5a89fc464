// The domain of an address in the letters that a person sees, and the part of it that somebody registered.
import { parse } from 'tldts'
import { decodeLabel } from '../../text/punycode.ts'
import { shapeOf } from './lookalikes.ts'

/** `label` and `suffix` make up `domain`: `example` and `co.uk`; a host without a suffix is all label. */
export interface SenderSite {
  /** In small letters, as the address writes it. */
  host: string
  /** What was registered, as the address writes it. */
  domain: string
  /** Its first label, `xn--` decoded. */
  label: string
  /** What the label looks like (letters.ts). */
  shape: string
  suffix: string
}

const longestHost = 253

/** Null for what is no domain. */
export function siteOf(host: string): SenderSite | null {
  const small = host.trim().toLowerCase().replace(/\.+$/, '')
  if (small === '' || small.length > longestHost || /[\s@<>"]/.test(small)) return null
  // What anybody may have a name under, like blogspot.com, is a suffix too: its names belong to different people.
  const { domain, publicSuffix, isIp } = parse(small, { allowPrivateDomains: true })
  const isRegistered = !isIp && domain !== null && publicSuffix !== null
  const label = lettersOf(isRegistered ? domain.slice(0, -publicSuffix.length - 1) : small)
  return { host: small, domain: isRegistered ? domain : small, label, shape: shapeOf(label), suffix: isRegistered ? publicSuffix : '' }
}

/** Of what is known to be registered. */
export function siteOfDomain(domain: string): SenderSite {
  const at = domain.indexOf('.')
  const label = lettersOf(at < 0 ? domain : domain.slice(0, at))
  return { host: domain, domain, label, shape: shapeOf(label), suffix: at < 0 ? '' : domain.slice(at + 1) }
}

export const siteOfAddress = (address: string): SenderSite | null => siteOf(address.slice(address.lastIndexOf('@') + 1))

function lettersOf(label: string): string {
  if (label.startsWith('xn--')) return (decodeLabel(label) ?? label).normalize('NFKC')
  return /^[ -~]*$/.test(label) ? label : label.normalize('NFKC')
}
