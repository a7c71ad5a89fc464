// Opens every outgoing connection: resolves the host here and refuses private addresses.
import { Resolver as DnsResolver, lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Readable } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { domainToASCII } from 'node:url'
import { elapsed, sleep } from './clock.ts'
import { isLoopback, isPublic, type SocketEndpoint } from './outside/addresses.ts'
import { OutsideError } from './outside/errors.ts'
import type { NameAnswer } from './outside/name-cache.ts'
import { joinAnswers, openNames, type Resolver } from './outside/names.ts'

export { OutsideError } from './outside/errors.ts'
export type { Resolver } from './outside/names.ts'

export interface HttpRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs: number
  /** Limit for the response body; 4 MB by default. */
  maxBytes?: number
}

export interface HttpResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** A response whose body is still arriving. */
export interface StreamedResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: Readable
}

export interface Outside {
  /**
   * The address to connect to instead of `host`; throws OutsideError when it is private or unknown, or when the port is not in
   * `ports`. A `host:port` that the operator allows may be private.
   */
  addressOf(host: string, port: number, ports?: readonly number[]): Promise<SocketEndpoint>
  /** One HTTP exchange without redirects; throws OutsideError. */
  request(request: HttpRequest): Promise<HttpResponse>
  /** The same, resolved when the response's headers arrive; `timeoutMs` counts until then, the look-up of the name included. */
  stream(request: HttpRequest): Promise<StreamedResponse>
}

/** Longer than a look-up takes that is still answered. */
const longestLookupMs = 6_000
const defaultMaxBytes = 4 * 1024 * 1024

export interface OutsideOptions {
  /** Every `host:port` that may be private. */
  allow: string[]
  /** Allows connections to this machine (sandbox only). */
  loopback: boolean
  resolve?: Resolver
  /** Starts an HTTP request; Node's own by default. */
  send?: typeof http.request
}

export function openOutside(options: OutsideOptions): Outside {
  const resolve =
    options.resolve ??
    openNames({ ask: askNameServers, askMachine, systemNames: options.allow.map(endpoint => endpoint.replace(/:\d+$/, '')) })
  const agents = {
    'http:': withFreshSockets(new http.Agent({ keepAlive: true })),
    'https:': withFreshSockets(new https.Agent({ keepAlive: true })),
  }

  async function addressOf(host: string, port: number, ports?: readonly number[]): Promise<SocketEndpoint> {
    const found = isIP(host)
      ? [{ address: host, family: isIP(host) === 6 ? (6 as const) : (4 as const) }]
      : await within(longestLookupMs, host, resolve(host))
    const isAllowedInside = (e: SocketEndpoint) => options.allow.includes(`${host}:${port}`) || (options.loopback && isLoopback(e))
    const endpoint = found.find(e => isAllowedInside(e) || isPublic(e))
    if (!endpoint) throw new OutsideError('refused', `${host} is not a public address.`)
    if (ports && !ports.includes(port) && !isAllowedInside(endpoint))
      throw new OutsideError('refused', `Port ${port} is not one of ${ports.join(', ')}.`)
    return endpoint
  }

  async function stream(request: HttpRequest): Promise<StreamedResponse> {
    const url = new URL(request.url)
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:'
    const port = Number(url.port) || (protocol === 'https:' ? 443 : 80)
    const began = elapsed()
    const endpoint = await within(request.timeoutMs, url.host, addressOf(url.hostname.replace(/^\[|\]$/g, ''), port))
    const leftMs = Math.max(1, Math.floor(request.timeoutMs - (elapsed() - began)))
    const send = options.send ?? (protocol === 'https:' ? https.request : http.request)
    return exchange(request, leftMs, url, send, endpoint, agents[protocol]())
  }

  return {
    addressOf,
    stream,
    request: async request => {
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const response = await stream(request)
      return { status: response.status, headers: response.headers, body: await collect(response.body, request, deadline) }
    },
  }
}

/** How long a connection may have been idle; most servers close one after five seconds. */
const maxIdleMs = 2000

/**
 * Drops idle connections that the server may just have closed: a request on such a connection gets no response, and
 * nobody knows whether it arrived. A busy process may not have noticed the close or run its timers yet.
 */
function withFreshSockets<A extends http.Agent>(agent: A): () => A {
  const idleSince = new WeakMap<object, number>()
  agent.on('free', socket => idleSince.set(socket, elapsed()))
  return () => {
    for (const socket of Object.values(agent.freeSockets).flat())
      if (socket && elapsed() - (idleSince.get(socket) ?? 0) > maxIdleMs) socket.destroy()
    return agent
  }
}

/** The look-up counts, too: who waits for an answer has a single deadline for everything. */
async function within<T>(timeoutMs: number, host: string, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  try {
    const found = await Promise.race([work.then(value => ({ value })), sleep(timeoutMs, over.signal)])
    if (found) return found.value
  } finally {
    over.abort('done')
  }
  throw new OutsideError('timeout', `No address of ${host} was found in ${timeoutMs} ms.`)
}

