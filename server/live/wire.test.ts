// Tests reading and writing frames of both protocol versions, including malformed ones.
import { expect, test } from 'vitest'
import { readFrame, writeBroadcast, writeFrame } from './wire.ts'

const frame = { joinRef: '1', ref: '2', topic: 'realtime:mail', event: 'phx_join', payload: { config: {} } }
const bytes = (text: string) => Buffer.from(text)

test.each(['1.0.0', '2.0.0'] as const)('a frame of version %s survives writing and reading', vsn => {
  expect(readFrame(vsn, bytes(writeFrame(vsn, frame)), false)).toEqual(frame)
})

test('version 1 is an object with optional refs; version 2 is an array', () => {
  expect(JSON.parse(writeFrame('2.0.0', frame))).toEqual(['1', '2', 'realtime:mail', 'phx_join', { config: {} }])
  const heartbeat = readFrame('1.0.0', bytes('{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"7"}'), false)
  expect(heartbeat).toEqual({ joinRef: null, ref: '7', topic: 'phoenix', event: 'heartbeat', payload: {} })
})

test.each([
  ['no JSON', 'hello'],
  ['the other version', '{"topic":"a","event":"b","payload":{},"ref":"1"}'],
  ['too few parts', '["1","2","a"]'],
  ['a number as topic', '["1","2",3,"b",{}]'],
  ['an endless topic', JSON.stringify(['1', '2', 'x'.repeat(256), 'b', {}])],
  ['nothing', ''],
])('%s is not a frame of version 2', (_, text) => {
  expect(readFrame('2.0.0', bytes(text), false)).toBeNull()
})

/** A binary broadcast as the client writes it: kind 3, five lengths, the encoding. */
function push({ event = 'moved', encoding = 1, body = Buffer.from('{"x":1}'), metadata = '' }) {
  const fields = ['4', '5', 'realtime:user:ü', event, metadata].map(part => Buffer.from(part))
  return Buffer.concat([Buffer.of(3, ...fields.map(part => part.length), encoding), ...fields, body])
}

test('a binary broadcast is read, with non-ASCII names and metadata', () => {
  expect(readFrame('2.0.0', push({ metadata: '{"persist":true}' }), true)).toEqual({
    joinRef: '4',
    ref: '5',
    topic: 'realtime:user:ü',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'moved', payload: { x: 1 }, isBytes: false },
  })
  const raw = readFrame('2.0.0', push({ encoding: 0, body: Buffer.of(0, 255) }), true)
  expect(raw?.payload).toMatchObject({ payload: 'AP8=', isBytes: true })
})

test.each([
  ['another kind', Buffer.of(4, 0, 0, 1, 1, 0, 1, 97, 98)],
  ['lengths beyond its end', Buffer.of(3, 255, 255, 255, 255, 255, 1, 97)],
  ['a truncated header', Buffer.of(3, 1)],
  ['no topic', Buffer.of(3, 0, 0, 0, 1, 0, 1, 98, 123, 125)],
  ['a body that is not JSON', push({ body: Buffer.from('{') })],
  ['nothing', Buffer.alloc(0)],
])('bytes with %s are not a frame', (_, data) => {
  expect(readFrame('2.0.0', data, true)).toBeNull()
  expect(readFrame('1.0.0', data, true)).toBeNull()
})

test('a broadcast is written as kind 4, or as an object', () => {
  const message = { event: 'moved', payload: { x: 1 }, isBytes: false }
  expect(writeBroadcast('2.0.0', 'realtime:a', message)).toEqual(
    Buffer.concat([Buffer.of(4, 10, 5, 0, 1), Buffer.from('realtime:amoved{"x":1}')]),
  )
  expect(writeBroadcast('2.0.0', 'realtime:a', { event: 'e', payload: 'AP8=', isBytes: true })).toEqual(
    Buffer.concat([Buffer.of(4, 10, 1, 0, 0), Buffer.from('realtime:ae'), Buffer.of(0, 255)]),
  )
  expect(JSON.parse(String(writeBroadcast('1.0.0', 'realtime:a', message)))).toMatchObject({
    topic: 'realtime:a',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'moved', payload: { x: 1 } },
  })
})
