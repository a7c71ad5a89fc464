// Exports filters as a Sieve script; what Sieve cannot say is a warning, and its filter is written switched off.
import type { Action, Filter } from '../action.ts'
import type { Exported } from '../exchange/imported.ts'
import type { Lists } from '../tree.ts'
import { conditionText } from './condition-text.ts'
import { nearly, need, openWriter, quoted, type SieveWriter } from './writer.ts'

/** Lines end as RFC 5228 §2.2 wants them. Forwarding to a phone is not in Sieve: the mail is kept. */
export function exportSieve(filters: Pick<Filter, 'name' | 'paused' | 'condition' | 'actions'>[], lists: Lists = new Map()): Exported {
  const writer = openWriter(lists)
  const blocks = filters.map(filter => filterLines({ ...writer, filterName: filter.name }, filter))
  const required =
    writer.needs.size > 0
      ? [
          `require [${[...writer.needs]
            .toSorted()
            .map(name => quoted(name, writer))
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
  const head = paused || test === null ? `if false${test === null ? '' : ` # ${test}`}` : `if ${test}`
  return [`# rule:[${oneLine(name)}]`, head, '{', ...actionLines(actions, writer).map(line => `  ${line}`), '}', '']
}

const oneLine = (name: string): string => name.replace(/[\s\p{Cc}]+/gu, ' ').trim()

const order: Action['kind'][] = ['mark_read', 'flag', 'move', 'forward', 'stop']

function actionLines(actions: Action[], writer: SieveWriter): string[] {
  for (const { kind } of actions) if (!order.includes(kind)) nearly(writer, 'action_left_out', { action: kind })
  const folder = actions.find(action => action.kind === 'move')
  return order.flatMap(kind => (actions.some(action => action.kind === kind) ? lineFor(kind, folder?.folder ?? null, writer) : []))
}

function lineFor(kind: Action['kind'], folder: string | null, writer: SieveWriter): string[] {
  switch (kind) {
    case 'mark_read':
      need(writer, 'imap4flags')
      return ['addflag "\\\\Seen";']
    case 'flag':
      need(writer, 'imap4flags')
      return ['addflag "\\\\Flagged";']
    case 'move':
      need(writer, 'fileinto')
      return [`fileinto ${quoted(folder ?? '', writer)};`]
    case 'forward':
      nearly(writer, 'forward_keeps')
      // A keep beside a folder would leave a second copy in the inbox.
      return [folder === null ? 'keep; # WhatsApp' : '# WhatsApp']
    default:
      return ['stop;']
  }
}
