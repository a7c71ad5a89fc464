// Reads Sieve commands as filter actions.
import type { Action } from '../action.ts'
import { addWarning, type ScriptContext, scriptExcerpt, stringValues } from './script.ts'
import type { Argument, SieveCommand } from './syntax.ts'

/** Adds a warning for a command that has no equivalent. */
export function readActions(command: SieveCommand, previousActions: Action[], script: ScriptContext): Action[] {
  return readCommand(command, script).filter(action => {
    const isFirst = !previousActions.some(other => other.kind === action.kind)
    if (!isFirst && action.kind === 'move') addWarning(script, 'second_folder', command.at, { folder: action.folder })
    return isFirst
  })
}

function readCommand(command: SieveCommand, script: ScriptContext): Action[] {
  const tags = new Set(command.args.flatMap(arg => (arg.kind === 'tag' ? [arg.name] : [])))
  const texts = command.args.flatMap(arg => (arg.kind === 'texts' ? (stringValues(script, arg.texts) ?? []) : []))
  switch (command.name) {
    case 'keep':
      return [{ kind: 'forward', destinationIds: [] }, ...readFlagsTag(command, script)]
    case 'stop':
      return [{ kind: 'stop' }]
    case 'discard':
      addWarning(script, 'discard_stops', command.at)
      return [{ kind: 'stop' }]
    case 'fileinto':
      return [...readFolder(command, tags.has('copy'), script), ...readFlagsTag(command, script)]
    case 'redirect':
      addWarning(script, 'redirect_to_choose', command.at, { address: texts[0] ?? '' })
      return [{ kind: 'forward', destinationIds: [] }]
    case 'addflag':
    case 'setflag':
      return readFlags(command, command.args.slice(-1), script)
    default:
      addWarning(script, 'command_unsupported', command.at, { command: scriptExcerpt(script, command.at) })
      return []
  }
}

function readFolder(command: SieveCommand, isCopy: boolean, script: ScriptContext): Action[] {
  const named = command.args.at(-1)
  const [name] = named?.kind === 'texts' ? (stringValues(script, named.texts) ?? []) : []
  if (name === undefined || name.trim() === '' || name.length > 200) {
    addWarning(script, 'command_unsupported', command.at, { command: scriptExcerpt(script, command.at) })
    return []
  }
  if (isCopy) addWarning(script, 'copy_moves', command.at, { folder: name })
  return [{ kind: 'move', folder: name.trim() }]
}

/** `:flags` of keep and fileinto (RFC 5232 §5). */
function readFlagsTag(command: SieveCommand, script: ScriptContext): Action[] {
  const at = command.args.findIndex(arg => arg.kind === 'tag' && arg.name === 'flags')
  return at < 0 ? [] : readFlags(command, command.args.slice(at + 1, at + 2), script)
}

function readFlags(command: SieveCommand, args: Argument[], script: ScriptContext): Action[] {
  const named = args.flatMap(arg => (arg.kind === 'texts' ? (stringValues(script, arg.texts) ?? []) : []))
  return named
    .flatMap(text => text.split(/\s+/).filter(name => name !== ''))
    .flatMap((name): Action[] => {
      if (name.toLowerCase() === '\\seen') return [{ kind: 'mark_read' }]
      if (name.toLowerCase() === '\\flagged') return [{ kind: 'flag' }]
      addWarning(script, 'flag_unsupported', command.at, { flag: name })
      return []
    })
}
