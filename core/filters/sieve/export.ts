// Exports filters as a Sieve script; unsupported parts become warnings, and their filters are written disabled.
import type { Action, Filter } from '../action.ts'
import type { Exported } from '../exchange/imported.ts'
import type { Lists } from '../tree.ts'
import { conditionText } from './condition-text.ts'
import { newWriter, quote, requireExtension, type SieveWriter, warnApproximate } from './writer.ts'

/** Lines end as RFC 5228 §2.2 requires. Sieve cannot forward to a phone, so the email is kept. */
export function exportSieve(filters: Pick<Filter, 'name' | 'paused' | 'condition' | 'actions'>[], lists: Lists = new Map()): Exported {
  const writer = newWriter(lists)
  const blocks = filters.map(filter => filterLines({ ...writer, filterName: filter.name }, filter))
  const required =
    writer.needs.size > 0
      ? [
          `require [${[...writer.needs]
            .toSorted()
            .map(name => quote(name, writer))
            .join(', ')}];`,
          '',
        ]
      : []
  return { text: [...required, ...blocks.flat()].map(line => `${line}\r\n`).join(''), warnings: writer.warnings }
}

function filterLines(
  writer: SieveWriter,
  { name, paused, condition, actions }: Pick<Filter, 'name' | 'paused' | 'condition' | 'actions'>,
): string[] {
  const test = conditionText(condition, writer)
  const ifLine = paused || test === null ? `if false${test === null ? '' : ` # ${test}`}` : `if ${test}`
  return [`# rule:[${oneLine(name)}]`, ifLine, '{', ...actionLines(actions, writer).map(line => `  ${line}`), '}', '']
}

const oneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const actionOrder: Action['kind'][] = ['mark_read', 'flag', 'move', 'forward', 'stop']

function actionLines(actions: Action[], writer: SieveWriter): string[] {
  for (const { kind } of actions) if (!actionOrder.includes(kind)) warnApproximate(writer, 'action_left_out', { action: kind })
  const folder = actions.find(action => action.kind === 'move')
  return actionOrder.flatMap(kind => (actions.some(action => action.kind === kind) ? actionLine(kind, folder?.folder ?? null, writer) : []))
}

function actionLine(kind: Action['kind'], folder: string | null, writer: SieveWriter): string[] {
  switch (kind) {
    case 'mark_read':
      requireExtension(writer, 'imap4flags')
      return ['addflag "\\\\Seen";']
    case 'flag':
      requireExtension(writer, 'imap4flags')
      return ['addflag "\\\\Flagged";']
    case 'move':
      requireExtension(writer, 'fileinto')
      return [`fileinto ${quote(folder ?? '', writer)};`]
    case 'forward':
      warnApproximate(writer, 'forward_keeps')
      // A keep together with fileinto would leave a second copy in the inbox.
      return [folder === null ? 'keep; # WhatsApp' : '# WhatsApp']
    default:
      return ['stop;']
  }
}
