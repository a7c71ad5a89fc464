// Builds a filter's actions from the pieces of a sentence.
import { type Action, Redaction } from '../action.ts'
import type { ActionDraft, PlacedPiece } from './pieces.ts'

const mailboxActionKinds = new Set(['mark_read', 'flag', 'move'])

/** Each kind once; later pieces override earlier ones. A sentence with mailbox actions only does not forward. */
export function buildActions(pieces: PlacedPiece[]): Action[] {
  const drafts = pieces.flatMap(readActionDrafts)
  const byKind = new Map<Action['kind'], Action>()
  const isMailboxOnly = drafts.length > 0 && drafts.every(each => mailboxActionKinds.has(each.kind)) && !pieces.some(isForward)
  if (!isMailboxOnly) byKind.set('forward', { kind: 'forward', destinationIds: [] })
  for (const each of drafts) {
    const forward = byKind.get('forward')
    if (each.kind === 'show' || each.kind === 'attachments') {
      if (forward?.kind === 'forward')
        byKind.set('forward', each.kind === 'show' ? { ...forward, show: each.show } : { ...forward, attachments: each.attachments })
    } else if (each.kind === 'redact') byKind.set('redact', addRedactions(byKind.get('redact'), each.what))
    else if (each.kind !== 'digest') byKind.set(each.kind, each)
    else if (each.every !== null) byKind.set('digest', { ...each, every: each.every })
  }
  return [...byKind.values()]
}

/** `show` and `attachments` are options of forwarding. */
export const findActionKind = (piece: PlacedPiece): Action['kind'] | null => {
  const kind = readActionDrafts(piece)[0]?.kind
  return kind === 'show' || kind === 'attachments' ? 'forward' : (kind ?? null)
}

const readActionDrafts = (piece: PlacedPiece): ActionDraft[] =>
  piece.is === 'action' ? [piece.action] : piece.is === 'ask' && piece.action ? [piece.action] : []

const isForward = (piece: PlacedPiece): boolean => piece.is === 'filler' && piece.why === 'forward'

function addRedactions(before: Action | undefined, what: Redaction[]): Action {
  const previous = before?.kind === 'redact' ? before.what : []
  return { kind: 'redact', what: Redaction.options.filter(each => previous.includes(each) || what.includes(each)), patterns: [] }
}
