// Tests parsing of raw address headers; expected values come from Pigeonhole 0.5.19.
import { expect, test } from 'vitest'
import { measureMs } from '../../text/timing.fixture.ts'
import { addressPart, parseAddresses } from './addresses.ts'

const all = (value: string) => parseAddresses(value).map(address => address.all)

test.each([
  ['a@x.example, nonsense', ['a@x.example']],
  ['bad bad bad', ['bad bad bad']],
  ['a@x.example, bad bad, b@x.example', ['a@x.example', 'b@x.example']],
  ['grp: a@x.example, B <b@x.example>;', ['a@x.example', 'b@x.example']],
  ['undisclosed-recipients:;', ['undisclosed-recipients:;']],
  ['undisclosed-recipients:;, a@x.example', ['a@x.example']],
  ['', ['']],
  ['A <>', ['A <>']],
  ['<@r.example,@s.example:a@x.example>', ['a@x.example']],
  ['"Foo, Bar" <a@x.example>', ['a@x.example']],
  ['Foo, Bar <a@x.example>', ['a@x.example']],
  ['a @ x . example', ['a@x.example']],
  ['a(c)b@x.example', ['a(c)b@x.example']],
  ['Timo <tss(no (more) spam)@fi.example>', ['tss@fi.example']],
  ['"a"@x.example', ['a@x.example']],
  ['"a b"@x.example', ['"a b"@x.example']],
  ['"a\\"b"@x.example', ['"a\\"b"@x.example']],
  ['a@[192.0.2.1]', ['a@[192.0.2.1]']],
  ['jürgen@x.example', ['jürgen@x.example']],
  ['a@b@x.example', ['a@b']],
  ['Foo <a@x.example', ['Foo <a@x.example']],
  ['Foo <nodomain>, b@x.example', ['b@x.example']],
  ['a@x.example; b@x.example', ['a@x.example']],
  ['g: a@x.example; b@x.example', ['a@x.example']],
  ['g: a@x.example;, b@x.example', ['a@x.example', 'b@x.example']],
  ['a@x.example b@x.example', ['a@x.example']],
  ['a@x.example,, b@x.example', ['a@x.example', 'b@x.example']],
])('%j holds %j', (value, expected) => {
  expect(all(value)).toEqual(expected)
})

test('parts are split at the first plus sign, and text without an address has no parts', () => {
  const parts = (value: string) =>
    (['localpart', 'domain', 'user', 'detail'] as const).map(part => parseAddresses(value).flatMap(address => addressPart(address, part)))
  expect(parts('"a b+c+d"@X.example')).toEqual([['a b+c+d'], ['X.example'], ['a b'], ['c+d']])
  expect(parts('a+@x.example')).toEqual([['a+'], ['x.example'], ['a'], ['']])
  expect(parts('a@x.example')).toEqual([['a'], ['x.example'], ['a'], []])
  expect(parts('nonsense')).toEqual([[], [], [], []])
  expect(parts('')).toEqual([[''], [''], [''], ['']])
})

test('a long header takes linear time', () => {
  for (const piece of ['(', '"', '<', 'a@', ',', ':', '@a:', 'a.', '\\', '([', 'a b ', '<@', '"",']) {
    const header = piece.repeat(Math.floor(64_000 / piece.length))
    expect(
      measureMs(Date.now, () => parseAddresses(header), 1000),
      piece,
    ).toBeLessThan(1000)
  }
})
