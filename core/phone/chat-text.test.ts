// Tests that markup is parsed exactly as WhatsApp parses it.
import { expect, test } from 'vitest'
import { type ChatPiece, parseChatBlocks, parseChatPieces } from './chat-text.ts'

const drawn = (pieces: ChatPiece[]): string =>
  pieces.map(piece => (typeof piece === 'string' ? piece : `<${piece.look}>${drawn(piece.pieces)}</${piece.look}>`)).join('')

test.each([
  ['*Rent* is due', '<bold>Rent</bold> is due'],
  ['*two words*, then', '<bold>two words</bold>, then'],
  ['_so_ ~not~', '<italic>so</italic> <struck>not</struck>'],
  ['*bold _and_ more*', '<bold>bold <italic>and</italic> more</bold>'],
  ['2*3*4', '2*3*4'],
  ['a * b * c', 'a * b * c'],
  ['snake_case_name', 'snake_case_name'],
  ['**', '**'],
  ['\u2060*\u2060stars\u2060*\u2060', '\u2060*\u2060stars\u2060*\u2060'],
  ['*A \u2060*\u2060 in it*', '<bold>A \u2060*\u2060 in it</bold>'],
  ['see https://a.example/_x_/*y* now', 'see <link>https://a.example/_x_/*y*</link> now'],
  ['*Go to https://a.example now*', '<bold>Go to <link>https://a.example</link> now</bold>'],
  ['*open', '*open'],
  ['run `a *b* c` now', 'run <mono>a *b* c</mono> now'],
  ['a\u2060`\u2060b\u2060`\u2060', 'a\u2060`\u2060b\u2060`\u2060'],
])('%j is parsed as %j', (text, expected) => {
  expect(drawn(parseChatPieces(text))).toBe(expected)
})

test('lines that begin like a quote are quotes, and a marker does not span lines', () => {
  const blocks = parseChatBlocks('Hello *a\nb*\n> one\n> *two*\nend')
  expect(blocks.map(({ kind, lines }) => [kind, lines.map(drawn)])).toEqual([
    ['text', ['Hello *a', 'b*']],
    ['quote', ['one', '<bold>two</bold>']],
    ['text', ['end']],
  ])
})

test('each list item is a block with its mark, and triple backticks enclose monospace lines', () => {
  const blocks = parseChatBlocks('Two:\n- *one*\n2. two\n-3 is cold\n```\na  *b*\nc\n```\nend')
  expect(blocks.map(({ kind, mark, lines }) => [kind, mark, lines.map(drawn)])).toEqual([
    ['text', undefined, ['Two:']],
    ['item', '•', ['<bold>one</bold>']],
    ['item', '2.', ['two']],
    ['text', undefined, ['-3 is cold', '']],
    ['mono', undefined, ['a  *b*', 'c']],
    ['text', undefined, ['end']],
  ])
})

test('hostile text takes no longer than other long text', () => {
  for (const text of [
    '*'.repeat(5000),
    '*a '.repeat(2000),
    '_*~'.repeat(1500),
    '`a '.repeat(2000),
    '```\n'.repeat(999),
    `*${'https://a'.repeat(600)}`,
  ])
    expect(drawn(parseChatPieces(text)).length).toBeGreaterThan(0)
})