function exchange(
  options: HttpRequest,
  leftMs: number,
  url: URL,
  send: typeof http.request,
  endpoint: SocketEndpoint,
  agent: http.Agent,
): Promise<StreamedResponse> {
  return new Promise((done, fail) => {
    let isConnected = false
    const deadline = AbortSignal.timeout(leftMs)
    const request = send(url, {
      method: options.method,
      agent,
      headers: { ...options.headers, ...(options.body !== undefined && { 'content-length': Buffer.byteLength(options.body) }) },
      // The name was resolved and checked above: the socket must connect to that address and no other.
      lookup: (_host, options, done) => (options.all ? done(null, [endpoint]) : done(null, endpoint.address, endpoint.family)),
    })
    const stop = () => request.destroy(new OutsideError('timeout', `${url.host} did not answer in ${options.timeoutMs} ms.`, isConnected))
    deadline.addEventListener('abort', stop)
    request.on('socket', socket => {
      const onConnect = () => {
        isConnected = true
      }
      // Before TLS is agreed on, nothing of the request can have been read.
      if (socket.connecting) socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnect)
      else onConnect()
    })
    request.on('error', error =>
      fail(error instanceof OutsideError ? error : new OutsideError('connection', `${url.host}: ${error.message}`, isConnected)),
    )
    request.on('response', response => {
      deadline.removeEventListener('abort', stop)
      done({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    request.end(options.body)
  })
}

// The other side has read the request by now: any failure from here on leaves its outcome unknown.
async function collect(body: Readable, request: HttpRequest, deadline: AbortSignal): Promise<Buffer> {
  const host = new URL(request.url).host
  const chunks: Buffer[] = []
  let bytes = 0
  const maxBytes = request.maxBytes ?? defaultMaxBytes
  const stop = () => body.destroy(new OutsideError('timeout', `${host} did not finish its response in ${request.timeoutMs} ms.`, true))
  if (deadline.aborted) stop()
  deadline.addEventListener('abort', stop)
  try {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new OutsideError('too_large', `${host} sent more than ${maxBytes} bytes.`, true)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof OutsideError) throw error
    throw new OutsideError('connection', `${host}: ${error instanceof Error ? error.message : 'the response was cut off'}`, true)
  } finally {
    deadline.removeEventListener('abort', stop)
  }
}

const tryMs = 2_000
const deadlineMs = 5_000
/** Once there is an address of one family, the other is not waited for long. */
const otherFamilyMs = 100

/** Both families at once. Connections use the first address, so the family that this machine has comes first. */
async function askNameServers(name: string): Promise<NameAnswer> {
  const resolver = new DnsResolver({ timeout: tryMs, tries: 2 })
  const over = new AbortController()
  const late = (ms: number, answer: NameAnswer) => sleep(ms, over.signal).then(() => answer)
  const four = familyAnswer(() => resolver.resolve4(name, { ttl: true }), 4)
  const six = familyAnswer(() => resolver.resolve6(name, { ttl: true }), 6)
  const [preferred, other] = hasIpv4() ? [four, six] : [six, four]
  const deadline = late(deadlineMs, { kind: 'failed' })
  const first = await Promise.race([preferred, deadline])
  const second = await Promise.race([other, first.kind === 'found' ? late(otherFamilyMs, first) : deadline])
  over.abort('done')
  resolver.cancel()
  return joinAnswers(first, second)
}

/** Also true for a machine without any network: then it is its own loopback that counts. */
function hasIpv4(): boolean {
  const outward = Object.values(networkInterfaces()).flatMap(all => all?.filter(({ internal }) => !internal) ?? [])
  return outward.length === 0 || outward.some(({ family }) => family === 'IPv4')
}

const machineTtlSeconds = 30

async function askMachine(name: string): Promise<NameAnswer> {
  const found = await lookup(name, { all: true })
  return {
    kind: 'found',
    endpoints: found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })),
    ttlSeconds: machineTtlSeconds,
  }
}

async function familyAnswer(ask: () => Promise<{ address: string; ttl: number }[]>, family: 4 | 6): Promise<NameAnswer> {
  try {
    const records = await ask()
    if (records.length === 0) return { kind: 'unknown' }
    return {
      kind: 'found',
      endpoints: records.map(({ address }) => ({ address, family })),
      ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
    }
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
    // ENODATA: the name exists, without an address of this family.
    return { kind: code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME' ? 'unknown' : 'failed' }
  }
}

/** Until when the certificate of a TLS server is valid, and whether its name and chain can be checked; throws OutsideError. */
export async function readCertificate(
  outside: Pick<Outside, 'addressOf'>,
  host: string,
  port: number,
  timeoutMs: number,
): Promise<{ validUntil: Date; problem: string | null }> {
  const { address } = await outside.addressOf(host, port)
  return new Promise((done, fail) => {
    // What is wrong with it is the answer here, so the connection must not fail because of it.
    const socket = connectTls({ host: address, port, servername: isIP(host) ? '' : host, rejectUnauthorized: false, timeout: timeoutMs })
    const refuse = (kind: OutsideError['kind'], message: string) => {
      socket.destroy()
      fail(new OutsideError(kind, message))
    }
    socket.once('timeout', () => refuse('timeout', `${host} did not answer in ${timeoutMs} ms.`))
    socket.once('error', error => refuse('connection', `${host}: ${error.message}`))
    socket.once('secureConnect', () => {
      const { valid_to: validUntil } = socket.getPeerCertificate()
      socket.end()
      if (validUntil)
        done({ validUntil: new Date(validUntil), problem: socket.authorizationError ? String(socket.authorizationError) : null })
      else refuse('connection', `${host} has no certificate.`)
    })
  })
}

/** DNS queries about a domain's mail servers. */
export interface Dns {
  mx(domain: string): Promise<{ exchange: string; priority: number }[]>
  /** Records of any type in Node's form; rejects with Node's codes (ENOTFOUND, ENODATA, ETIMEOUT). */
  resolve(name: string, type: string): Promise<unknown>
  /** `name` is for example `_imaps._tcp.example.com`. */
  srv(name: string): Promise<{ name: string; port: number; priority: number; weight: number }[]>
}

/** Every query ends within `timeoutMs`; `mx` and `srv` return an empty list for no records, an unknown domain and a failure alike. */
export function openDns(timeoutMs = 4000): Dns {
  const resolver = () => new DnsResolver({ timeout: timeoutMs, tries: 1 })
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
