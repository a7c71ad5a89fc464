// Tests the traces of an email: one trace from its arrival to its phone, at a stand-in of a collector, and nothing loaded without one.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as mail from '../core/api/mail.ts'
import { openLog } from '../server/foundation/log.ts'
import { openTracing } from '../server/foundation/tracing.ts'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { addFilter, linkPhone, patience, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes: z.array(Attribute),
})
type Span = z.infer<typeof Span>
const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})

const bodies: string[] = []
const paths = new Set<string>()
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    paths.add(`${request.method} ${request.url} ${request.headers['content-type']}`)
    bodies.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>(done => collector.listen(0, '127.0.0.1', done))
afterAll(() => collector.close())
const spans = (): Span[] =>
  bodies.flatMap(body => Traces.parse(JSON.parse(body)).resourceSpans.flatMap(one => one.scopeSpans.flatMap(scope => scope.spans)))

const { url } = await testDatabase()
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
const product = await runProduct(url, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })

test('the steps of an email are one trace by its id, from its arrival to the report of its phone, and tell nothing of it', async () => {
  const maya = await signUp(product, 'maya')
  await linkPhone(product, maya, '15550109001')
  await addFilter(maya, 'harbour')
  const { address } = await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, address, { subject: 'The harbour', text: 'Boats are late.' })
  await sendMail(product, address, { subject: 'Nothing of note' })
  const { id } = await untilMessageState(maya, 'The harbour', 'forwarded', 'delivered')
  const { id: otherId } = await untilMessageState(maya, 'Nothing of note', 'not_matched')
  const traceId = id.replaceAll('-', '')
  const own = await vi.waitFor(() => {
    const found = spans().filter(span => span.traceId === traceId)
    if (!found.some(span => span.name === 'delivered')) throw new Error(`Only ${found.map(span => span.name).join()} came.`)
    return found
  }, patience)
  expect(own.map(span => span.name).toSorted()).toEqual(
    ['accepted', 'claimed', 'decided', 'delivered', 'parsed', 'queued', 'received', 'sent'].toSorted(),
  )
  const root = own.find(span => span.name === 'received')
  expect(root?.parentSpanId ?? '').toBe('')
  expect(own.filter(span => span !== root).map(span => span.parentSpanId)).toEqual(own.slice(1).map(() => root?.spanId))
  for (const { startTimeUnixNano, endTimeUnixNano } of own) expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true)
  const valuesOf = (name: string) =>
    Object.fromEntries((own.find(span => span.name === name)?.attributes ?? []).map(one => [one.key, one.value]))
  expect(valuesOf('decided')).toMatchObject({ 'mailferry.result': { stringValue: 'matched' } })
  expect(valuesOf('sent')).toMatchObject({ 'mailferry.outcome': { stringValue: 'sent' }, 'mailferry.attempt': { intValue: 1 } })
  const others = spans().filter(span => span.traceId === otherId.replaceAll('-', ''))
  expect(others.map(span => span.name).toSorted()).toEqual(['decided', 'parsed', 'received'])

  expect([...paths]).toEqual(['POST /v1/traces application/json'])
  const everything = bodies.join('\n')
  expect(everything).toContain('mailferry')
  for (const told of ['harbour', 'Boats', 'maya', '15550109001', address, 'billing@example.net']) expect(everything).not.toContain(told)
})

test('a collector that is away is waited for only briefly when the server stops, and is no error', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: line => void lines.push(line) })
  const tracing = await openTracing({ endpoint: `http://127.0.0.1:${await freePort()}`, version: '1', hostId: 'a', log })
  const now = new Date()
  tracing?.record({ name: 'received', messageId: '0198b7f2-6c3a-7d41-9a52-3f1d0c8e7b64', start: now, end: now })
  const began = performance.now()
  await tracing?.stop()
  expect(performance.now() - began).toBeLessThan(6_000)
  expect(lines.filter(line => line.includes('"level":50'))).toEqual([])
})

test('without a collector nothing of OpenTelemetry is loaded', () => {
  const root = join(import.meta.dirname, '..')
  const script = (setting: string) => `
    import { createRequire } from 'node:module'
    await import('./server/wiring/start.ts')
    const { openTracing } = await import('./server/foundation/tracing.ts')
    const tracing = await openTracing({ endpoint: ${setting}, version: '1', hostId: 'a', log: {} })
    // prom-client loads the interface, which does nothing on its own.
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter(path => path.includes('@opentelemetry') && !path.includes('@opentelemetry/api/'))
    console.log(tracing === null, loaded.length > 0)
    await tracing?.stop()`
  const run = (setting: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script(setting)], { cwd: root })
      .toString()
      .trim()
  expect(run('null')).toBe('true false')
  expect(run(JSON.stringify(endpoint))).toBe('false true')
})
