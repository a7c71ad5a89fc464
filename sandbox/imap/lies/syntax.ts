// Lies about the grammar: wrong lengths, junk, and lines that no parser expects.
import type { SentResponse } from '../shapes.ts'

const text = (bytes: Buffer): string => bytes.toString('latin1')
const isFetch = ({ name }: SentResponse): boolean => name === 'UID FETCH'
const literal = /\{(\d+)\}\r\n/

/** Replaces the length of the first literal with the result of `change`. */
const withLength = (response: SentResponse, correct: Buffer, change: (sizeBytes: number) => number | string): Buffer | string =>
  isFetch(response)
    ? Buffer.from(
        text(correct).replace(literal, (_, size) => `{${change(Number(size))}}\r\n`),
        'latin1',
      )
    : correct

export const syntaxLies = {
  literal_too_long: (response: SentResponse, correct: Buffer) => withLength(response, correct, size => size + 40),
  literal_too_short: (response: SentResponse, correct: Buffer) => withLength(response, correct, size => Math.max(0, size - 40)),
  literal_one_gigabyte: (response: SentResponse, correct: Buffer) => withLength(response, correct, () => 1_073_741_824),
  literal_beyond_numbers: (response: SentResponse, correct: Buffer) => withLength(response, correct, () => '99999999999999999999999'),
  literal_negative: (response: SentResponse, correct: Buffer) => withLength(response, correct, () => -5),
  bye_in_literal: (response: SentResponse, correct: Buffer) => {
    if (!isFetch(response)) return correct
    const cut = correct.indexOf('}\r\n') + 10
    response.session.send(Buffer.concat([correct.subarray(0, cut), Buffer.from('\r\n* BYE going down\r\n')]))
    response.session.socket.end()
    return null
  },
  body_nil: (response: SentResponse, correct: Buffer) =>
    isFetch(response)
      ? text(correct).replace(/(BODY\[[^\]]*\](?:<\d+>)?) \{\d+\}\r\n[\s\S]*?\)\r\n(?=\*|\w+ OK)/g, '$1 NIL)\r\n')
      : correct,
  /** Returns more of a message than requested. */
  body_too_much: (response: SentResponse, correct: Buffer) =>
    isFetch(response)
      ? Buffer.from(
          text(correct).replace(/\{(\d+)\}\r\n/, (_, size) => `{${Number(size) + 2_000_000}}\r\n${'x'.repeat(2_000_000)}`),
          'latin1',
        )
      : correct,
  /** Reports a larger size than the message has. */
  size_too_large: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? text(correct).replace(/RFC822\.SIZE \d+/g, 'RFC822.SIZE 4294967295') : correct,
  date_wrong: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? text(correct).replace(/INTERNALDATE "[^"]*"/g, 'INTERNALDATE "99-Foo-0000 99:99:99 +9999"') : correct,
  envelope_nil: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? text(correct).replace(' (UID', ' (ENVELOPE NIL BODYSTRUCTURE NIL UID') : correct,
  encoding_unknown: (response: SentResponse, correct: Buffer) =>
    isFetch(response)
      ? text(correct).replace(' (UID', ' (BODYSTRUCTURE ("text" "plain" ("charset" "x-none") NIL NIL "X-NO-SUCH" 9 1 NIL NIL NIL NIL) UID')
      : correct,
  eight_bit_junk: (response: SentResponse, correct: Buffer) =>
    response.name === 'UID SEARCH' ? Buffer.concat([junk(300), Buffer.from('\r\n'), correct]) : correct,
  junk_in_place_of_mail: (response: SentResponse, correct: Buffer) =>
    isFetch(response)
      ? Buffer.concat([Buffer.from('* 1 FETCH (UID '), junk(2000), Buffer.from(')\r\n'), Buffer.from(response.tagged)])
      : correct,
  nested_deeply: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? `* 1 FETCH ${'('.repeat(200_000)}\r\n${text(correct)}` : correct,
  quote_never_closed: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? `* 1 FETCH (ENVELOPE ("never closed\r\n${text(correct)}` : correct,
  bare_line_feeds: (response: SentResponse, correct: Buffer) => (isFetch(response) ? correct : text(correct).replaceAll('\r\n', '\n')),
  nul_bytes: (response: SentResponse, correct: Buffer) =>
    response.name === 'GREETING' ? correct : Buffer.concat([Buffer.alloc(20), correct]),
}

/** The same junk each time, without line breaks, which would split it. */
const junk = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => 128 + ((at * 37) % 120)))
