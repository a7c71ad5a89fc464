// Answers of lines: each comes at once, a thrown refusal is the last, and who goes away is noticed.
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { HttpError } from './errors.ts'
import { sendNdjson } from './ndjson.ts'

const Line = z.object({ n: z.number() })
type Answer = Parameters<typeof sendNdjson<typeof Line>>[3]

async function served(answer: Answer): Promise<string> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.get('/', (request, reply) => sendNdjson(request, reply, Line, answer))
  onTestFinished(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

test('each line comes when it is sent, and holds nothing that is not in its shape', async () => {
  const second = Promise.withResolvers<void>()
  const url = await served(async send => {
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

test('what is thrown is the last line: a refusal with its sentence, a bug without what it says', async () => {
  const refused = await served(async send => {
    send({ n: 1 })
    throw new HttpError(422, 'too_deep', 'Make it flatter.')
  })
  expect(await (await fetch(refused)).text()).toBe('{"n":1}\n{"kind":"refused","code":"too_deep","message":"Make it flatter."}\n')
  const broken = await served(() => Promise.reject(new Error('the password is 1234')))
  expect(await (await fetch(broken)).text()).toMatch(/^\{"kind":"refused","code":"internal","message":"Something went wrong[^}]*"\}\n$/)
})

test('whoever goes away ends the work', async () => {
  const seen = { isClosed: false }
  const url = await served(async (send, closed) => {
    send({ n: 1 })
    await new Promise<void>(gone => closed.addEventListener('abort', () => gone()))
    seen.isClosed = true
    send({ n: 2 })
  })
  const leaving = new AbortController()
  const reader = (await fetch(url, { signal: leaving.signal })).body?.getReader()
  await reader?.read()
  leaving.abort()
  await vi.waitFor(() => expect(seen.isClosed).toBe(true))
})
