// Reads the commands of a Sieve block as what a filter does.
import type { Action } from '../action.ts'
import { type Script, valuesIn, warn, wordsAt } from './script.ts'
import type { Argument, SieveCommand } from './syntax.ts'

/** Null for a command that does nothing here; then a warning says so. */
export function actionsOf(command: SieveCommand, taken: Action[], script: Script): Action[] {
  return read(command, script).filter(action => {
    const isFirst = !taken.some(other => other.kind === action.kind)
    if (!isFirst && action.kind === 'move') warn(script, 'second_folder', command.at, { folder: action.folder })
    return isFirst
  })
}

function read(command: SieveCommand, script: Script): Action[] {
  const tags = new Set(command.args.flatMap(arg => (arg.kind === 'tag' ? [arg.name] : [])))
  const texts = command.args.flatMap(arg => (arg.kind === 'texts' ? (valuesIn(script, arg.texts) ?? []) : []))
  switch (command.name) {
    case 'keep':
      return [{ kind: 'forward', destinationIds: [] }, ...flagsIn(command, script)]
    case 'stop':
      return [{ kind: 'stop' }]
    case 'discard':
      warn(script, 'discard_stops', command.at)
      return [{ kind: 'stop' }]
    case 'fileinto':
      return [...folder(command, tags.has('copy'), script), ...flagsIn(command, script)]
    case 'redirect':
      warn(script, 'redirect_to_choose', command.at, { address: texts[0] ?? '' })
      return [{ kind: 'forward', destinationIds: [] }]
    case 'addflag':
    case 'setflag':
      return flags(command, command.args.slice(-1), script)
    default:
      warn(script, 'command_unsupported', command.at, { command: wordsAt(script, command.at) })
      return []
  }
}

function folder(command: SieveCommand, isCopy: boolean, script: Script): Action[] {
  const named = command.args.at(-1)
  const [name] = named?.kind === 'texts' ? (valuesIn(script, named.texts) ?? []) : []
  if (name === undefined || name.trim() === '' || name.length > 200) {
    warn(script, 'command_unsupported', command.at, { command: wordsAt(script, command.at) })
    return []
  }
  if (isCopy) warn(script, 'copy_moves', command.at, { folder: name })
  return [{ kind: 'move', folder: name.trim() }]
}

/** `:flags` of keep and fileinto (RFC 5232 §5). */
function flagsIn(command: SieveCommand, script: Script): Action[] {
  const at = command.args.findIndex(arg => arg.kind === 'tag' && arg.name === 'flags')
  return at < 0 ? [] : flags(command, command.args.slice(at + 1, at + 2), script)
}

function flags(command: SieveCommand, args: Argument[], script: Script): Action[] {
  const named = args.flatMap(arg => (arg.kind === 'texts' ? (valuesIn(script, arg.texts) ?? []) : []))
  return named
    .flatMap(text => text.split(/\s+/).filter(name => name !== ''))
    .flatMap((name): Action[] => {
      if (name.toLowerCase() === '\\seen') return [{ kind: 'mark_read' }]
      if (name.toLowerCase() === '\\flagged') return [{ kind: 'flag' }]
      warn(script, 'flag_unsupported', command.at, { flag: name })
      return []
    })
}
