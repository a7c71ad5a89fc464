// Imports a Sieve script: each branch that does something becomes a filter, in the script's order.

import type { Span } from '../../text/spans.ts'
import type { Action } from '../action.ts'
import type { Imported, ImportedFilter, Warning } from '../exchange/imported.ts'
import { maxTests, withinLimits } from '../limits.ts'
import type { Condition } from '../tree.ts'
import { actionsOf } from './actions.ts'
import { allOf, always, isNever, never, noneOf } from './constant.ts'
import { nameFrom, nameIn } from './name.ts'
import { parseScript, parseTest } from './parse.ts'
import { openScript, type Script, warn, wordsAt } from './script.ts'
import type { SieveCommand } from './syntax.ts'
import { conditionOf } from './tests.ts'

const mostFilters = 1000

/** A script with a mistake gives no filter, and one warning that says where it is. Never throws; linear time. */
export function importSieve(text: string): Imported {
  const { commands, problem } = parseScript(text)
  if (problem) return { filters: [], warnings: [problem] }
  const walk: Walk = { script: openScript(text, commands), filters: [] }
  block(walk, commands, { condition: always, name: '', paused: false, isForAll: true, isTop: true, at: { start: 0, end: text.length } })
  return { filters: walk.filters, warnings: walk.script.warnings }
}

interface Walk {
  script: Script
  filters: ImportedFilter[]
}

/** What leads to a block. */
interface Branch {
  condition: Condition
  name: string
  paused: boolean
  /** Nothing was asked, or nothing else held. */
  isForAll: boolean
  isTop: boolean
  at: Span
}

/** True where the block ends the script for the mails that come through it. */
function block(walk: Walk, commands: SieveCommand[], branch: Branch): boolean {
  let actions: Action[] = []
  const flush = (): boolean => {
    const done = actions
    actions = []
    return done.length === 0 || addFilter(walk, branch, done)
  }
  for (let at = 0; at < commands.length; ) {
    const command = commands[at]
    if (!command) break
    if (command.name === 'if') {
      flush()
      at = chain(walk, commands, at, branch)
      continue
    }
    at += 1
    if (command.name === 'require') continue
    const made = actionsOf(command, actions, walk.script)
    // What is kept anyway needs no filter.
    const isUsual = branch.isForAll && command.name === 'keep'
    actions.push(...made.filter(action => !isUsual || action.kind !== 'forward'))
    if (command.name !== 'stop') continue
    const rest = commands[at]
    if (rest) warn(walk.script, 'after_stop', { start: rest.at.start, end: commands.at(-1)?.at.end ?? rest.at.end })
    if (branch.isTop) actions.pop()
    return flush()
  }
  flush()
  return false
}

/** An `if` with all that belongs to it; each branch holds where those before it do not. Returns where it ends. */
function chain(walk: Walk, commands: SieveCommand[], from: number, outer: Branch): number {
  const before: Condition[] = []
  let { name, paused } = outer
  let at = from
  for (let command = commands[at]; command; command = commands[at]) {
    if (at > from && command.name !== 'elsif' && command.name !== 'else') break
    if (before.length > maxTests || walk.filters.length >= mostFilters) return giveUp(walk, commands, at)
    const isElse = command.name === 'else'
    const own = isElse ? sure : asked(walk, command)
    // Where it is not known when a branch holds, it is not known of those after it either.
    paused ||= own.isUnsure
    name = nameIn(command) || name
    const stops = block(walk, command.block ?? [], {
      condition: allOf([outer.condition, noneOf(before), own.condition]),
      name: name || nameFrom(command, walk.filters.length + 1),
      paused: paused || own.isOff,
      isForAll: isElse,
      isTop: false,
      at: command.at,
    })
    if (!stops && !own.isOff) before.push(own.condition)
    at += 1
    if (isElse) break
  }
  return at
}

/** What a filter of ours could not hold is not read at all, or a long script would take long. */
function giveUp({ script, filters }: Walk, commands: SieveCommand[], at: number): number {
  const rest = commands.slice(at)
  const end = rest.findIndex(command => filters.length < mostFilters && command.name !== 'elsif' && command.name !== 'else')
  const left = end < 0 ? rest : rest.slice(0, end)
  warn(script, 'too_many', { start: left[0]?.at.start ?? 0, end: left.at(-1)?.at.end ?? 0 }, { most: mostFilters })
  return at + left.length
}

/** `isOff`: the script switches it off. `isUnsure`: a part of it cannot be said, and so it must not act on the rest alone. */
interface Asked {
  condition: Condition
  isOff: boolean
  isUnsure: boolean
}

const sure: Asked = { condition: always, isOff: false, isUnsure: false }

function asked({ script }: Walk, command: SieveCommand): Asked {
  const [test] = command.tests
  if (!test || command.tests.length > 1) {
    warn(script, 'test_unsupported', command.at, { test: wordsAt(script, command.at) })
    return { condition: never, isOff: false, isUnsure: true }
  }
  if (test.name === 'false') return { condition: meantBy(command, script), isOff: true, isUnsure: false }
  const unsaid = script.unsaid.length
  return { condition: conditionOf(test, script), isOff: false, isUnsure: script.unsaid.length > unsaid }
}

/** Roundcube switches a filter off as `if false # its test`. */
function meantBy(command: SieveCommand, script: Script): Condition {
  const { aside } = command
  const test = aside && parseTest(aside.value)
  if (!test) return never
  const inner = { ...script, text: aside.value, warnings: [] }
  const condition = conditionOf(test, inner)
  const from = aside.at.start + 1
  const moved = ({ start, end }: Span) => ({ start: start + from, end: end + from })
  script.warnings.push(...inner.warnings.map((warning: Warning) => ({ ...warning, at: moved(warning.at) })))
  return condition
}

/** False for what a filter of ours cannot hold. */
function addFilter(walk: Walk, branch: Branch, actions: Action[]): boolean {
  const broken = withinLimits(branch.condition)
  if (broken !== null) walk.script.warnings.push({ code: broken, at: branch.at, values: {} })
  if (broken !== null) return false
  const name = branch.name || `Sieve ${walk.filters.length + 1}`
  walk.filters.push({ name, paused: branch.paused || isNever(branch.condition), condition: branch.condition, actions })
  return true
}
