// Reads and writes frames of the realtime protocol: objects in version 1.0.0, arrays and binary broadcasts in 2.0.0.
import { z } from 'zod/mini'

export type Vsn = '1.0.0' | '2.0.0'

export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** A broadcast: JSON, or bytes as base64. */
export interface BroadcastMessage {
  event: string
  payload: unknown
  isBytes: boolean
}

const Ref = z.nullish(z.string().check(z.maxLength(255)))
const Name = z.string().check(z.minLength(1), z.maxLength(255))
const FrameObject = z.object({ topic: Name, event: Name, payload: z.unknown(), ref: Ref, join_ref: Ref })
const FrameArray = z.tuple([Ref, Ref, Name, Name, z.unknown()])

const kinds = { push: 3, broadcast: 4 }
const encodings = { bytes: 0, json: 1 }

/** Null for a malformed frame. */
export function readFrame(vsn: Vsn, data: Buffer, isBinary: boolean): Frame | null {
  if (isBinary) return vsn === '2.0.0' ? readPush(data) : null
  const json = parseJson(data.toString())
  if (vsn === '1.0.0') {
    const parsed = FrameObject.safeParse(json)
    if (!parsed.success) return null
    const { topic, event, payload, ref = null, join_ref: joinRef = null } = parsed.data
    return { joinRef, ref, topic, event, payload }
  }
  const parsed = FrameArray.safeParse(json)
  if (!parsed.success) return null
  const [joinRef = null, ref = null, topic, event, payload] = parsed.data
  return { joinRef, ref, topic, event, payload }
}

export const writeFrame = (vsn: Vsn, { joinRef, ref, topic, event, payload }: Frame): string =>
  JSON.stringify(vsn === '1.0.0' ? { topic, event, payload, ref, join_ref: joinRef } : [joinRef, ref, topic, event, payload])

/** A broadcast to a device: binary in 2.0.0; in 1.0.0 an object with bytes as base64. */
export function writeBroadcast(vsn: Vsn, topic: string, message: BroadcastMessage): string | Buffer {
  const { event, payload, isBytes } = message
  if (vsn === '1.0.0')
    return writeFrame(vsn, { joinRef: null, ref: null, topic, event: 'broadcast', payload: { type: 'broadcast', event, payload } })
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  const body = isBytes ? Buffer.from(String(payload), 'base64') : Buffer.from(JSON.stringify(payload ?? {}))
  const header = Buffer.of(kinds.broadcast, topicBytes.length, eventBytes.length, 0, isBytes ? encodings.bytes : encodings.json)
  return Buffer.concat([header, topicBytes, eventBytes, body])
}

/** Kind 3: [kind, five lengths in bytes, encoding], then join ref, ref, topic, event and metadata; the rest is the payload. */
function readPush(data: Buffer): Frame | null {
  const [kind, ...lengths] = data.subarray(0, 7)
  const encoding = lengths.pop()
  const bodyStart = 7 + lengths.reduce((sum, length) => sum + length, 0)
  if (kind !== kinds.push || lengths.length !== 5 || data.length < bodyStart) return null
  let position = 7
  const [joinRef = '', ref = '', topic = '', event = ''] = lengths.map(length => data.toString('utf8', position, (position += length)))
  if (topic === '' || event === '') return null
  const body = data.subarray(bodyStart)
  const isBytes = encoding === encodings.bytes
  const payload = isBytes ? body.toString('base64') : parseJson(body.toString())
  if (payload === undefined) return null
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: { type: 'broadcast', event, payload, isBytes } }
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
