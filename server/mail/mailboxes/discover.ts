// Discovers a mailbox's settings from its address alone, without sending a password anywhere.
import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { readAutoconfig, type ServerSettings } from '../../../core/mailbox/autoconfig.ts'
import { type Discovery, discover, discoverByTable, domainOf, hostGuesses } from '../../../core/mailbox/discovery.ts'
import type { Dns, Outside } from '../../foundation/outside.ts'

export interface DiscoverDeps {
  outside: Outside
  /** Null where only our own table is consulted. */
  dns: Dns | null
}

const lookupTimeoutMs = 5000
const directory = 'https://autoconfig.thunderbird.net/v1.1/'

/** Takes five seconds at most. Other servers learn the domain, never the address. */
export async function discoverMailbox({ outside, dns }: DiscoverDeps, address: string): Promise<Discovery> {
  const known = discoverByTable(address)
  if (known) return known
  const domain = domainToASCII(domainOf(address))
  const nothing = { autoconfig: [], directory: [], mx: [], imaps: [], imap: [], existingHosts: [] }
  // Querying parent domains or public suffixes has leaked passwords to strangers in other programs.
  if (!dns || !getDomain(domain)) return discover(address, { ...nothing, existingHosts: dns ? [] : [`imap.${domain}`] })
  const file = (url: string) => readFile(outside, url, address)
  const [own, wellKnown, listed, mx, imaps, imap, existing] = await Promise.all([
    file(`https://autoconfig.${domain}/mail/config-v1.1.xml`),
    file(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`),
    file(directory + domain),
    dns.mx(domain),
    dns.srv(`_imaps._tcp.${domain}`),
    dns.srv(`_imap._tcp.${domain}`),
    Promise.all(hostGuesses(domain).map(host => canResolve(outside, host))),
  ])
  return discover(address, { autoconfig: [...own, ...wellKnown], directory: listed, mx, imaps, imap, existingHosts: existing.flat() })
}

async function readFile(outside: Outside, url: string, address: string): Promise<ServerSettings[]> {
  const answer = await outside.request({ method: 'GET', url, timeoutMs: lookupTimeoutMs }).catch(() => null)
  return answer?.status === 200 ? readAutoconfig(answer.body.toString('utf8'), address) : []
}

const canResolve = (outside: Outside, host: string): Promise<string[]> =>
  outside.addressOf(host, 993).then(
    () => [host],
    () => [],
  )
