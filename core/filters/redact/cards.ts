// Finds numbers of payment cards: 13 to 19 digits whose last one proves the others (ISO/IEC 7812-1, Annex B).
import { type Digit, digitsOf } from './digits.ts'
import type { Place } from './ranges.ts'

const fewest = 13
const most = 19
/** Digits in groups, however they are set apart. */
const run = /\p{Nd}(?:[ \u00a0\u2007\u2009\u202f.\-\u2010-\u2014]?[\r\n]{0,2}\p{Nd})*/gu

export function rangesOfCards(text: string): Place[] {
  const places: Place[] = []
  for (const found of text.matchAll(run)) {
    // What begins with a plus is a telephone number.
    if (found[0].length < fewest || text[found.index - 1] === '+') continue
    places.push(...cardsIn(digitsOf(found[0], found.index), text))
  }
  return places
}

/** The windows of whole groups that are a card number, the longest from each beginning. */
function cardsIn(digits: Digit[], text: string): Place[] {
  const places: Place[] = []
  for (const [first, digit] of digits.entries()) {
    if (digits[first - 1]?.end === digit.start) continue
    for (let count = Math.min(most, digits.length - first); count >= fewest; count--) {
      const window = digits.slice(first, first + count)
      const last = window.at(-1)
      if (!last || digits[first + count]?.start === last.end || !isCard(window, text.slice(digit.start, last.end))) continue
      places.push({ start: digit.start, end: last.end })
      break
    }
  }
  return places
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
