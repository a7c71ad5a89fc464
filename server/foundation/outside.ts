// The only way out: every outgoing connection is resolved here and refused if it leads to a private address.
import { lookup, Resolver as NameService } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import { elapsed } from './clock.ts'
import { isLoopback, isPublic, type SocketEndpoint } from './outside/addresses.ts'

export type Resolver = (host: string) => Promise<SocketEndpoint[]>

export interface HttpAsk {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs: number
  /** Of the answer; 4 MB where nothing is said. */
  mostBytes?: number
}

export interface HttpAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** An answer whose body is still coming. */
export interface OpenAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Readable
}

export interface Outside {
  /**
   * The address to connect to instead of `host`; throws OutsideError when it is inside or unknown, or when the port is none of
   * `ports`. What the operator allowed by host and port may be anywhere.
   */
  addressOf(host: string, port: number, ports?: readonly number[]): Promise<SocketEndpoint>
  /** One HTTP exchange without redirects; throws OutsideError. */
  request(ask: HttpAsk): Promise<HttpAnswer>
  /** The same, resolved with the head of the answer; `timeoutMs` counts until then. */
  stream(ask: HttpAsk): Promise<OpenAnswer>
}

/** `mayHaveArrived`: the other side may have read the whole request, so its outcome is not known. */
export class OutsideError extends Error {
  readonly kind: 'refused' | 'unknown_host' | 'connection' | 'timeout' | 'too_large'
  readonly mayHaveArrived: boolean
  constructor(kind: OutsideError['kind'], message: string, mayHaveArrived = false) {
    super(message)
    this.kind = kind
    this.mayHaveArrived = mayHaveArrived
  }
}

const answerBytes = 4 * 1024 * 1024

export interface OutsideOptions {
  /** Each `host:port` that may be inside. */
  allow: string[]
  /** Opens this machine (sandbox only). */
  loopback: boolean
  resolve?: Resolver
  /** Begins an HTTP exchange; node's own when left out. */
  send?: typeof http.request
}

export function openOutside(options: OutsideOptions): Outside {
  const resolve = options.resolve ?? lookupAll
  const agents = { 'http:': fresh(new http.Agent({ keepAlive: true })), 'https:': fresh(new https.Agent({ keepAlive: true })) }

  async function addressOf(host: string, port: number, ports?: readonly number[]): Promise<SocketEndpoint> {
    const found = isIP(host) ? [{ address: host, family: isIP(host) === 6 ? (6 as const) : (4 as const) }] : await resolve(host)
    const near = (e: SocketEndpoint) => options.allow.includes(`${host}:${port}`) || (options.loopback && isLoopback(e))
    const good = found.find(e => near(e) || isPublic(e))
    if (!good) throw new OutsideError('refused', `${host} is not a public address.`)
    if (ports && !ports.includes(port) && !near(good)) throw new OutsideError('refused', `Port ${port} is none of ${ports.join(', ')}.`)
    return good
  }

  async function stream(ask: HttpAsk): Promise<OpenAnswer> {
    const url = new URL(ask.url)
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:'
    const port = Number(url.port) || (protocol === 'https:' ? 443 : 80)
    const endpoint = await addressOf(url.hostname.replace(/^\[|\]$/g, ''), port)
    const send = options.send ?? (protocol === 'https:' ? https.request : http.request)
    return exchange(ask, url, send, endpoint, agents[protocol]())
  }

  return {
    addressOf,
    stream,
    request: async ask => {
      const deadline = AbortSignal.timeout(ask.timeoutMs)
      const answer = await stream(ask)
      return { status: answer.status, headers: answer.headers, body: await collect(answer.body, ask, deadline) }
    },
  }
}

/** So long a connection may have rested; most servers close one after five seconds. */
const restMs = 2000

/**
 * Gives the agent with no connection that its server may just have closed: a request that meets the close gets no answer, and
 * nobody knows whether it arrived. Where this process was busy, neither its timers nor the close were seen yet.
 */
function fresh<A extends http.Agent>(agent: A): () => A {
  const restsSince = new WeakMap<object, number>()
  agent.on('free', socket => restsSince.set(socket, elapsed()))
  return () => {
    for (const socket of Object.values(agent.freeSockets).flat())
      if (socket && elapsed() - (restsSince.get(socket) ?? 0) > restMs) socket.destroy()
    return agent
  }
}

function exchange(ask: HttpAsk, url: URL, send: typeof http.request, endpoint: SocketEndpoint, agent: http.Agent): Promise<OpenAnswer> {
  return new Promise((done, fail) => {
    let handedOver = false
    const late = AbortSignal.timeout(ask.timeoutMs)
    const request = send(url, {
      method: ask.method,
      agent,
      headers: { ...ask.headers, ...(ask.body !== undefined && { 'content-length': Buffer.byteLength(ask.body) }) },
      // The name was looked up and judged above: the socket goes there and nowhere else.
      lookup: (_host, options, answer) => (options.all ? answer(null, [endpoint]) : answer(null, endpoint.address, endpoint.family)),
    })
    const stop = () => request.destroy(new OutsideError('timeout', `${url.host} did not answer in ${ask.timeoutMs} ms.`, handedOver))
    late.addEventListener('abort', stop)
    request.on('socket', socket => {
      const connected = () => {
        handedOver = true
      }
      if (socket.connecting) socket.once('connect', connected)
      else connected()
    })
    request.on('error', error =>
      fail(error instanceof OutsideError ? error : new OutsideError('connection', `${url.host}: ${error.message}`, handedOver)),
    )
    request.on('response', response => {
      late.removeEventListener('abort', stop)
      done({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    request.end(ask.body)
  })
}

// The other side has read the request by now: whatever breaks from here on leaves its outcome open.
async function collect(body: Readable, ask: HttpAsk, deadline: AbortSignal): Promise<Buffer> {
  const host = new URL(ask.url).host
  const parts: Buffer[] = []
  let bytes = 0
  const most = ask.mostBytes ?? answerBytes
  const stop = () => body.destroy(new OutsideError('timeout', `${host} did not finish its answer in ${ask.timeoutMs} ms.`, true))
  if (deadline.aborted) stop()
  deadline.addEventListener('abort', stop)
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > most) throw new OutsideError('too_large', `${host} answered more than ${most} bytes.`, true)
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof OutsideError) throw error
    throw new OutsideError('connection', `${host}: ${error instanceof Error ? error.message : 'the answer broke off'}`, true)
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}

async function lookupAll(host: string): Promise<SocketEndpoint[]> {
  try {
    const found = await lookup(host, { all: true })
    return found.map(e => ({ address: e.address, family: e.family === 6 ? 6 : 4 }))
  } catch {
    throw new OutsideError('unknown_host', `${host} has no address. Check the spelling.`)
  }
}

/** What the name service says of a domain's mail. */
export interface Dns {
  mx(domain: string): Promise<{ exchange: string; priority: number }[]>
  /** Records of any kind as node gives them; rejects with node's codes (ENOTFOUND, ENODATA, ETIMEOUT). */
  resolve(name: string, type: string): Promise<unknown>
  /** `name` as in `_imaps._tcp.example.com`. */
  srv(name: string): Promise<{ name: string; port: number; priority: number; weight: number }[]>
}

/** Each answers within `timeoutMs`; no records, a domain that is not there and a failure are all no answer. */
export function openDns(timeoutMs = 4000): Dns {
  const resolver = () => new NameService({ timeout: timeoutMs, tries: 1 })
  return {
    resolve: (name, type) => resolver().resolve(domainToASCII(name) || name, type),
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
