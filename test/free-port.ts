// Finds a free port that nothing is likely to take before it is used.
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ports that the kernel deals out (from 32768): there any connection of a test beside us could take it meanwhile.
const [first, last] = [10_240, 32_767]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, last + 1)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(answer => {
    const server = createServer().once('error', () => answer(false))
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)))
  })
}
