// Finds the addresses of host names without ever blocking what needs no look-up: cached, limited, and from what was known before.
import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { elapsed, sleep } from '../clock.ts'
import type { SocketEndpoint } from './addresses.ts'
import { OutsideError } from './errors.ts'
import { openHostsFile } from './hosts-file.ts'
import { afterAnswer, type CachedName, type NameAnswer, usable } from './name-cache.ts'
import { recordLookup } from './reach.ts'

export type Resolver = (host: string) => Promise<SocketEndpoint[]>

export interface NamesOptions {
  /** Asks the name servers, with a deadline of its own. */
  ask: (name: string) => Promise<NameAnswer>
  askMachine?: (name: string) => Promise<NameAnswer>
  /** Names that the operator has set: asked of the machine, which may know more than name servers do (search domains, a cluster's names). */
  systemNames?: readonly string[]
  /** The names that this machine itself knows. */
  readHosts?: () => Promise<ReadonlyMap<string, SocketEndpoint[]>>
  now?: () => number
}

const mostCached = 10_000
/** Of one domain: whoever runs slow name servers takes up no more. */
const mostPerDomain = 4
/** How long an old address waits for a new one. */
const refreshMs = 200

export function openNames(options: NamesOptions): Resolver {
  const { ask, askMachine = ask, readHosts = openHostsFile(), now = elapsed } = options
  const systemNames = new Set(options.systemNames?.map(name => name.toLowerCase()))
  const cache = new Map<string, CachedName>()
  const pending = new Map<string, Promise<CachedName>>()
  const perDomain = new Map<string, number>()

  const lookUp = (name: string): Promise<CachedName> => {
    const running = pending.get(name)
    if (running) return running
    const domain = getDomain(name) ?? name
    const count = perDomain.get(domain) ?? 0
    if (count >= mostPerDomain) return Promise.resolve(afterAnswer(cache.get(name), { kind: 'failed' }, now()))
    perDomain.set(domain, count + 1)
    const began = now()
    const asked = (systemNames.has(name) ? askMachine(name) : ask(name))
      .catch((): NameAnswer => ({ kind: 'failed' }))
      .then(answer => {
        const known = afterAnswer(cache.get(name), answer, now())
        remember(cache, name, known)
        return known
      })
      .finally(() => {
        pending.delete(name)
        const left = (perDomain.get(domain) ?? 1) - 1
        if (left > 0) perDomain.set(domain, left)
        else perDomain.delete(domain)
        recordLookup(now() - began)
      })
    pending.set(name, asked)
    return asked
  }

  return async host => {
    const name = (domainToASCII(host) || host).toLowerCase().replace(/\.$/, '')
    const local = isLocalhost(name) ? loopback : (await readHosts()).get(name)
    if (local) return local
    const known = usable(cache.get(name), now())
    if (known?.isFresh) return toEndpoints(host, known.answer)
    const asked = lookUp(name)
    // What was found before is used if the name servers take their time.
    const over = new AbortController()
    const next = known ? await Promise.race([asked, sleep(refreshMs, over.signal).then(() => null)]) : await asked
    over.abort()
    return toEndpoints(host, (next ? usable(next, now()) : known)?.answer ?? 'failed')
  }
}

const loopback: SocketEndpoint[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]
/** Never asked of a name server (RFC 6761 §6.3). */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

function toEndpoints(host: string, answer: SocketEndpoint[] | 'unknown' | 'failed'): SocketEndpoint[] {
  if (answer === 'unknown') throw new OutsideError('unknown_host', `${host} has no address. Check the spelling.`)
  if (answer === 'failed') throw new OutsideError('timeout', `No name server answered for ${host}.`)
  return answer
}

function remember(cache: Map<string, CachedName>, name: string, known: CachedName): void {
  cache.delete(name)
  cache.set(name, known)
  const [oldest] = cache.keys()
  if (cache.size > mostCached && oldest !== undefined) cache.delete(oldest)
}

export function joinAnswers(first: NameAnswer, second: NameAnswer): NameAnswer {
  if (first.kind !== 'found') return second.kind === 'found' || first.kind === 'unknown' ? second : first
  if (second.kind !== 'found' || second === first) return first
  return {
    kind: 'found',
    endpoints: [...first.endpoints, ...second.endpoints],
    ttlSeconds: Math.min(first.ttlSeconds, second.ttlSeconds),
  }
}
