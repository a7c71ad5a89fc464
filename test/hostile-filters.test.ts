// Tests patterns and emails made to hang a matcher: each condition finishes quickly on 64 KB; prints the slowest.
import { expect, test } from 'vitest'
import { explain } from '../core/filters/explain.ts'
import { matches } from '../core/filters/match.ts'
import { patternProblem } from '../core/filters/pattern.ts'
import { plainReading } from '../core/filters/testing/plain-message.fixture.ts'
import type { Condition } from '../core/filters/tree.ts'
import { fold } from '../core/text/fold.ts'

const letters = 65_536
const fill = (piece: string): string => piece.repeat(Math.floor(letters / piece.length))
const mixed = Array.from({ length: letters }, (_, i) => 'abcdefghij \n'.charAt((i * 7919 + ((i * i) % 13)) % 12)).join('')
const han = Array.from({ length: letters }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('')

/** Regexps that take an engine with a stack years, or one without much memory very long. */
const regexps: [string, string][] = [
  ['(a+)+$', fill('a')],
  ['(a|aa)+$', fill('a')],
  ['(a|a?)+$', fill('a')],
  ['(a*)*b', fill('a')],
  ['((a*)*)*b', fill('a')],
  ['(x+x+)+y', fill('x')],
  ['([a-z]+)*@', fill('ab')],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', fill('a')],
  ['^(.*?,){11}P', fill('a,')],
  ['(.*a){20}$', fill('ab')],
  ['(.*){1,20}b', fill('1')],
  ['.*.*.*=.*', fill('a')],
  ['.*'.repeat(400), `${fill('a')}\n`],
  [`${'.*'.repeat(400)}!`, han],
  ['(?:a|b)?'.repeat(110), fill('ab')],
  [`${'(?:a|b)?'.repeat(110)}z`, fill('ab')],
  ['a{1000}b', fill('a')],
  ['.{1000}é', fill('a')],
  ['a.{1000}b', fill('a')],
  ['(a?){300}a{300}b', fill('a')],
  ['(?:a.{30}){30}z', fill('a')],
  ['(?:(?:(?:a{1,10}){1,10}){1,10})z', fill('a')],
  ['[ab]*a[ab]{300}$', fill('ab')],
  ['(?s).*a.{200}b$', fill('a')],
  ['a.{100}b.{100}c.{100}d', fill('abcd')],
  ['(?:[^b]*b){30}q', mixed],
  ['(?:.{0,30}x){10}!', fill('x')],
  ['(\\d{1,3}\\.){50}z', fill('1.')],
  ['(\\p{L}\\p{M}*)+!', fill('e\u0301')],
  ['\\p{L}+\\d', han],
  ['\\b\\w+\\b.*\\bz\\b', mixed],
  ['(?i)(é|è|ê)*z', fill('É')],
  ['[\\s\\S]*z[\\s\\S]*y', fill('👩')],
  ['(?:\\s*a\\s*)*b', fill(' a ')],
  ['x'.repeat(999), fill('x'.repeat(998))],
  [Array.from({ length: 120 }, (_, i) => `word${i}`).join('|'), fill('word99')],
]

const wildcards: [string, string][] = [
  [`*${'a?'.repeat(499)}b*`, fill('a')],
  [`*${'a*'.repeat(490)}b`, fill('a')],
  [`*b${'a'.repeat(990)}*`, fill('a')],
  [`*${'?'.repeat(990)}b*`, fill('👩')],
  [`${'?*'.repeat(500)}`, fill('a')],
]

/** Mails against a condition that is harmless. */
const mails: [string, string][] = [
  ['quoted lines', fill('> a\n')],
  ['openings of quotations', fill('On 3 Mar 2026 10:14 <a@b.example> \n')],
  ['headers of quotations', fill('From: a\nTo: b\n')],
  ['signatures', fill('--\n')],
  ['marks on one letter', fill('\u0301')],
  ['joined pictures', fill('👩\u200d')],
  ['encoded labels', fill('xn--mnchen-3ya.')],
  ['one address', fill('a@')],
  ['words of no language', fill('q ')],
]

let worst = { ms: 0, what: '' }
/** Of the processor's time: others work on this machine. */
function timed(what: string, work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  const ms = Math.round((user + system) / 1000)
  if (ms > worst.ms) worst = { ms, what: what.slice(0, 60) }
  return ms
}

const mostMs = 5000

test('every hostile regexp is one that a person may save', () => {
  expect(regexps.filter(([pattern]) => patternProblem(pattern) !== null)).toEqual([])
  expect(regexps.length + wildcards.length + mails.length).toBeGreaterThanOrEqual(30)
})

test.each([
  ['regexp', regexps],
  ['wildcard', wildcards],
] as const)(
  'no %s hangs on 64 KB',
  (operator, cases) => {
    for (const [pattern, body] of cases) {
      const condition: Condition = { field: 'whole_body', operator, values: [pattern] }
      expect(
        timed(pattern, () => matches(condition, plainReading({ body }))),
        pattern,
      ).toBeLessThan(mostMs)
    }
  },
  300_000,
)

test('no email hangs the matcher', () => {
  const lists = new Map([['Mine', new Set(Array.from({ length: 10_000 }, (_, i) => fold(`${'a '.repeat(i % 50)}word${i}`).text))]])
  const condition: Condition = {
    all: [
      { none: [{ field: 'body', operator: 'contains', values: ['needle'] }] },
      { none: [{ field: 'any', operator: 'in_list', list: 'Mine' }] },
      { none: [{ field: 'language', operator: 'is', values: ['xx'] }] },
      { none: [{ field: 'newsletter', operator: 'is' }] },
    ],
  }
  for (const [what, body] of mails) {
    const headers = [{ name: 'In-Reply-To', value: '<1@example.com>' }]
    const reading = plainReading({ body, subject: body.slice(0, 2000), headers }, {}, lists)
    expect(
      timed(what, () => explain(condition, reading)),
      what,
    ).toBeLessThan(mostMs)
  }
  console.info(`the worst: ${worst.ms} ms of processor time, ${worst.what}`)
})
