// Finds the settings of a mailbox from its address alone; no password is sent while it looks.
import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { readAutoconfig, type ServerSettings } from '../../../core/mailbox/autoconfig.ts'
import { type Discovery, discover, discoverByTable, domainOf, guesses } from '../../../core/mailbox/discovery.ts'
import type { Dns, Outside } from '../../foundation/outside.ts'

export interface DiscoverDoors {
  outside: Outside
  /** Null where nobody is asked, and the table alone answers. */
  dns: Dns | null
}

const lookMs = 5000
const directory = 'https://autoconfig.thunderbird.net/v1.1/'

/** Takes five seconds at most. Whoever is asked learns the domain, never the address. */
export async function discoverMailbox({ outside, dns }: DiscoverDoors, address: string): Promise<Discovery> {
  const known = discoverByTable(address)
  if (known) return known
  const domain = domainToASCII(domainOf(address))
  const nothing = { autoconfig: [], directory: [], mx: [], imaps: [], imap: [], there: [] }
  // Walking up from a domain, or asking a public suffix, has led passwords to strangers.
  if (!dns || !getDomain(domain)) return discover(address, { ...nothing, there: dns ? [] : [`imap.${domain}`] })
  const file = (url: string) => readFile(outside, url, address)
  const [own, wellKnown, listed, mx, imaps, imap, there] = await Promise.all([
    file(`https://autoconfig.${domain}/mail/config-v1.1.xml`),
    file(`https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`),
    file(directory + domain),
    dns.mx(domain),
    dns.srv(`_imaps._tcp.${domain}`),
    dns.srv(`_imap._tcp.${domain}`),
    Promise.all(guesses(domain).map(host => isThere(outside, host))),
  ])
  return discover(address, { autoconfig: [...own, ...wellKnown], directory: listed, mx, imaps, imap, there: there.flat() })
}

async function readFile(outside: Outside, url: string, address: string): Promise<ServerSettings[]> {
  const answer = await outside.request({ method: 'GET', url, timeoutMs: lookMs }).catch(() => null)
  return answer?.status === 200 ? readAutoconfig(answer.body.toString('utf8'), address) : []
}

const isThere = (outside: Outside, host: string): Promise<string[]> =>
  outside.addressOf(host, 993).then(
    () => [host],
    () => [],
  )
