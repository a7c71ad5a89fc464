// Randomly broken responses, the same for the same seed: bytes, lines, lengths, numbers and tags.
import { type SeededRandom, seededRandom } from '../../random.ts'
import type { Lie, SentResponse } from '../shapes.ts'

const fragments = [
  'NIL',
  '(',
  ')',
  '"',
  '{7}',
  '{99999}\r\nx',
  '\\',
  '*',
  '+',
  '[',
  ']',
  ' ',
  '\r\n',
  '\0',
  '\x80\xff',
  '18446744073709551616',
  '-1',
]

/** Breaks one in `everyNth` responses and calls `count` for each. Greeting and sign-in stay intact, or nothing else could break. */
export function mutations(seed: number, everyNth: number, count: () => void): Lie {
  const chance = seededRandom(seed)
  return (response, correct) => {
    if (['GREETING', 'LOGIN', 'AUTHENTICATE'].includes(response.name) || !chance.happens(100 / everyNth)) return correct
    count()
    const kind = kinds[Math.floor(chance.next() * kinds.length)]
    return kind ? kind(response, correct.toString('latin1'), chance) : correct
  }
}

type Mutation = (response: SentResponse, correct: string, chance: SeededRandom) => Buffer
const randomIndex = (text: string, chance: SeededRandom): number => Math.floor(chance.next() * (text.length + 1))
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const randomFragment = (chance: SeededRandom): string => fragments[Math.floor(chance.next() * fragments.length)] ?? ''
const splitLines = (text: string): string[] => text.split(/(?<=\r\n)/)

/** A literal is the message itself, and a client cannot detect a change to it, so only the rest is changed. */
const changeOutsideLiterals = (correct: string, change: (text: string) => string): Buffer =>
  toBytes(
    correct
      .split(/(\{\d+\}\r\n[\s\S]*?\r\n\)\r\n)/)
      .map((part, n) => (n % 2 === 0 ? change(part) : part))
      .join(''),
  )

const kinds: Mutation[] = [
  (_, correct, chance) => toBytes(correct.slice(0, randomIndex(correct, chance))),
  (_, correct, chance) =>
    changeOutsideLiterals(
      correct,
      text => text.slice(0, randomIndex(text, chance)) + randomFragment(chance) + text.slice(randomIndex(text, chance)),
    ),
  (_, correct, chance) => {
    const index = randomIndex(correct, chance)
    return changeOutsideLiterals(correct, text => text.slice(0, index) + randomFragment(chance) + text.slice(index))
  },
  (_, correct, chance) =>
    toBytes(
      splitLines(correct)
        .toSorted(() => chance.next() - 0.5)
        .join(''),
    ),
  (_, correct, chance) =>
    toBytes(
      splitLines(correct)
        .flatMap(line => (chance.happens(30) ? [line, line] : [line]))
        .join(''),
    ),
  (_, correct, chance) =>
    toBytes(
      splitLines(correct)
        .filter(() => !chance.happens(30))
        .join(''),
    ),
  (_, correct, chance) => toBytes(`* ${randomFragment(chance)}${randomFragment(chance)} ${randomFragment(chance)}\r\n${correct}`),
  ({ tag }, correct, chance) => toBytes(correct.replace(new RegExp(`^${tag} `, 'm'), `${randomFragment(chance)}${tag} `)),
  ({ tag }, correct, chance) => toBytes(correct.replace(new RegExp(`^${tag} OK`, 'm'), `${tag} ${chance.happens(50) ? 'NO' : 'BAD'}`)),
  ({ name }, correct, chance) =>
    name.includes('FETCH') ? toBytes(correct) : toBytes(correct.replace(/\d+/g, n => (chance.happens(20) ? randomFragment(chance) : n))),
]
