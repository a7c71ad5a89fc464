// A server that accepts connections and never says anything, like one behind a network that drops its packets.
import { type AddressInfo, createServer, type Socket } from 'node:net'

export async function startBlackHole(): Promise<{ port: number; accepted(): number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer(socket => {
    accepted++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    accepted: () => accepted,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>(done => server.close(() => done()))
    },
  }
}
