// One outsider on three networks, in a process of their own: uses every open door at full speed until the process is ended.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { z } from 'zod/mini'
import { seeded } from '../faults/chance.ts'
import { listRoutes } from '../isolation/routes.ts'
import { type Known, type OutsiderRequest, openDoors } from './doors.ts'
import { hammerSmtp } from './outsider-smtp.ts'

const setting = (name: string): string => process.env[name] ?? ''
const [port, smtpPort, seed] = [Number(setting('WEB_PORT')), Number(setting('SMTP_PORT')), Number(setting('SEED'))]
const known: Known = z.object({ emails: z.array(z.string()), addresses: z.array(z.string()) }).parse(JSON.parse(setting('KNOWN')))
const chance = seeded(seed)
// An outsider brings machines of their own: here theirs must not take the time of the server's.
setPriority(10)

/** By kind of answer or refusal. */
const counts = new Map<string, number>()
const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)

const networks = [0, 1, 2]
const lanesOfNetwork = 8
/** A household or a rented machine has a whole /64 (RFC 6177): every request comes from another address of it. */
const addressIn = (network: number): string =>
  `2001:db8:bad:${network}:${[0, 0, 0, 0].map(() => Math.floor(chance() * 65_536).toString(16)).join(':')}`

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

function send(network: number, { method, path, headers = {}, body }: OutsiderRequest): Promise<void> {
  return new Promise(done => {
    const sent = request(
      { port, host: '127.0.0.1', agent, method, path, headers: { ...headers, 'x-forwarded-for': `127.0.0.1, ${addressIn(network)}` } },
      answer => {
        count(String(answer.statusCode))
        answer.resume()
        answer.once('close', done)
      },
    )
    sent.setTimeout(20_000, () => sent.destroy())
    sent.once('error', () => {
      count('broken')
      done()
    })
    sent.end(body)
  })
}

const isNever = (): boolean => false
const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))

/** A request that trickles in, and sockets that say nothing useful. */
async function hold(network: number): Promise<void> {
  while (!isNever()) {
    await new Promise<void>(done => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.3.${network + 1}` })
      socket.on('error', () => undefined)
      socket.once('close', () => {
        count('held connection closed')
        done()
      })
      const isSocket = chance() < 0.5
      socket.write(
        isSocket
          ? `GET /realtime/v1/websocket?apikey=sb_publishable_sandbox&vsn=2.0.0 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-forwarded-for: ${addressIn(network)}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16, 1).toString('base64')}\r\n\r\n`
          : `POST /auth/v1/signup HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-forwarded-for: ${addressIn(network)}\r\ncontent-length: 60000\r\ncontent-type: application/json\r\n\r\n{"email":"`,
      )
      // A masked text frame (RFC 6455 §5.2) that joins a channel with a token that is none, or one more letter of the body.
      const more = isSocket ? frame('["1","1","realtime:x","phx_join",{"access_token":"x"}]') : Buffer.from('x')
      const timer = setInterval(() => socket.write(more), 1000)
      socket.once('close', () => clearInterval(timer))
    })
    await pause(20)
  }
}

function frame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.of(0x81, 0x80 | payload.length, 0, 0, 0, 0), payload])
}

const nobody = { try: async (_method: string, path: string) => ({ body: await (await fetch(`http://127.0.0.1:${port}${path}`)).json() }) }
const routes = await listRoutes(nobody)
const nextRequest = openDoors(routes, known, chance)
const isForever = (): boolean => true
const lane = async (network: number) => {
  while (isForever()) await send(network, nextRequest())
}
for (const network of networks) {
  for (let i = 0; i < lanesOfNetwork; i++) void lane(network)
  for (let i = 0; i < 60; i++) void hold(network)
  hammerSmtp({ port: smtpPort, localAddress: `127.0.3.${network + 1}`, addresses: known.addresses, chance, count })
}
setInterval(() => void process.send?.(Object.fromEntries(counts)), 1000)
process.on('disconnect', () => process.exit(0))
process.stdout.write('ready\n')
