// Tests NDJSON responses: lines arrive at once, an error is the last line, and a disconnect is noticed.
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { HttpError } from './errors.ts'
import { sendNdjson } from './ndjson.ts'

const Line = z.object({ n: z.number() })
type Produce = Parameters<typeof sendNdjson<typeof Line>>[3]

async function serve(produce: Produce): Promise<string> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.get('/', (request, reply) => sendNdjson(request, reply, Line, produce))
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

test('each line arrives when it is sent, without fields that are not in its schema', async () => {
  const second = Promise.withResolvers<void>()
  const url = await serve(async send => {
    const line = { n: 1, secret: 'x' }
    send(line)
    await second.promise
    send({ n: 2 })
  })
  const reader = (await fetch(url)).body?.pipeThrough(new TextDecoderStream()).getReader()
  expect(await reader?.read()).toEqual({ done: false, value: '{"n":1}\n' })
  second.resolve()
  expect(await reader?.read()).toEqual({ done: false, value: '{"n":2}\n' })
  expect((await reader?.read())?.done).toBe(true)
})

test('a thrown error is the last line: an HttpError with its message, a bug with a generic one', async () => {
  const refused = await serve(async send => {
    send({ n: 1 })
    throw new HttpError(422, 'too_deep', 'Make it flatter.')
  })
  expect(await (await fetch(refused)).text()).toBe('{"n":1}\n{"kind":"refused","code":"too_deep","message":"Make it flatter."}\n')
  const broken = await serve(() => Promise.reject(new Error('the password is 1234')))
  expect(await (await fetch(broken)).text()).toMatch(/^\{"kind":"refused","code":"internal","message":"Something went wrong[^}]*"\}\n$/)
})

test('a client that disconnects ends the work', async () => {
  const observed = { isClosed: false }
  const url = await serve(async (send, closed) => {
    send({ n: 1 })
    await new Promise<void>(done => closed.addEventListener('abort', () => done()))
    observed.isClosed = true
    send({ n: 2 })
  })
  const client = new AbortController()
  const reader = (await fetch(url, { signal: client.signal })).body?.getReader()
  await reader?.read()
  client.abort()
  await vi.waitFor(() => expect(observed.isClosed).toBe(true))
})
