// A network proxy in front of a mail server that breaks on demand: slow, silent, cut, reset, half closed or refusing.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `stall`: nothing moves, and later goes on where it stopped. `hole`: what is open stays open and is never heard of again;
 * what connects is taken and hears nothing. `cut`: a new connection is reset after so many bytes of the mail server.
 */
export type Weather =
  | { kind: 'clear' | 'stall' | 'hole' | 'refuse' }
  | { kind: 'latency'; delayMs: number }
  | { kind: 'cut'; afterBytes: number }

export interface Proxy {
  port: number
  turn(weather: Weather): void
  /** Ends every connection at once with RST. */
  reset(): void
  /** Says to every client that nothing more comes, and leaves the connections open. */
  halfClose(): void
  close(): void
}

interface Pair {
  near: Socket
  far: Socket
  /** Bytes of the mail server that were passed on. */
  bytes: number
  /** Fell into a hole: nothing passes any more, whatever the weather. */
  isLost: boolean
}

export async function openProxy(targetPort: number): Promise<Proxy> {
  const pairs = new Set<Pair>()
  let weather: Weather = { kind: 'clear' }
  const server = createServer({ allowHalfOpen: true }, near => {
    near.on('error', () => undefined)
    if (weather.kind === 'refuse') {
      near.resetAndDestroy()
      return
    }
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    const pair = { near, far, bytes: 0, isLost: weather.kind === 'hole' }
    pairs.add(pair)
    join(pair, near, far, () => weather)
    join(pair, far, near, () => weather)
    near.once('close', () => pairs.delete(pair))
    if (weather.kind === 'stall') hold(pair)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  return {
    port: portOf(server.address()),
    turn(next) {
      weather = next
      for (const pair of pairs) {
        if (next.kind === 'hole') pair.isLost = true
        if (next.kind === 'stall') hold(pair)
        else release(pair)
      }
    },
    reset: () => {
      for (const pair of pairs) drop(pair)
    },
    halfClose: () => {
      for (const { near } of pairs) near.end()
    },
    close: () => {
      server.close()
      for (const pair of pairs) drop(pair)
    },
  }
}

function join(pair: Pair, from: Socket, to: Socket, weather: () => Weather): void {
  const pass = inOrder(() => !pair.isLost)
  from.on('error', () => undefined)
  from.on('data', data => {
    if (from === pair.far) pair.bytes += data.length
    const now = weather()
    if (now.kind !== 'cut' || pair.bytes <= now.afterBytes) return pass(now, () => to.writable && to.write(data))
    const rest = Math.max(0, data.length - (pair.bytes - now.afterBytes))
    pass(now, () => to.write(data.subarray(0, rest), () => drop(pair)))
  })
  from.on('end', () => pass(weather(), () => to.end()))
  // The mail server's end of what fell into a hole goes unnoticed.
  from.on('close', () => (pair.isLost && from === pair.far ? undefined : to.destroy()))
}

/** What was sent first arrives first, also when it becomes quicker on the way. */
function inOrder(isOpen: () => boolean): (weather: Weather, work: () => unknown) => void {
  let before = Promise.resolve()
  return (weather, work) => {
    const due = performance.now() + (weather.kind === 'latency' ? weather.delayMs : 0)
    before = before.then(async () => {
      const leftMs = due - performance.now()
      if (leftMs > 0) await new Promise(done => setTimeout(done, leftMs))
      if (isOpen()) work()
    })
  }
}

function drop({ near, far }: Pair): void {
  near.resetAndDestroy()
  far.destroy()
}

function hold({ near, far }: Pair): void {
  near.pause()
  far.pause()
}

function release({ near, far }: Pair): void {
  near.resume()
  far.resume()
}

const portOf = (at: AddressInfo | string | null): number => (typeof at === 'object' && at ? at.port : 0)
