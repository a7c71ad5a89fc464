// Converts the properties of a Gmail filter that define what it does.
import type { Action } from '../action.ts'
import { findPropertyValue, type GmailFilterDraft, onlyIfTrue, type ReadProperty, warnAboutProperty } from './draft.ts'

const maxFolderCharacters = 200

/** Switches about Gmail itself, with the warning for each. */
const unsupportedSwitches = [
  ['shouldNeverSpam', 'spam'],
  ['shouldSpam', 'spam'],
  ['shouldAlwaysMarkAsImportant', 'importance'],
  ['shouldNeverMarkAsImportant', 'importance'],
  ['excludeChats', 'chats'],
] as const

export const actionReaders: [string, ReadProperty][] = [
  ['shouldStar', onlyIfTrue(draft => addAction(draft, { kind: 'flag' }))],
  ['shouldMarkAsRead', onlyIfTrue(draft => addAction(draft, { kind: 'mark_read' }))],
  ['label', readLabel],
  [
    'shouldArchive',
    onlyIfTrue((draft, property) =>
      findPropertyValue(draft, 'label') === undefined ? warnAboutProperty(draft, 'archive', property) : undefined,
    ),
  ],
  ['shouldTrash', onlyIfTrue(readTrash)],
  ['forwardTo', readForward],
  ['smartLabelToApply', (draft, property) => warnAboutProperty(draft, 'category', property)],
  ...unsupportedSwitches.map(([name, code]): [string, ReadProperty] => [
    name,
    onlyIfTrue((draft, property) => warnAboutProperty(draft, code, property)),
  ]),
]

function addAction(draft: GmailFilterDraft, action: Action): void {
  if (!draft.actions.some(other => other.kind === action.kind)) draft.actions.push(action)
}

/** A label is an IMAP folder; together with archiving it is a move (Gmail's IMAP extensions, "Labels"). */
function readLabel(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  const folder = property.value.trim()
  draft.label ||= folder
  const hasFolder = draft.actions.some(action => action.kind === 'move')
  if (folder === '' || folder.length > maxFolderCharacters) warnAboutProperty(draft, 'value_unknown', property)
  else if (findPropertyValue(draft, 'shouldArchive') !== 'true') warnAboutProperty(draft, 'label', property)
  else if (hasFolder) warnAboutProperty(draft, 'second_label', property)
  else addAction(draft, { kind: 'move', folder })
}

/** Emails for the trash were not meant to be seen: later filters must not forward them either. */
function readTrash(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  addAction(draft, { kind: 'stop' })
  warnAboutProperty(draft, 'trash', property)
}

function readForward(draft: GmailFilterDraft, property: Parameters<ReadProperty>[1]): void {
  addAction(draft, { kind: 'forward', destinationIds: [] })
  warnAboutProperty(draft, 'forward', property)
}
