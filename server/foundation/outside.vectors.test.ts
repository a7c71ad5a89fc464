// Tests outgoing connections against a list of bypass attempts: nothing gets through, and no socket is opened.
import http from 'node:http'
import { expect, test } from 'vitest'
import { clothed, inside4, inside6, led, spelled, urls } from '../../test/ssrf-vectors.ts'
import { isPublic, type SocketEndpoint } from './outside/addresses.ts'
import { openOutside, type Resolver } from './outside.ts'

const mailPorts = [110, 143, 465, 587, 993, 995]
const resolvesTo =
  (address: string): Resolver =>
  async () => [{ address, family: address.includes(':') ? 6 : 4 }]

/** Records the addresses that a connection would be opened to. */
function recorder() {
  const reached: string[] = []
  const send: typeof http.request = (_url: unknown, options: unknown) => {
    const { lookup } = options as { lookup(host: string, how: object, answer: (error: null, address: string) => void): void }
    lookup('', {}, (_error, address) => reached.push(address))
    throw new Error('a socket would be opened here')
  }
  return { reached, send }
}

/** Resolves numeric hosts as the C library does, and everything else as a hostile name server would. */
const resolveNumeric: Resolver = async host => {
  const { hostname } = new URL(`http://${host}/`)
  return [{ address: /^[\d.]+$/.test(hostname) ? hostname : '127.0.0.1', family: 4 }]
}

const vectors: [host: string, resolve: Resolver][] = [
  ...[...inside4, ...inside6, ...clothed].map((host): [string, Resolver] => [host, resolvesTo('10.0.0.1')]),
  ...spelled.map((host): [string, Resolver] => [host, resolveNumeric]),
  ...led.flatMap(address =>
    ['mail.example.com', 'localhost', 'xn--mnchen-3ya.example'].map((host): [string, Resolver] => [host, resolvesTo(address)]),
  ),
]

test(`${vectors.length + urls.length} bypass attempts are all refused`, async () => {
  expect(vectors.length + urls.length).toBeGreaterThanOrEqual(300)
  const letThrough: string[] = []
  for (const [host, resolve] of vectors) {
    const outside = openOutside({ allow: [], loopback: false, resolve })
    await outside.addressOf(host, 993, mailPorts).then(
      endpoint => letThrough.push(`${host} leads to ${endpoint.address}`),
      (error: unknown) => expect(error).toMatchObject({ kind: 'refused' }),
    )
  }
  for (const url of urls) {
    const { reached, send } = recorder()
    const outside = openOutside({ allow: [], loopback: false, resolve: resolveNumeric, send })
    await outside
      .request({ method: 'GET', url, timeoutMs: 1000 })
      .catch((error: unknown) => expect(error).toMatchObject({ kind: 'refused' }))
    letThrough.push(...reached.map(address => `${url} reached ${address}`))
  }
  expect(letThrough).toEqual([])
})

test('a name that changes its address is connected to the address that was checked', async () => {
  const answers: SocketEndpoint[] = [
    { address: '93.184.215.14', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const { reached, send } = recorder()
  const outside = openOutside({
    allow: [],
    loopback: false,
    send,
    resolve: async () => [answers.shift() ?? { address: '127.0.0.1', family: 4 }],
  })
  await outside.request({ method: 'GET', url: 'http://rebind.example/', timeoutMs: 1000 }).catch(() => undefined)
  expect(reached).toEqual(['93.184.215.14'])
})

test('a redirect is returned like any response, and is not followed', async () => {
  const server = http.createServer((_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const at = server.address()
  const port = typeof at === 'object' && at ? at.port : 0
  const outside = openOutside({ allow: [], loopback: true })
  expect((await outside.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeoutMs: 1000 })).status).toBe(302)
  server.closeAllConnections()
  server.close()
})

test('a public host is reachable only on mail ports, a private one only where host and port are allowed', async () => {
  const outside = openOutside({ allow: ['mail.internal:1143'], loopback: false, resolve: resolvesTo('93.184.215.14') })
  for (const port of [22, 25, 80, 443, 5432, 6379, 8080, 11211])
    await expect(outside.addressOf('mail.example.com', port, mailPorts)).rejects.toMatchObject({ kind: 'refused' })
  for (const port of mailPorts) await expect(outside.addressOf('mail.example.com', port, mailPorts)).resolves.toBeDefined()
  const privateHost = openOutside({ allow: ['mail.internal:1143'], loopback: false, resolve: resolvesTo('10.0.0.9') })
  await expect(privateHost.addressOf('mail.internal', 1143, mailPorts)).resolves.toMatchObject({ address: '10.0.0.9' })
  for (const [host, port] of [
    ['mail.internal', 143],
    ['mail.internal', 993],
    ['other.internal', 1143],
    ['10.0.0.9', 1143],
  ] as const)
    await expect(privateHost.addressOf(host, port, mailPorts)).rejects.toMatchObject({ kind: 'refused' })
})

test('public addresses are allowed', () => {
  const open: SocketEndpoint[] = [
    { address: '9.9.9.9', family: 4 },
    { address: '172.32.0.1', family: 4 },
    { address: '100.128.0.1', family: 4 },
    { address: '2a00:1450:4001:80f::200e', family: 6 },
    { address: '2620:fe::fe', family: 6 },
    { address: '::ffff:9.9.9.9', family: 6 },
    { address: '64:ff9b::909:909', family: 6 },
  ]
  expect(open.filter(endpoint => !isPublic(endpoint))).toEqual([])
})
