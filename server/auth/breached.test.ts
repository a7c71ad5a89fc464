// Tests the breached-password check against a server that speaks its protocol, and without one.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { openLog } from '../foundation/log.ts'
import { openOutside } from '../foundation/outside.ts'
import { openBreachCheck } from './breached.ts'

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const requested: string[] = []
let status = 200
const rangeServer = createServer((request, response) => {
  requested.push(request.url ?? '')
  const lines = [`${sha1('password1').slice(5)}:1204`, `${sha1('padding').slice(5)}:0`, `${'0'.repeat(35)}:7`]
  response.writeHead(status).end(lines.join('\r\n'))
})
const port = await new Promise<number>(done =>
  rangeServer.listen(0, '127.0.0.1', () => {
    const address = rangeServer.address()
    done(typeof address === 'object' && address ? address.port : 0)
  }),
)
afterAll(() => new Promise(done => rangeServer.close(done)))

const outside = openOutside({ allow: [], loopback: true })
const check = (url = `http://127.0.0.1:${port}/range`) => openBreachCheck({ outside, url, log: openLog('silent') })

test('a listed password is found; padding and unlisted ones are not', async () => {
  expect(await check()('password1')).toBe(true)
  expect(await check()('padding')).toBe(false)
  expect(await check()('a long enough password')).toBe(false)
})

test('only five characters of the hash are sent', async () => {
  requested.length = 0
  await check()('password1')
  expect(requested).toEqual([`/range/${sha1('password1').slice(0, 5)}`])
})

test('a failing list accepts every password', async () => {
  status = 500
  expect(await check()('password1')).toBe(false)
  expect(await check('http://127.0.0.1:1/range')('password1')).toBe(false)
})
