// Limits what a mail server may send us: input is read in small pieces, counted, and refused if there is too much.
import { Transform } from 'node:stream'
import type { ImapFlow } from 'imapflow'
import { elapsed, yieldToEventLoop } from '../../foundation/clock.ts'
import { MailError } from './errors.ts'

/** What was received so far; a response is a line with its literals. */
export interface ReceivedBytes {
  bytes: number
  responses: number
}

const states = new WeakMap<ImapFlow, { received: ReceivedBytes; failure: unknown }>()

export const receivedFrom = (client: ImapFlow): ReceivedBytes => states.get(client)?.received ?? { bytes: 0, responses: 0 }

/** Why the connection broke, if known: a pending command only learns that it is closed. */
export const connectionFailure = (client: ImapFlow): unknown => states.get(client)?.failure ?? null

/** Parsing a piece takes a few milliseconds at most, however short its lines are. */
const pieceBytes = 1024
const sliceMs = 5
/** Enough for the names of 10,000 attachments; a hostile server can announce a million literals of one byte. */
const maxLiterals = 10_000
/** The parser takes two milliseconds per thousand words without yielding. */
const maxWords = 70_000
/** We never expand ranges to more numbers than this. */
const maxNumbers = 500_000

const [space, opening] = [0x20, 0x28]

let yieldedAt = 0

/** Call before connecting: wraps the client's own stream between socket and parser (`ImapStream`, imapflow 2.1). */
export function limitInput(client: ImapFlow): void {
  const received: ReceivedBytes = { bytes: 0, responses: 0 }
  const state = { received, failure: null as unknown }
  states.set(client, state)
  // Without a listener, an error event would end the process.
  client.on('error', error => {
    state.failure ??= error
  })
  const stream: unknown = Reflect.get(client, 'streamer')
  if (!(stream instanceof Transform)) throw new Error('This version of imapflow reads its stream differently: adapt limitInput.')
  const refuse = (why: string) => {
    state.failure ??= new MailError('not_imap', why)
    client.close()
  }
  const read = stream._transform.bind(stream)
  stream._transform = (chunk: Buffer, encoding, done) => {
    let at = 0
    const readPiece = () => {
      received.bytes += Math.min(pieceBytes, chunk.length - at)
      at += pieceBytes
      read(chunk.subarray(at - pieceBytes, at), encoding, next)
    }
    const next = (error?: Error | null) => {
      if (error || at >= chunk.length) return done(error)
      const literals: unknown = Reflect.get(stream, 'literals')
      if (Array.isArray(literals) && literals.length > maxLiterals) refuse('a response with too many literals')
      if (elapsed() - yieldedAt < sliceMs) return readPiece()
      void yieldToEventLoop().then(() => {
        yieldedAt = elapsed()
        readPiece()
      })
    }
    next()
  }
  const push = stream.push.bind(stream)
  stream.push = (item: unknown) => {
    received.responses++
    const line: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'payload') : null
    if (Buffer.isBuffer(line) && (countWords(line) > maxWords || countNumbers(line) > maxNumbers))
      refuse('a response that takes too long to parse')
    return push(item)
  }
}

function countWords(line: Buffer): number {
  let words = 0
  for (const byte of line) if (byte === space || byte === opening) words++
  return words
}

/** imapflow expands ranges, even to sixteen million numbers. */
function countNumbers(line: Buffer): number {
  if (!line.includes(':')) return 0
  const text = line.toString('latin1')
  if (!/^\* (?:VANISHED|ESEARCH) |\[COPYUID /i.test(text)) return 0
  let numbers = 0
  for (const [, from, to] of text.matchAll(/(\d+):(\d+)/g)) numbers += Math.abs(Number(to) - Number(from))
  return numbers
}
