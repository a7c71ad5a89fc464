// Lists the domains of addresses: as written, and their registered part.
import { getDomain } from 'tldts'

/** `mail.shop.example.co.uk` gives itself and `example.co.uk`; no duplicates, in order. */
export function listDomains(addresses: string[]): string[] {
  const domains = addresses.map(address => address.slice(address.lastIndexOf('@') + 1)).filter(domain => domain !== '')
  return [...new Set(domains.flatMap(domain => [domain, getDomain(domain) ?? domain]))]
}
