// The name of an imported filter: what a comment before it says.
import type { Command } from './syntax.ts'

const longest = 100

/** Roundcube writes `rule:[Name]`, others `Filter: Name`, people just words; '' where no comment names it. */
export function nameIn(command: Command): string {
  const names = command.notes.map(nameOf).filter(name => name !== '')
  return (names.at(-1) ?? '').slice(0, longest).trim()
}

function nameOf(note: string): string {
  const line = note.replace(/^[#*=\s-]+|[#*=\s-]+$/g, '')
  const bracketed = /^rule:\s*\[(.*)\]$/i.exec(line)?.[1]
  return (bracketed ?? line.replace(/^(rule|filter|name)\s*:\s*/i, '')).replace(/\s+/g, ' ').trim()
}

/** The first words that a filter looks for stand in for its name. */
export function nameFrom(command: Command, n: number): string {
  const texts = [command, ...command.tests.flatMap(test => [test, ...test.tests])].flatMap(node =>
    node.args.flatMap(arg => (arg.kind === 'texts' ? arg.texts.slice(0, 1) : [])),
  )
  const words = texts.at(-1)?.value.replace(/\s+/g, ' ').trim() ?? ''
  return words === '' ? `Sieve ${n}` : words.slice(0, longest)
}
