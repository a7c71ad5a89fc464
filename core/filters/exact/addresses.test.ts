// Addresses of a header, as it was sent. What is expected is what Pigeonhole 0.5.19 says of the same headers.
import { expect, test } from 'vitest'
import { tookMs } from '../../text/timing.fixture.ts'
import { addressesIn, partOfAddress } from './addresses.ts'

const all = (value: string) => addressesIn(value).map(address => address.all)

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

test('parts are cut at the first plus sign, and what is no address has none', () => {
  const parts = (value: string) =>
    (['localpart', 'domain', 'user', 'detail'] as const).map(part => addressesIn(value).flatMap(address => partOfAddress(address, part)))
  expect(parts('"a b+c+d"@X.example')).toEqual([['a b+c+d'], ['X.example'], ['a b'], ['c+d']])
  expect(parts('a+@x.example')).toEqual([['a+'], ['x.example'], ['a'], ['']])
  expect(parts('a@x.example')).toEqual([['a'], ['x.example'], ['a'], []])
  expect(parts('nonsense')).toEqual([[], [], [], []])
  expect(parts('')).toEqual([[''], [''], [''], ['']])
})

test('a long header takes time in proportion to its length', () => {
  for (const piece of ['(', '"', '<', 'a@', ',', ':', '@a:', 'a.', '\\', '([', 'a b ', '<@', '"",']) {
    const header = piece.repeat(Math.floor(64_000 / piece.length))
    expect(
      tookMs(Date.now, () => addressesIn(header), 1000),
      piece,
    ).toBeLessThan(1000)
  }
})
