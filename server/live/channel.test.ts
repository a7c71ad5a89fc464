// Who does not read is cut off before the server drowns in what waits for them.
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { write } from './channel.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(server, 'listening')
afterAll(() => server.close())

test('a reader who stops is cut off, one who reads gets everything', async () => {
  const address = server.address()
  const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const text = 'x'.repeat(64 * 1024)
  const open = async () => {
    const taken = once(server, 'connection')
    const reader = new WebSocket(url)
    await once(reader, 'open')
    const [ws]: WebSocket[] = await taken
    if (!ws) throw new Error('Nobody came.')
    return { reader, ws }
  }

  const quick = await open()
  let heard = 0
  quick.reader.on('message', () => heard++)
  for (let n = 0; n < 160; n++) {
    write(quick, text)
    if (n % 8 === 7) await expect.poll(() => heard).toBe(n + 1)
  }
  expect(quick.ws.readyState).toBe(WebSocket.OPEN)

  const slow = await open()
  slow.reader.pause()
  let sent = 0
  // The system's own buffers take some megabytes first.
  for (; sent < 2000 && slow.ws.readyState === WebSocket.OPEN; sent++) write(slow, text)
  expect(sent).toBeLessThan(2000)
  expect(slow.ws.bufferedAmount).toBeLessThan(2 * 1024 * 1024)
  slow.reader.terminate()
  quick.reader.terminate()
})
