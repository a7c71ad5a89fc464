// Floods: endless lines and literals, storms of updates, and hundreds of thousands of numbers.
import type { SentResponse } from '../shapes.ts'

const isFetch = ({ name }: SentResponse): boolean => name === 'UID FETCH'
const isSearch = ({ name }: SentResponse): boolean => name === 'UID SEARCH'

/** Writes as fast as the client reads, until the connection is gone. */
function flood({ session: { socket } }: SentResponse, first: Buffer | string, chunk: Buffer | string): null {
  const write = () => {
    if (!socket.writable) return
    if (socket.write(chunk)) setImmediate(write)
    else socket.once('drain', () => setImmediate(write))
  }
  if (socket.writable) socket.write(first)
  write()
  return null
}

const lines = (line: string, times: number): Buffer => Buffer.from(`${line}\r\n`.repeat(times))

export const floodLies = {
  lines_without_end: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? flood(response, '', lines('* OK still working', 1000)) : correct,
  line_without_end: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? flood(response, '* SEARCH', Buffer.from(' 1234567'.repeat(4000))) : correct,
  literal_without_end: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? flood(response, '* 1 FETCH (UID 1 BODY[]<0> {250000000}\r\n', Buffer.alloc(32_000, 'x')) : correct,
  literals_without_end: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? flood(response, '* 1 FETCH (UID 1 FLAGS (', Buffer.from('{1}\r\nx '.repeat(4000))) : correct,
  emails_without_end: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? flood(response, '', lines('* 1 FETCH (UID 1 RFC822.SIZE 10)', 1000)) : correct,
  greeting_without_end: (response: SentResponse, correct: Buffer) =>
    response.name === 'GREETING' ? flood(response, '* OK ', Buffer.alloc(32_000, 'y')) : correct,
  login_without_end: (response: SentResponse, correct: Buffer) =>
    response.name === 'LOGIN' || response.name === 'AUTHENTICATE' ? flood(response, '', lines('* OK wait', 1000)) : correct,
  /** Sends lines without end though nothing was requested. */
  idle_without_rest: (response: SentResponse, correct: Buffer) =>
    response.name === 'IDLE' ? flood(response, correct, lines('* OK still here', 1000)) : correct,
  exists_storm: (response: SentResponse, correct: Buffer) =>
    response.name === 'IDLE' ? flood(response, correct, lines('* 5 EXISTS', 500)) : correct,
  expunge_storm: (response: SentResponse, correct: Buffer) =>
    response.name === 'IDLE' ? flood(response, correct, lines('* 1 EXPUNGE', 500)) : correct,
  /** Reports 20,000 expunged messages and then continues normally. */
  expunge_burst: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? Buffer.concat([lines('* 1 EXPUNGE', 20_000), correct]) : correct,
  /** Lists all 200,000 UIDs of a mailbox in every search; one of them is new. */
  uids_200_000: (response: SentResponse, correct: Buffer) => {
    if (!isSearch(response)) return correct
    const uids = Array.from({ length: 200_000 }, (_, at) => 4_000_000 + at)
    return `* SEARCH ${(correct.toString('latin1', 0, response.untagged.length).match(/\d+/g) ?? []).join(' ')} ${uids.join(' ')}\r\n${response.tagged}`
  } /** A single line that removes 16 million messages. */,
  vanished_range: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? Buffer.concat([Buffer.from('* VANISHED 1:16777216\r\n'), correct]) : correct,
  /** A single line that names four billion messages. */
  esearch_range: (response: SentResponse, correct: Buffer) =>
    isSearch(response)
      ? Buffer.concat([Buffer.from(`* ESEARCH (TAG "${response.tag}") UID ALL 1:4294967295\r\n`), Buffer.from(response.tagged)])
      : correct,
  /** Half a million numbers in a line that is just short enough. */
  words_without_sense: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? Buffer.concat([Buffer.from(`* SEARCH${' 7'.repeat(500_000)}\r\n`), correct]) : correct,
  /** Empty lines without end. */
  empty_lines: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? flood(response, '', Buffer.from('\r\n'.repeat(20_000))) : correct,
}
