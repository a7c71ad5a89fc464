// Silences: at the greeting, in the middle, in IDLE; and answers that come a byte at a time.
import type { Sent } from '../shapes.ts'

const isFetch = ({ name }: Sent): boolean => name === 'UID FETCH'
const isOpening = ({ name }: Sent): boolean => name === 'EXAMINE' || name === 'SELECT'

/** A connection that a lie has silenced stays so. */
const silenced = new WeakSet<object>()
const silentFrom = (said: Sent, honest: Buffer, begins: boolean): Buffer | null => {
  if (begins) silenced.add(said.session)
  return silenced.has(said.session) ? null : honest
}

export const silences = {
  greeting_never: () => null,
  login_never: (said: Sent, honest: Buffer) => silentFrom(said, honest, said.name === 'LOGIN' || said.name === 'AUTHENTICATE'),
  examine_never: (said: Sent, honest: Buffer) => silentFrom(said, honest, isOpening(said)),
  /** It opens the folder, and then says nothing any more. */
  silent_after_examine: (said: Sent, honest: Buffer) => {
    const answer = silentFrom(said, honest, false)
    if (isOpening(said)) silenced.add(said.session)
    return answer
  },
  fetch_never: (said: Sent, honest: Buffer) => silentFrom(said, honest, isFetch(said)),
  /** Half of a mail, and then nothing. */
  fetch_half: (said: Sent, honest: Buffer) => {
    if (!isFetch(said)) return silentFrom(said, honest, false)
    silenced.add(said.session)
    return honest.subarray(0, Math.ceil(honest.length / 2))
  },
  /** A black hole: it takes IDLE and is never heard of again. */
  idle_black_hole: (said: Sent, honest: Buffer) => {
    const answer = silentFrom(said, honest, false)
    if (said.name === 'IDLE') silenced.add(said.session)
    return answer
  },
  /** It stays in IDLE whatever the client says. */
  idle_without_end: (said: Sent, honest: Buffer) => (said.name === 'DONE' ? null : honest),
  byte_a_second: (said: Sent, honest: Buffer) => trickle(said, honest, 1000),
  byte_each_20_ms: (said: Sent, honest: Buffer) => (isFetch(said) ? trickle(said, honest, 20) : honest),
  /** Alive in every way, but no answer ends. */
  never_done: (said: Sent, honest: Buffer) => {
    if (!isFetch(said)) return honest
    every(said, 200, () => said.session.send('* OK still at it\r\n'))
    return said.untagged
  },
}

function trickle(said: Sent, honest: Buffer, everyMs: number): null {
  let at = 0
  every(said, everyMs, stop => {
    said.session.send(honest.subarray(at, at + 1))
    if (++at >= honest.length) stop()
  })
  return null
}

function every({ session: { socket } }: Sent, ms: number, work: (stop: () => void) => void): void {
  const stop = () => clearInterval(timer)
  const timer = setInterval(() => work(stop), ms)
  socket.once('close', stop)
}
