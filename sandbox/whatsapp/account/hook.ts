// A webhook of a test that also answers the handshake.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export async function startHook(token: string): Promise<{ url: string; heard: string[]; stop: () => Promise<void> }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    if (request.method === 'GET' && query.get('hub.verify_token') === token) return response.end(query.get('hub.challenge'))
    if (request.method === 'GET') return response.writeHead(403).end()
    void text(request).then(body => heard.push(body) && response.end())
    return undefined
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>(done => server.close(() => done()))
  }
  return { url: `http://127.0.0.1:${port}/hook`, heard, stop }
}
