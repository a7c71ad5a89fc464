// Imports a Sieve script: each branch that does something becomes a filter, in the script's order.
import type { Action } from '../action.ts'
import type { Imported, ImportedFilter, Warning } from '../exchange/imported.ts'
import { maxTests, withinLimits } from '../limits.ts'
import type { Range } from '../text.ts'
import type { Condition } from '../tree.ts'
import { actionsOf } from './actions.ts'
import { allOf, always, isNever, never, noneOf } from './constant.ts'
import { nameFrom, nameIn } from './name.ts'
import { parseScript, parseTest } from './parse.ts'
import { openScript, type Script, warn, wordsAt } from './script.ts'
import type { Command } from './syntax.ts'
import { conditionOf } from './tests.ts'

const mostFilters = 1000

/** A script with a mistake gives no filter, and one warning that says where it is. Never throws; linear time. */
export function importSieve(text: string): Imported {
  const { commands, problem } = parseScript(text)
  if (problem) return { filters: [], warnings: [problem] }
  const walk: Walk = { script: openScript(text, commands), filters: [] }
  block(walk, commands, { condition: always, name: '', paused: false, isTop: true })
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
  isTop: boolean
}

/** True where the block ends the script for the mails that come through it. */
function block(walk: Walk, commands: Command[], branch: Branch): boolean {
  let actions: Action[] = []
  const flush = () => {
    addFilter(walk, branch, actions)
    actions = []
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
    if (command.name === 'require' || isSilentKeep(command, branch)) continue
    actions.push(...actionsOf(command, actions, walk.script))
    if (command.name !== 'stop') continue
    const rest = commands[at]
    if (rest) warn(walk.script, 'after_stop', { start: rest.at.start, end: commands.at(-1)?.at.end ?? rest.at.end })
    if (branch.isTop) actions.pop()
    flush()
    return true
  }
  flush()
  return false
}

// What is kept anyway needs no filter.
const isSilentKeep = (command: Command, branch: Branch): boolean => branch.isTop && command.name === 'keep' && command.args.length === 0

/** An `if` with all that belongs to it; each branch holds where those before it do not. Returns where it ends. */
function chain(walk: Walk, commands: Command[], from: number, outer: Branch): number {
  const before: Condition[] = []
  let name = ''
  let at = from
  for (let command = commands[at]; command; command = commands[at]) {
    if (at > from && command.name !== 'elsif' && command.name !== 'else') break
    if (before.length > maxTests || walk.filters.length >= mostFilters) return giveUp(walk, commands, at)
    name = nameIn(command) || name || outer.name
    const own = command.name === 'else' ? { condition: always, paused: false } : asked(walk, command)
    const condition = allOf([outer.condition, noneOf(before), own.condition])
    const branch = { condition, name: name || nameFrom(command, walk.filters.length + 1), paused: outer.paused || own.paused, isTop: false }
    const stops = block(walk, command.block ?? [], branch)
    if (!stops || own.paused) before.push(own.condition)
    at += 1
    if (command.name === 'else') break
  }
  return at
}

/** What a filter of ours could not hold is not read at all, or a long script would take long. */
function giveUp({ script, filters }: Walk, commands: Command[], at: number): number {
  const rest = commands.slice(at)
  const end = rest.findIndex(command => filters.length < mostFilters && command.name !== 'elsif' && command.name !== 'else')
  const left = end < 0 ? rest : rest.slice(0, end)
  warn(script, 'too_many', { start: left[0]?.at.start ?? 0, end: left.at(-1)?.at.end ?? 0 }, { most: mostFilters })
  return at + left.length
}

/** The test of a branch. One that cannot be said whole is switched off, so that it never acts on a part of what was meant. */
function asked(walk: Walk, command: Command): { condition: Condition; paused: boolean } {
  const { script } = walk
  const [test] = command.tests
  if (!test || command.tests.length > 1) {
    warn(script, 'test_unsupported', command.at, { test: wordsAt(script, command.at) })
    return { condition: never, paused: true }
  }
  const known = script.warnings.length
  if (test.name === 'false') return { condition: meantBy(command, script), paused: true }
  const condition = conditionOf(test, script)
  return { condition, paused: script.warnings.length > known }
}

/** Roundcube switches a filter off as `if false # its test`. */
function meantBy(command: Command, script: Script): Condition {
  const { aside } = command
  const test = aside && parseTest(aside.value)
  if (!test) return never
  const inner = { ...script, text: aside.value, warnings: [] }
  const condition = conditionOf(test, inner)
  const from = aside.at.start + 1
  const moved = ({ start, end }: Range) => ({ start: start + from, end: end + from })
  script.warnings.push(...inner.warnings.map((warning: Warning) => ({ ...warning, at: moved(warning.at) })))
  return condition
}

function addFilter(walk: Walk, branch: Branch, actions: Action[]): void {
  if (actions.length === 0) return
  const broken = withinLimits(branch.condition)
  if (broken !== null) {
    walk.script.warnings.push({ code: broken, at: { start: 0, end: walk.script.text.length }, values: {} })
    return
  }
  const name = branch.name || `Sieve ${walk.filters.length + 1}`
  walk.filters.push({ name, paused: branch.paused || isNever(branch.condition), condition: branch.condition, actions })
}
