// Finds numbers of payment cards: 13 to 19 digits whose last one proves the others (ISO/IEC 7812-1, Annex B).
import type { Span } from '../../text/spans.ts'

const fewest = 13
const most = 19
/** Digits in groups, however they are set apart. */
const run = /\p{Nd}(?:[ \u00a0\u2007\u2009\u202f.\-\u2010-\u2014]?[\r\n]{0,2}\p{Nd})*/gu

export function spansOfCards(text: string): Span[] {
  const spans: Span[] = []
  for (const found of text.matchAll(run)) {
    // What begins with a plus is a telephone number.
    if (found[0].length < fewest || text[found.index - 1] === '+') continue
    spans.push(...cardsIn(digitsOf(found[0], found.index), text))
  }
  return spans
}

/** The windows of whole groups that are a card number, the longest from each beginning. */
function cardsIn(digits: Digit[], text: string): Span[] {
  const spans: Span[] = []
  for (const [first, digit] of digits.entries()) {
    if (digits[first - 1]?.end === digit.start) continue
    for (let count = Math.min(most, digits.length - first); count >= fewest; count--) {
      const window = digits.slice(first, first + count)
      const last = window.at(-1)
      if (!last || digits[first + count]?.start === last.end || !isCard(window, text.slice(digit.start, last.end))) continue
      spans.push({ start: digit.start, end: last.end })
      break
    }
  }
  return spans
}

function isCard(digits: Digit[], shown: string): boolean {
  const values = digits.map(digit => digit.value)
  // No card begins with 0, and a row of one digit is a blank to fill in.
  if (values[0] === 0 || new Set(values).size === 1) return false
  // Numbers in lines below each other are a list, unless they are the four by four of a card.
  if (/[\r\n]/.test(shown) && !/^\p{Nd}{4}(\s+\p{Nd}{4}){3}$/u.test(shown)) return false
  return checkSum(values) % 10 === 0
}

/** Luhn's sum: every second digit from the right counts twice. */
const checkSum = (values: number[]): number =>
  values.toReversed().reduce((sum, value, i) => sum + (i % 2 === 0 ? value : value > 4 ? 2 * value - 9 : 2 * value), 0)

interface Digit {
  value: number
  start: number
  end: number
}

/** The zeros of Latin, Arabic, Persian, Devanagari, Bengali, Thai and full-width digits. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]

/** The digits in `text`, which stands at `offset` of a longer one. */
function digitsOf(text: string, offset: number): Digit[] {
  const digits: Digit[] = []
  for (let i = 0; i < text.length; i++) {
    const value = valueOf(text.charCodeAt(i))
    if (value !== null) digits.push({ value, start: offset + i, end: offset + i + 1 })
  }
  return digits
}

function valueOf(unit: number): number | null {
  const zero = zeros.find(z => unit >= z && unit < z + 10)
  return zero === undefined ? null : unit - zero
}
