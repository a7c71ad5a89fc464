// Names an imported filter after the comment before it, otherwise after the words it searches for.
import type { SieveCommand, TestNode } from './syntax.ts'

/** The limit for filter names (core/api/filters.ts). */
const maxLength = 80

/** Roundcube writes `rule:[Name]`, others `Filter: Name`, people plain words; empty if no comment contains a name. */
export const nameFromComment = (command: SieveCommand): string =>
  shorten(command.comments.map(parseName).findLast(name => name !== '') ?? '')

function parseName(comment: string): string {
  const line = comment
    .trim()
    .replace(/^[#*=-]+|[#*=-]+$/g, '')
    .trim()
  const bracketed = /^rule:\s*\[(.*)\]$/i.exec(line)?.[1]
  return (bracketed ?? line.replace(/^(rule|filter|name)\s*:\s*/i, '')).replace(/\s+/g, ' ').trim()
}

/** The first key that contains a letter; otherwise a numbered name. */
export function nameFromKeys(command: SieveCommand, n: number): string {
  const keys = leafTests(command.tests).flatMap(test => {
    const last = test.args.findLast(arg => arg.kind === 'texts')
    return last ? last.texts.map(text => text.value.replace(/\s+/g, ' ').trim()) : []
  })
  return shorten(keys.find(key => /\p{L}/u.test(key)) ?? `Sieve ${n}`)
}

const leafTests = (tests: TestNode[]): TestNode[] => tests.flatMap(test => (test.tests.length > 0 ? leafTests(test.tests) : [test]))

function shorten(name: string): string {
  if (name.length <= maxLength) return name
  return `${name
    .slice(0, maxLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()}…`
}
