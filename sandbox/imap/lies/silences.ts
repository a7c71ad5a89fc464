// Silences: at the greeting, mid-response or in IDLE; and responses that arrive one byte at a time.
import type { SentResponse } from '../shapes.ts'

const isFetch = ({ name }: SentResponse): boolean => name === 'UID FETCH'
const isOpening = ({ name }: SentResponse): boolean => name === 'EXAMINE' || name === 'SELECT'

/** Once silenced, a connection stays silent. */
const silenced = new WeakSet<object>()
const silentFrom = (response: SentResponse, correct: Buffer, starts: boolean): Buffer | null => {
  if (starts) silenced.add(response.session)
  return silenced.has(response.session) ? null : correct
}

export const silenceLies = {
  greeting_never: () => null,
  login_never: (response: SentResponse, correct: Buffer) =>
    silentFrom(response, correct, response.name === 'LOGIN' || response.name === 'AUTHENTICATE'),
  examine_never: (response: SentResponse, correct: Buffer) => silentFrom(response, correct, isOpening(response)),
  /** Opens the folder and is silent from then on. */
  silent_after_examine: (response: SentResponse, correct: Buffer) => {
    const result = silentFrom(response, correct, false)
    if (isOpening(response)) silenced.add(response.session)
    return result
  },
  fetch_never: (response: SentResponse, correct: Buffer) => silentFrom(response, correct, isFetch(response)),
  /** Sends half of a message, then nothing. */
  fetch_half: (response: SentResponse, correct: Buffer) => {
    if (!isFetch(response)) return silentFrom(response, correct, false)
    silenced.add(response.session)
    return correct.subarray(0, Math.ceil(correct.length / 2))
  },
  /** A black hole: accepts IDLE and never sends anything again. */
  idle_black_hole: (response: SentResponse, correct: Buffer) => {
    const result = silentFrom(response, correct, false)
    if (response.name === 'IDLE') silenced.add(response.session)
    return result
  },
  /** Stays in IDLE whatever the client sends. */
  idle_without_end: (response: SentResponse, correct: Buffer) => (response.name === 'DONE' ? null : correct),
  byte_a_second: (response: SentResponse, correct: Buffer) => trickle(response, correct, 1000),
  byte_each_20_ms: (response: SentResponse, correct: Buffer) => (isFetch(response) ? trickle(response, correct, 20) : correct),
  /** Keeps sending lines, but never completes a command. */
  never_done: (response: SentResponse, correct: Buffer) => {
    if (!isFetch(response)) return correct
    repeatEvery(response, 200, () => response.session.send('* OK still at it\r\n'))
    return response.untagged
  },
}

function trickle(response: SentResponse, correct: Buffer, everyMs: number): null {
  let offset = 0
  repeatEvery(response, everyMs, stop => {
    response.session.send(correct.subarray(offset, offset + 1))
    if (++offset >= correct.length) stop()
  })
  return null
}

function repeatEvery({ session: { socket } }: SentResponse, ms: number, task: (stop: () => void) => void): void {
  const stop = () => clearInterval(timer)
  const timer = setInterval(() => task(stop), ms)
  socket.once('close', stop)
}
