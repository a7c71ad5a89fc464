// The one door to other machines: every outgoing connection is looked up here and refused when it leads inside.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { Readable } from 'node:stream'

export interface Endpoint {
  address: string
  family: 4 | 6
}

export type Resolver = (host: string) => Promise<Endpoint[]>

export interface HttpAsk {
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  timeoutMs: number
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
  /** The address to connect to instead of `host`; throws OutsideError when it is inside or unknown. */
  addressOf(host: string, port: number): Promise<Endpoint>
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

/** `allow` names hosts, or host:port, that may be inside; `loopback` opens this machine (sandbox only). */
export function openOutside(options: { allow: string[]; loopback: boolean; resolve?: Resolver }): Outside {
  const resolve = options.resolve ?? lookupAll
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }

  async function addressOf(host: string, port: number): Promise<Endpoint> {
    const found = isIP(host) ? [{ address: host, family: isIP(host) === 6 ? (6 as const) : (4 as const) }] : await resolve(host)
    const trusted = options.allow.includes(host) || options.allow.includes(`${host}:${port}`)
    const good = found.find(e => trusted || isOutside(e) || (options.loopback && isLoopback(e)))
    if (!good) throw new OutsideError('refused', `${host} is not a public address.`)
    return good
  }

  async function stream(ask: HttpAsk): Promise<OpenAnswer> {
    const url = new URL(ask.url)
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:'
    const port = Number(url.port) || (protocol === 'https:' ? 443 : 80)
    const endpoint = await addressOf(url.hostname.replace(/^\[|\]$/g, ''), port)
    return exchange(ask, url, protocol === 'https:' ? https.request : http.request, endpoint, agents[protocol])
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

function exchange(ask: HttpAsk, url: URL, send: typeof http.request, endpoint: Endpoint, agent: http.Agent): Promise<OpenAnswer> {
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
  const stop = () => body.destroy(new OutsideError('timeout', `${host} did not finish its answer in ${ask.timeoutMs} ms.`, true))
  if (deadline.aborted) stop()
  deadline.addEventListener('abort', stop)
  try {
    for await (const part of body) {
      bytes += part.length
      if (bytes > answerBytes) throw new OutsideError('too_large', `${host} answered more than ${answerBytes} bytes.`, true)
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

async function lookupAll(host: string): Promise<Endpoint[]> {
  try {
    const found = await lookup(host, { all: true })
    return found.map(e => ({ address: e.address, family: e.family === 6 ? 6 : 4 }))
  } catch {
    throw new OutsideError('unknown_host', `${host} has no address. Check the spelling.`)
  }
}

// Special-purpose addresses of RFC 6890: none of them is somebody else's mail server.
const inside = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inside.addSubnet(net, bits, 'ipv4')
  // A gateway leads these to the IPv4 address at their end (RFC 6052 §2.1).
  inside.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6')
}
for (const [net, bits] of [
  // ::, ::1, and the IPv4 addresses that were once written behind them
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  // Teredo and 6to4 hold an IPv4 address that a tunnel leads to
  ['2001::', 32],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(net, bits, 'ipv6')

// BlockList reads ::ffff:10.0.0.1 as the IPv4 address in it, so mapped addresses are judged alike.
const isOutside = (e: Endpoint): boolean => !inside.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')

const loopbacks = new BlockList()
loopbacks.addSubnet('127.0.0.0', 8, 'ipv4')
loopbacks.addAddress('::1', 'ipv6')
const isLoopback = (e: Endpoint): boolean => loopbacks.check(e.address, e.family === 6 ? 'ipv6' : 'ipv4')
