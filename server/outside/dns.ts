// Asks the name service for what says where a domain's mail is.
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'

export interface Dns {
  mx(domain: string): Promise<{ exchange: string; priority: number }[]>
  /** `name` as in `_imaps._tcp.example.com`. */
  srv(name: string): Promise<{ name: string; port: number; priority: number; weight: number }[]>
}

/** Each answers within `timeoutMs`; no records, a domain that is not there and a failure are all no answer. */
export function openDns(timeoutMs = 4000): Dns {
  const resolver = () => new Resolver({ timeout: timeoutMs, tries: 1 })
  return {
    mx: domain =>
      resolver()
        .resolveMx(domainToASCII(domain))
        .catch(() => []),
    srv: name =>
      resolver()
        .resolveSrv(domainToASCII(name))
        .catch(() => []),
  }
}
