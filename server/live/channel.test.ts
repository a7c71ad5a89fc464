// Tests that a client that does not read is cut off before its backlog fills the memory.
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { write } from './channel.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(server, 'listening')
afterAll(() => server.close())

test('a client that stops reading is cut off; one that reads gets everything', async () => {
  const address = server.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const text = 'x'.repeat(64 * 1024)
  const open = async () => {
    const connected = once(server, 'connection')
    const reader = new WebSocket(url)
    await once(reader, 'open')
    const [ws]: WebSocket[] = await connected
    if (!ws) throw new Error('No connection.')
    return { reader, ws }
  }

  const quick = await open()
  let received = 0
  quick.reader.on('message', () => received++)
  for (let n = 0; n < 160; n++) {
    write(quick, text)
    if (n % 8 === 7) await expect.poll(() => received).toBe(n + 1)
  }
  expect(quick.ws.readyState).toBe(WebSocket.OPEN)

  const slow = await open()
  slow.reader.pause()
  let sent = 0
  // The operating system buffers some megabytes first.
  for (; sent < 2000 && slow.ws.readyState === WebSocket.OPEN; sent++) write(slow, text)
  expect(sent).toBeLessThan(2000)
  expect(slow.ws.bufferedAmount).toBeLessThan(2 * 1024 * 1024)
  slow.reader.terminate()
  quick.reader.terminate()
})
