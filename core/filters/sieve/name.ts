// The name of an imported filter: what a comment before it says, else the words that it looks for.
import type { SieveCommand, TestNode } from './syntax.ts'

/** As long as a filter's name may be (core/api/filters.ts). */
const longest = 80

/** Roundcube writes `rule:[Name]`, others `Filter: Name`, people just words; '' where no comment names it. */
export const nameIn = (command: SieveCommand): string => cut(command.notes.map(nameOf).findLast(name => name !== '') ?? '')

function nameOf(note: string): string {
  const line = note
    .trim()
    .replace(/^[#*=-]+|[#*=-]+$/g, '')
    .trim()
  const bracketed = /^rule:\s*\[(.*)\]$/i.exec(line)?.[1]
  return (bracketed ?? line.replace(/^(rule|filter|name)\s*:\s*/i, '')).replace(/\s+/g, ' ').trim()
}

/** The first key with a letter of the first test that has one; what is no name is a number. */
export function nameFrom(command: SieveCommand, n: number): string {
  const keys = leavesOf(command.tests).flatMap(test => {
    const last = test.args.findLast(arg => arg.kind === 'texts')
    return last ? last.texts.map(text => text.value.replace(/\s+/g, ' ').trim()) : []
  })
  return cut(keys.find(key => /\p{L}/u.test(key)) ?? `Sieve ${n}`)
}

const leavesOf = (tests: TestNode[]): TestNode[] => tests.flatMap(test => (test.tests.length > 0 ? leavesOf(test.tests) : [test]))

function cut(name: string): string {
  if (name.length <= longest) return name
  return `${name
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()}…`
}
