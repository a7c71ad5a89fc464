// Floods: lines and literals without end, storms of news, and numbers by the hundred thousand.
import type { Sent } from '../shapes.ts'

const isFetch = ({ name }: Sent): boolean => name === 'UID FETCH'
const isSearch = ({ name }: Sent): boolean => name === 'UID SEARCH'

/** Writes as fast as the client reads, until the connection is gone. */
function flood({ session: { socket } }: Sent, first: Buffer | string, chunk: Buffer | string): null {
  const go = () => {
    if (!socket.writable) return
    if (socket.write(chunk)) setImmediate(go)
    else socket.once('drain', () => setImmediate(go))
  }
  if (socket.writable) socket.write(first)
  go()
  return null
}

const lines = (line: string, times: number): Buffer => Buffer.from(`${line}\r\n`.repeat(times))

export const floods = {
  lines_without_end: (said: Sent, honest: Buffer) => (isSearch(said) ? flood(said, '', lines('* OK still working', 1000)) : honest),
  line_without_end: (said: Sent, honest: Buffer) =>
    isSearch(said) ? flood(said, '* SEARCH', Buffer.from(' 1234567'.repeat(4000))) : honest,
  literal_without_end: (said: Sent, honest: Buffer) =>
    isFetch(said) ? flood(said, '* 1 FETCH (UID 1 BODY[]<0> {250000000}\r\n', Buffer.alloc(32_000, 'x')) : honest,
  literals_without_end: (said: Sent, honest: Buffer) =>
    isFetch(said) ? flood(said, '* 1 FETCH (UID 1 FLAGS (', Buffer.from('{1}\r\nx '.repeat(4000))) : honest,
  mails_without_end: (said: Sent, honest: Buffer) =>
    isFetch(said) ? flood(said, '', lines('* 1 FETCH (UID 1 RFC822.SIZE 10)', 1000)) : honest,
  greeting_without_end: (said: Sent, honest: Buffer) =>
    said.name === 'GREETING' ? flood(said, '* OK ', Buffer.alloc(32_000, 'y')) : honest,
  login_without_end: (said: Sent, honest: Buffer) =>
    said.name === 'LOGIN' || said.name === 'AUTHENTICATE' ? flood(said, '', lines('* OK wait', 1000)) : honest,
  /** Nobody asked anything, and it does not stop talking. */
  idle_without_rest: (said: Sent, honest: Buffer) => (said.name === 'IDLE' ? flood(said, honest, lines('* OK still here', 1000)) : honest),
  exists_storm: (said: Sent, honest: Buffer) => (said.name === 'IDLE' ? flood(said, honest, lines('* 5 EXISTS', 500)) : honest),
  expunge_storm: (said: Sent, honest: Buffer) => (said.name === 'IDLE' ? flood(said, honest, lines('* 1 EXPUNGE', 500)) : honest),
  /** Twenty thousand mails vanish, and then it goes on as if nothing had been. */
  expunge_burst: (said: Sent, honest: Buffer) => (isSearch(said) ? Buffer.concat([lines('* 1 EXPUNGE', 20_000), honest]) : honest),
  /** All of a mailbox of 200,000 is named again and again; one of them is new. */
  uids_200_000: (said: Sent, honest: Buffer) => {
    if (!isSearch(said)) return honest
    const uids = Array.from({ length: 200_000 }, (_, at) => 4_000_000 + at)
    return `* SEARCH ${(honest.toString('latin1', 0, said.untagged.length).match(/\d+/g) ?? []).join(' ')} ${uids.join(' ')}\r\n${said.tagged}`
  } /** One line, and sixteen million mails are gone. */,
  vanished_range: (said: Sent, honest: Buffer) =>
    isSearch(said) ? Buffer.concat([Buffer.from('* VANISHED 1:16777216\r\n'), honest]) : honest,
  /** One line, and there are four thousand million of them. */
  esearch_range: (said: Sent, honest: Buffer) =>
    isSearch(said)
      ? Buffer.concat([Buffer.from(`* ESEARCH (TAG "${said.tag}") UID ALL 1:4294967295\r\n`), Buffer.from(said.tagged)])
      : honest,
  /** Half a million words in a line that is just short enough. */
  words_without_sense: (said: Sent, honest: Buffer) =>
    isSearch(said) ? Buffer.concat([Buffer.from(`* SEARCH${' 7'.repeat(500_000)}\r\n`), honest]) : honest,
  /** Lines of no length. */
  empty_lines: (said: Sent, honest: Buffer) => (isSearch(said) ? flood(said, '', Buffer.from('\r\n'.repeat(20_000))) : honest),
}
