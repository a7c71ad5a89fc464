// Says what a filter does: `is forwarded at once with codes blacked out and is marked as read`.
import type { Action } from '../../action.ts'
import { listed, type Say } from './list.ts'

export function sayDeeds(say: Say, actions: Action[]): string {
  const forward = actions.find(action => action.kind === 'forward')
  const ways = actions.flatMap(action => wayOf(say, action))
  const others = actions.flatMap(action => otherOf(say, action))
  const sent = forward ? [[say.t('deed.forward'), ...ways].join(' ')] : []
  const deeds = [...sent, ...others]
  return deeds.length === 0 ? say.t('deed.kept') : listed(say, 'and', deeds)
}

/** How it is forwarded. */
function wayOf(say: Say, action: Action): string[] {
  switch (action.kind) {
    case 'forward':
      return [
        ...(action.show ? [say.t(`deed.${action.show}`)] : []),
        ...(action.attachments === undefined ? [] : [say.t(action.attachments ? 'deed.withAttachments' : 'deed.withoutAttachments')]),
      ]
    case 'urgent':
      return [say.t('deed.urgent')]
    case 'digest':
      return [sayDigest(say, action)]
    case 'quiet':
      return [say.t('deed.quiet', { from: action.from, to: action.to })]
    case 'at_most':
      return [say.t('deed.atMost', { n: action.perHour })]
    case 'redact':
      return sayRedaction(say, action)
    default:
      return []
  }
}

function sayDigest(say: Say, { every, at, on }: Action & { kind: 'digest' }): string {
  return every === 'hour' ? say.t('deed.hour') : say.t(`deed.${every}`, { at: at ?? 'none', on: on ? say.t(`day.${on}`) : 'none' })
}

function sayRedaction(say: Say, action: Action & { kind: 'redact' }): string[] {
  const what = [...action.what.map(each => say.t(`redact.${each}`)), ...(action.patterns.length > 0 ? [say.t('redact.patterns')] : [])]
  return what.length === 0 ? [] : [say.t('deed.redact', { what: listed(say, 'and', what) })]
}

function otherOf(say: Say, action: Action): string[] {
  if (action.kind === 'mark_read') return [say.t('deed.markRead')]
  if (action.kind === 'flag') return [say.t('deed.flag')]
  if (action.kind === 'move') return [say.t('deed.move', { folder: action.folder })]
  return action.kind === 'stop' ? [say.t('deed.stop')] : []
}
