// Makes the actions of a filter from what was said of them.
import { type Action, Redaction } from '../action.ts'
import type { ActionDraft, PlacedPiece } from './pieces.ts'

const inMailbox = new Set(['mark_read', 'flag', 'move'])

/** Each kind once; a later word outweighs an earlier. A sentence that only speaks of the mailbox forwards nothing. */
export function actionsOf(pieces: PlacedPiece[]): Action[] {
  const said = pieces.flatMap(saidIn)
  const byKind = new Map<Action['kind'], Action>()
  const staysHome = said.length > 0 && said.every(each => inMailbox.has(each.kind)) && !pieces.some(isForward)
  if (!staysHome) byKind.set('forward', { kind: 'forward', destinationIds: [] })
  for (const each of said) {
    const forward = byKind.get('forward')
    if (each.kind === 'show' || each.kind === 'attachments') {
      if (forward?.kind === 'forward')
        byKind.set('forward', each.kind === 'show' ? { ...forward, show: each.show } : { ...forward, attachments: each.attachments })
    } else if (each.kind === 'redact') byKind.set('redact', blackedOut(byKind.get('redact'), each.what))
    else if (each.kind !== 'digest') byKind.set(each.kind, each)
    else if (each.every !== null) byKind.set('digest', { ...each, every: each.every })
  }
  return [...byKind.values()]
}

/** The kind of action that a piece became; `show` and `attachments` are part of forwarding. */
export const actionKindOf = (piece: PlacedPiece): Action['kind'] | null => {
  const kind = saidIn(piece)[0]?.kind
  return kind === 'show' || kind === 'attachments' ? 'forward' : (kind ?? null)
}

const saidIn = (piece: PlacedPiece): ActionDraft[] =>
  piece.is === 'action' ? [piece.action] : piece.is === 'ask' && piece.action ? [piece.action] : []

const isForward = (piece: PlacedPiece): boolean => piece.is === 'filler' && piece.why === 'forward'

function blackedOut(before: Action | undefined, what: Redaction[]): Action {
  const known = before?.kind === 'redact' ? before.what : []
  return { kind: 'redact', what: Redaction.options.filter(each => known.includes(each) || what.includes(each)), patterns: [] }
}
