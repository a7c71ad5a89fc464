// The domains of senders: as written, and the part that somebody registered.
import { getDomain } from 'tldts'

/** `mail.shop.example.co.uk` gives itself and `example.co.uk`; each once, in order. */
export function domainsOf(addresses: string[]): string[] {
  const written = addresses.map(address => address.slice(address.lastIndexOf('@') + 1)).filter(domain => domain !== '')
  return [...new Set(written.flatMap(domain => [domain, getDomain(domain) ?? domain]))]
}
