// Lies about the grammar: lengths that are not true, junk, and lines that no parser expects.
import type { Sent } from '../shapes.ts'

const text = (bytes: Buffer): string => bytes.toString('latin1')
const isFetch = ({ name }: Sent): boolean => name === 'UID FETCH'
const literal = /\{(\d+)\}\r\n/

/** The length of the first literal as `of` would have it. */
const withLength = (said: Sent, honest: Buffer, of: (sizeBytes: number) => number | string): Buffer | string =>
  isFetch(said)
    ? Buffer.from(
        text(honest).replace(literal, (_, size) => `{${of(Number(size))}}\r\n`),
        'latin1',
      )
    : honest

export const syntax = {
  literal_too_long: (said: Sent, honest: Buffer) => withLength(said, honest, size => size + 40),
  literal_too_short: (said: Sent, honest: Buffer) => withLength(said, honest, size => Math.max(0, size - 40)),
  literal_one_gigabyte: (said: Sent, honest: Buffer) => withLength(said, honest, () => 1_073_741_824),
  literal_beyond_numbers: (said: Sent, honest: Buffer) => withLength(said, honest, () => '99999999999999999999999'),
  literal_negative: (said: Sent, honest: Buffer) => withLength(said, honest, () => -5),
  bye_in_literal: (said: Sent, honest: Buffer) => {
    if (!isFetch(said)) return honest
    const cut = honest.indexOf('}\r\n') + 10
    said.session.send(Buffer.concat([honest.subarray(0, cut), Buffer.from('\r\n* BYE going down\r\n')]))
    said.session.socket.end()
    return null
  },
  body_nil: (said: Sent, honest: Buffer) =>
    isFetch(said) ? text(honest).replace(/(BODY\[[^\]]*\](?:<\d+>)?) \{\d+\}\r\n[\s\S]*?\)\r\n(?=\*|\w+ OK)/g, '$1 NIL)\r\n') : honest,
  /** More of a mail than was asked for. */
  body_too_much: (said: Sent, honest: Buffer) =>
    isFetch(said)
      ? Buffer.from(
          text(honest).replace(/\{(\d+)\}\r\n/, (_, size) => `{${Number(size) + 2_000_000}}\r\n${'x'.repeat(2_000_000)}`),
          'latin1',
        )
      : honest,
  /** Fewer bytes than it says the mail has. */
  size_too_large: (said: Sent, honest: Buffer) =>
    isFetch(said) ? text(honest).replace(/RFC822\.SIZE \d+/g, 'RFC822.SIZE 4294967295') : honest,
  date_wrong: (said: Sent, honest: Buffer) =>
    isFetch(said) ? text(honest).replace(/INTERNALDATE "[^"]*"/g, 'INTERNALDATE "99-Foo-0000 99:99:99 +9999"') : honest,
  envelope_nil: (said: Sent, honest: Buffer) =>
    isFetch(said) ? text(honest).replace(' (UID', ' (ENVELOPE NIL BODYSTRUCTURE NIL UID') : honest,
  encoding_unknown: (said: Sent, honest: Buffer) =>
    isFetch(said)
      ? text(honest).replace(' (UID', ' (BODYSTRUCTURE ("text" "plain" ("charset" "x-none") NIL NIL "X-NO-SUCH" 9 1 NIL NIL NIL NIL) UID')
      : honest,
  eight_bit_junk: (said: Sent, honest: Buffer) =>
    said.name === 'UID SEARCH' ? Buffer.concat([junk(300), Buffer.from('\r\n'), honest]) : honest,
  junk_in_place_of_mail: (said: Sent, honest: Buffer) =>
    isFetch(said) ? Buffer.concat([Buffer.from('* 1 FETCH (UID '), junk(2000), Buffer.from(')\r\n'), Buffer.from(said.tagged)]) : honest,
  nested_deeply: (said: Sent, honest: Buffer) => (isFetch(said) ? `* 1 FETCH ${'('.repeat(200_000)}\r\n${text(honest)}` : honest),
  quote_never_closed: (said: Sent, honest: Buffer) => (isFetch(said) ? `* 1 FETCH (ENVELOPE ("never closed\r\n${text(honest)}` : honest),
  bare_line_feeds: (said: Sent, honest: Buffer) => (isFetch(said) ? honest : text(honest).replaceAll('\r\n', '\n')),
  nul_bytes: (said: Sent, honest: Buffer) => (said.name === 'GREETING' ? honest : Buffer.concat([Buffer.alloc(20), honest])),
}

/** The same junk each time; no line ends, which would make it several lines. */
const junk = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => 128 + ((at * 37) % 120)))
