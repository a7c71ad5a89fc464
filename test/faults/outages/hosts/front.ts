// The load balancer before the hosts: webhooks and requests go to hosts that are well, as it finds them each second.
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from './link.ts'

export interface Front {
  port: number
  /** Ports of the hosts, in order of preference by turns. */
  leadTo(ports: number[]): void
  close(): void
}

const checkMs = 1000

export async function openFront(): Promise<Front> {
  const hosts = new Map<number, { isWell: boolean; open: Set<Socket> }>()
  let turn = 0
  const server = createServer(near => {
    near.on('error', () => undefined)
    const well = [...hosts].filter(([, { isWell }]) => isWell)
    const [port, host] = well[turn++ % Math.max(1, well.length)] ?? []
    if (!port || !host) return void near.resetAndDestroy()
    const far = connect({ port, host: '127.0.0.1' })
    host.open.add(near)
    far.on('error', () => near.destroy())
    far.once('close', () => near.destroy())
    near.once('close', () => {
      host.open.delete(near)
      far.destroy()
    })
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const check = async (port: number) => {
    const isWell = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) })
      .then(answer => answer.ok)
      .catch(() => false)
    const host = hosts.get(port)
    if (!host) return
    host.isWell = isWell
    if (!isWell) for (const socket of host.open) socket.destroy()
  }
  const timer = setInterval(() => void Promise.all([...hosts.keys()].map(check)), checkMs)
  return {
    port: portOf(server.address()),
    leadTo: ports => {
      hosts.clear()
      for (const port of ports) hosts.set(port, { isWell: true, open: new Set() })
    },
    close: () => {
      clearInterval(timer)
      server.close()
      for (const { open } of hosts.values()) for (const socket of open) socket.destroy()
    },
  }
}
