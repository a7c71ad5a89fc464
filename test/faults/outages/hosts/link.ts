// A network link between one host and one service, which can turn slow, silent, dark or unfriendly, and can lead elsewhere.
import { connect, createServer, type Socket } from 'node:net'

/**
 * `hole`: what is open is never heard of again, and what connects hears nothing. `dark`: the same, and not even the end of a
 * connection is noticed on the other side, as when a host loses its power. `refuse`: what connects is reset. `hang_up`: taken, and
 * closed at the first byte, before TLS is agreed on.
 */
export type LinkWeather = { kind: 'clear' | 'hole' | 'dark' | 'refuse' | 'hang_up' } | { kind: 'slow'; delayMs: number }

export interface Link {
  port: number
  turn(weather: LinkWeather): void
  /** New connections lead to this port. */
  leadTo(port: number): void
  /** Ends every connection with RST. */
  reset(): void
  close(): void
}

interface Pair {
  near: Socket
  far: Socket
  isLost: boolean
  isDark: boolean
}

export async function openLink(firstTarget: number): Promise<Link> {
  const pairs = new Set<Pair>()
  let target = firstTarget
  let weather: LinkWeather = { kind: 'clear' }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, near => {
    near.on('error', () => undefined)
    if (weather.kind === 'refuse') return void near.resetAndDestroy()
    if (weather.kind === 'hang_up') return void near.once('data', () => near.destroy())
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const pair = { near, far, isLost: isSilent(weather), isDark: weather.kind === 'dark' }
    pairs.add(pair)
    pass(pair, near, far, () => weather)
    pass(pair, far, near, () => weather)
    far.once('close', () => pairs.delete(pair))
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const reset = () => {
    for (const pair of pairs) drop(pair)
    pairs.clear()
  }
  return {
    port: portOf(server.address()),
    turn(next) {
      // What was dark is noticed as soon as the power is back.
      if (weather.kind === 'dark') for (const pair of pairs) if (pair.isDark) drop(pair)
      weather = next
      for (const pair of pairs) {
        pair.isLost ||= isSilent(next)
        pair.isDark ||= next.kind === 'dark'
      }
    },
    leadTo: port => {
      target = port
    },
    reset,
    close: () => {
      server.close()
      reset()
    },
  }
}

export const isSilent = ({ kind }: LinkWeather): boolean => kind === 'hole' || kind === 'dark'

function pass(pair: Pair, from: Socket, to: Socket, weather: () => LinkWeather): void {
  let before = Promise.resolve()
  const inOrder = (work: () => unknown) => {
    const now = weather()
    const due = performance.now() + (now.kind === 'slow' ? now.delayMs : 0)
    before = before.then(async () => {
      const leftMs = due - performance.now()
      if (leftMs > 0) await new Promise(done => setTimeout(done, leftMs))
      if (!pair.isLost) work()
    })
  }
  from.on('error', () => undefined)
  from.on('data', data => inOrder(() => to.writable && to.write(data)))
  from.on('end', () => inOrder(() => to.end()))
  from.on('close', () => {
    if (pair.isDark || (pair.isLost && from === pair.far)) return
    to.destroy()
  })
}

function drop({ near, far }: Pair): void {
  near.resetAndDestroy()
  far.destroy()
}

export const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number =>
  typeof address === 'object' && address ? address.port : 0
