// Answers broken at random, the same for the same seed: bytes, lines, lengths, numbers and tags.
import { type Chance, seededChance } from '../../chance.ts'
import type { Lie, Sent } from '../shapes.ts'

const words = [
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

/** Breaks one answer in `each`; `count` is told of each. Greeting and sign-in stay, or there would be nothing else to break. */
export function mutations(seed: number, each: number, count: () => void): Lie {
  const chance = seededChance(seed)
  return (said, honest) => {
    if (['GREETING', 'LOGIN', 'AUTHENTICATE'].includes(said.name) || !chance.happens(100 / each)) return honest
    count()
    const kind = kinds[Math.floor(chance.next() * kinds.length)]
    return kind ? kind(said, honest.toString('latin1'), chance) : honest
  }
}

type Mutation = (said: Sent, honest: string, chance: Chance) => Buffer
const at = (text: string, chance: Chance): number => Math.floor(chance.next() * (text.length + 1))
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const word = (chance: Chance): string => words[Math.floor(chance.next() * words.length)] ?? ''
const linesOf = (text: string): string[] => text.split(/(?<=\r\n)/)

/** What stands in a literal is the mail itself: a server that changes it cannot be found out. */
const outside = (honest: string, change: (text: string) => string): Buffer =>
  bytes(
    honest
      .split(/(\{\d+\}\r\n[\s\S]*?\r\n\)\r\n)/)
      .map((part, n) => (n % 2 === 0 ? change(part) : part))
      .join(''),
  )

const kinds: Mutation[] = [
  (_, honest, chance) => bytes(honest.slice(0, at(honest, chance))),
  (_, honest, chance) => outside(honest, text => text.slice(0, at(text, chance)) + word(chance) + text.slice(at(text, chance))),
  (_, honest, chance) => {
    const place = at(honest, chance)
    return outside(honest, text => text.slice(0, place) + word(chance) + text.slice(place))
  },
  (_, honest, chance) =>
    bytes(
      linesOf(honest)
        .toSorted(() => chance.next() - 0.5)
        .join(''),
    ),
  (_, honest, chance) =>
    bytes(
      linesOf(honest)
        .flatMap(line => (chance.happens(30) ? [line, line] : [line]))
        .join(''),
    ),
  (_, honest, chance) =>
    bytes(
      linesOf(honest)
        .filter(() => !chance.happens(30))
        .join(''),
    ),
  (_, honest, chance) => bytes(`* ${word(chance)}${word(chance)} ${word(chance)}\r\n${honest}`),
  ({ tag }, honest, chance) => bytes(honest.replace(new RegExp(`^${tag} `, 'm'), `${word(chance)}${tag} `)),
  ({ tag }, honest, chance) => bytes(honest.replace(new RegExp(`^${tag} OK`, 'm'), `${tag} ${chance.happens(50) ? 'NO' : 'BAD'}`)),
  ({ name }, honest, chance) =>
    name.includes('FETCH') ? bytes(honest) : bytes(honest.replace(/\d+/g, n => (chance.happens(20) ? word(chance) : n))),
]
