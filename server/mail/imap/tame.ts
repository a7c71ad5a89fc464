// Limits what a mail server may send us: read in small pieces, counted, and refused where it grows without bounds.
import { Transform } from 'node:stream'
import type { ImapFlow } from 'imapflow'
import { breathe, elapsed } from '../../foundation/clock.ts'
import { MailError } from './errors.ts'

/** What has come so far; `responses` are lines with the literals that belong to them. */
export interface ReceivedBytes {
  bytes: number
  responses: number
}

const tamed = new WeakMap<ImapFlow, { received: ReceivedBytes; failure: unknown }>()

export const receivedFrom = (client: ImapFlow): ReceivedBytes => tamed.get(client)?.received ?? { bytes: 0, responses: 0 }

/** Why the connection broke, where that is known: a command on its way is only told that it is closed. */
export const failureOf = (client: ImapFlow): unknown => tamed.get(client)?.failure ?? null

/** A piece costs a few milliseconds at most, however short its lines are. */
const pieceBytes = 1024
const stretchMs = 5
/** The names of 10,000 attachments; a server can announce a million of a byte each. */
const mostLiterals = 10_000
/** One parser takes two milliseconds for a thousand words, without looking up. */
const mostWords = 70_000
/** Ranges that stand for more numbers than this are written out nowhere. */
const mostNumbers = 500_000

const [space, opening] = [0x20, 0x28]

let breathedAt = 0

/** Before it connects: the stream between socket and parser is this client's own (`ImapStream`, imapflow 2.1). */
export function tame(client: ImapFlow): void {
  const received: ReceivedBytes = { bytes: 0, responses: 0 }
  const state = { received, failure: null as unknown }
  tamed.set(client, state)
  // A listener has to be there before anything happens: an error that nobody hears would end the process.
  client.on('error', error => {
    state.failure ??= error
  })
  const stream: unknown = Reflect.get(client, 'streamer')
  if (!(stream instanceof Transform)) throw new Error('The IMAP client reads in another way than it did.')
  const refuse = (why: string) => {
    state.failure ??= new MailError('not_imap', why)
    client.close()
  }
  const read = stream._transform.bind(stream)
  stream._transform = (chunk: Buffer, encoding, done) => {
    let at = 0
    const piece = () => {
      received.bytes += Math.min(pieceBytes, chunk.length - at)
      at += pieceBytes
      read(chunk.subarray(at - pieceBytes, at), encoding, next)
    }
    const next = (error?: Error | null) => {
      if (error || at >= chunk.length) return done(error)
      const literals: unknown = Reflect.get(stream, 'literals')
      if (Array.isArray(literals) && literals.length > mostLiterals) refuse('an answer of too many literals')
      if (elapsed() - breathedAt < stretchMs) return piece()
      void breathe().then(() => {
        breathedAt = elapsed()
        piece()
      })
    }
    next()
  }
  const push = stream.push.bind(stream)
  stream.push = (item: unknown) => {
    received.responses++
    const line: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'payload') : null
    if (Buffer.isBuffer(line) && (wordsIn(line) > mostWords || numbersIn(line) > mostNumbers))
      refuse('an answer that takes too long to read')
    return push(item)
  }
}

function wordsIn(line: Buffer): number {
  let words = 0
  for (const letter of line) if (letter === space || letter === opening) words++
  return words
}

/** The client writes ranges out, sixteen million numbers of them if it is told to. */
function numbersIn(line: Buffer): number {
  if (!line.includes(':')) return 0
  const text = line.toString('latin1')
  if (!/^\* (?:VANISHED|ESEARCH) |\[COPYUID /i.test(text)) return 0
  let numbers = 0
  for (const [, from, to] of text.matchAll(/(\d+):(\d+)/g)) numbers += Math.abs(Number(to) - Number(from))
  return numbers
}
