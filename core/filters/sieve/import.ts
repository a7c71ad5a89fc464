// Imports a Sieve script: each branch with an action becomes a filter, in script order.

import type { Span } from '../../text/spans.ts'
import type { Action } from '../action.ts'
import type { Imported, ImportedFilter, Warning } from '../exchange/imported.ts'
import { findBrokenLimit, maxTests } from '../limits.ts'
import type { Condition } from '../tree.ts'
import { readActions } from './actions.ts'
import { allOf, always, isNever, never, noneOf } from './constant.ts'
import { nameFromComment, nameFromKeys } from './name.ts'
import { parseScript, parseTest } from './parse.ts'
import { addWarning, newScriptContext, type ScriptContext, scriptExcerpt } from './script.ts'
import type { SieveCommand } from './syntax.ts'
import { toCondition } from './tests.ts'

const mostFilters = 1000

/** A script with a syntax error gives no filters and one warning with its position. Never throws; linear time. */
export function importSieve(text: string): Imported {
  const { commands, problem } = parseScript(text)
  if (problem) return { filters: [], warnings: [problem] }
  const walk: Walk = { script: newScriptContext(text, commands), filters: [] }
  readBlock(walk, commands, { condition: always, name: '', paused: false, isForAll: true, isTop: true, at: { start: 0, end: text.length } })
  return { filters: walk.filters, warnings: walk.script.warnings }
}

interface Walk {
  script: ScriptContext
  filters: ImportedFilter[]
}

/** A branch of the script: the condition that leads to a block, and its name and state. */
interface Branch {
  condition: Condition
  name: string
  paused: boolean
  /** The branch is unconditional or an `else`. */
  isForAll: boolean
  isTop: boolean
  at: Span
}

/** True if the block ends the script for every email that reaches it. */
function readBlock(walk: Walk, commands: SieveCommand[], branch: Branch): boolean {
  let actions: Action[] = []
  const flush = (): boolean => {
    const collected = actions
    actions = []
    return collected.length === 0 || addFilter(walk, branch, collected)
  }
  for (let at = 0; at < commands.length; ) {
    const command = commands[at]
    if (!command) break
    if (command.name === 'if') {
      flush()
      at = readChain(walk, commands, at, branch)
      continue
    }
    at += 1
    if (command.name === 'require') continue
    const newActions = readActions(command, actions, walk.script)
    // Emails are kept by default, so a plain keep needs no filter.
    const isDefaultKeep = branch.isForAll && command.name === 'keep'
    actions.push(...newActions.filter(action => !isDefaultKeep || action.kind !== 'forward'))
    if (command.name !== 'stop') continue
    const rest = commands[at]
    if (rest) addWarning(walk.script, 'after_stop', { start: rest.at.start, end: commands.at(-1)?.at.end ?? rest.at.end })
    if (branch.isTop) actions.pop()
    return flush()
  }
  flush()
  return false
}

/** Reads an `if` with its `elsif` and `else` branches; each matches only if those before it do not. Returns the end index. */
function readChain(walk: Walk, commands: SieveCommand[], from: number, outer: Branch): number {
  const before: Condition[] = []
  let { name, paused } = outer
  let at = from
  for (let command = commands[at]; command; command = commands[at]) {
    if (at > from && command.name !== 'elsif' && command.name !== 'else') break
    if (before.length > maxTests || walk.filters.length >= mostFilters) return skipRest(walk, commands, at)
    const isElse = command.name === 'else'
    const current = isElse ? unconditional : readCondition(walk, command)
    // If it is unknown when a branch matches, the same is true for the branches after it.
    paused ||= current.isUnsure
    name = nameFromComment(command) || name
    const endsScript = readBlock(walk, command.block ?? [], {
      condition: allOf([outer.condition, noneOf(before), current.condition]),
      name: name || nameFromKeys(command, walk.filters.length + 1),
      paused: paused || current.isOff,
      isForAll: isElse,
      isTop: false,
      at: command.at,
    })
    if (!endsScript && !current.isOff) before.push(current.condition)
    at += 1
    if (isElse) break
  }
  return at
}

/** Skips branches beyond the limits of a filter without reading them, so that a long script stays fast. */
function skipRest({ script, filters }: Walk, commands: SieveCommand[], at: number): number {
  const rest = commands.slice(at)
  const end = rest.findIndex(command => filters.length < mostFilters && command.name !== 'elsif' && command.name !== 'else')
  const skipped = end < 0 ? rest : rest.slice(0, end)
  addWarning(script, 'too_many', { start: skipped[0]?.at.start ?? 0, end: skipped.at(-1)?.at.end ?? 0 }, { most: mostFilters })
  return at + skipped.length
}

/** `isOff`: the script disables it. `isUnsure`: part of it is unsupported, so it must not act on the remaining part alone. */
interface BranchCondition {
  condition: Condition
  isOff: boolean
  isUnsure: boolean
}

const unconditional: BranchCondition = { condition: always, isOff: false, isUnsure: false }

function readCondition({ script }: Walk, command: SieveCommand): BranchCondition {
  const [test] = command.tests
  if (!test || command.tests.length > 1) {
    addWarning(script, 'test_unsupported', command.at, { test: scriptExcerpt(script, command.at) })
    return { condition: never, isOff: false, isUnsure: true }
  }
  if (test.name === 'false') return { condition: readDisabledTest(command, script), isOff: true, isUnsure: false }
  const unsupportedBefore = script.unsupportedTests.length
  return { condition: toCondition(test, script), isOff: false, isUnsure: script.unsupportedTests.length > unsupportedBefore }
}

/** Roundcube disables a filter by writing `if false # its test`. */
function readDisabledTest(command: SieveCommand, script: ScriptContext): Condition {
  const { trailingComment } = command
  const test = trailingComment && parseTest(trailingComment.value)
  if (!test) return never
  const innerScript = { ...script, text: trailingComment.value, warnings: [] }
  const condition = toCondition(test, innerScript)
  const from = trailingComment.at.start + 1
  const shifted = ({ start, end }: Span) => ({ start: start + from, end: end + from })
  script.warnings.push(...innerScript.warnings.map((warning: Warning) => ({ ...warning, at: shifted(warning.at) })))
  return condition
}

/** False if the condition exceeds the limits of a filter. */
function addFilter(walk: Walk, branch: Branch, actions: Action[]): boolean {
  const brokenLimit = findBrokenLimit(branch.condition)
  if (brokenLimit !== null) walk.script.warnings.push({ code: brokenLimit, at: branch.at, values: {} })
  if (brokenLimit !== null) return false
  const name = branch.name || `Sieve ${walk.filters.length + 1}`
  walk.filters.push({ name, paused: branch.paused || isNever(branch.condition), condition: branch.condition, actions })
  return true
}
