// The properties that say what a Gmail filter does.
import type { Action } from '../action.ts'
import { type GmailFilterDraft, type ReadProperty, valueOf, warn, whenOn } from './draft.ts'

const longestFolder = 200

/** Switches that Gmail keeps about itself, and what is told of each. */
const withoutEqual = [
  ['shouldNeverSpam', 'spam'],
  ['shouldSpam', 'spam'],
  ['shouldAlwaysMarkAsImportant', 'importance'],
  ['shouldNeverMarkAsImportant', 'importance'],
  ['excludeChats', 'chats'],
] as const

export const actionReaders: [string, ReadProperty][] = [
  ['shouldStar', whenOn(draft => add(draft, { kind: 'flag' }))],
  ['shouldMarkAsRead', whenOn(draft => add(draft, { kind: 'mark_read' }))],
  ['label', readLabel],
  ['shouldArchive', whenOn((draft, property) => (valueOf(draft, 'label') === undefined ? warn(draft, 'archive', property) : undefined))],
  ['shouldTrash', whenOn(readTrash)],
  ['forwardTo', readForward],
  ['smartLabelToApply', (draft, property) => warn(draft, 'category', property)],
  ...withoutEqual.map(([name, code]): [string, ReadProperty] => [name, whenOn((draft, property) => warn(draft, code, property))]),
]

function add(draft: GmailFilterDraft, action: Action): void {
  if (!draft.actions.some(other => other.kind === action.kind)) draft.actions.push(action)
}

/** A label is a folder by IMAP; with the inbox left, it is a move (Gmail's IMAP extensions, "Labels"). */
function readLabel(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  const folder = property.value.trim()
  draft.label ||= folder
  const hasFolder = draft.actions.some(action => action.kind === 'move')
  if (folder === '' || folder.length > longestFolder) warn(draft, 'value_unknown', property)
  else if (valueOf(draft, 'shouldArchive') !== 'true') warn(draft, 'label', property)
  else if (hasFolder) warn(draft, 'second_label', property)
  else add(draft, { kind: 'move', folder })
}

/** What went to the bin was to be seen by nobody: later filters do not forward it either. */
function readTrash(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  add(draft, { kind: 'stop' })
  warn(draft, 'trash', property)
}

function readForward(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  add(draft, { kind: 'forward', destinationIds: [] })
  warn(draft, 'forward', property)
}
