// Says what a filter does: `is forwarded at once, with codes blacked out, and is marked as read`.
import type { Action } from '../../action.ts'
import { joinPhrases, type Say } from './list.ts'

export function sayActions(say: Say, actions: Action[]): string {
  const forward = actions.find(action => action.kind === 'forward')
  const others = actions.flatMap(action => sayOtherAction(say, action))
  if (!forward) return others.length === 0 ? say.t('deed.kept') : joinPhrases(say, 'and', others)
  const options = actions.flatMap(action => sayForwardOption(say, action))
  const sent = options.reduce((before, { text, placement }, at) => {
    return at === 0 && placement === 'close' ? `${before} ${text}` : say.t('comma', { first: before, last: text })
  }, say.t('deed.forward'))
  const [only] = others
  const hasComma = options.length > 1 || options[0]?.placement === 'apart'
  return only && others.length === 1 && hasComma
    ? say.t('commaAnd', { first: sent, last: only })
    : joinPhrases(say, 'and', [sent, ...others])
}

/** `apart`: always after a comma. */
interface ForwardOption {
  text: string
  placement: 'close' | 'apart'
}

const close = (text: string): ForwardOption => ({ text, placement: 'close' })

function sayForwardOption(say: Say, action: Action): ForwardOption[] {
  switch (action.kind) {
    case 'forward':
      return [
        ...(action.show ? [close(say.t(`deed.${action.show}`))] : []),
        ...(action.attachments === undefined
          ? []
          : [close(say.t(action.attachments ? 'deed.withAttachments' : 'deed.withoutAttachments'))]),
      ]
    case 'urgent':
      return [close(say.t('deed.urgent'))]
    case 'digest':
      return [close(sayDigest(say, action))]
    case 'quiet':
      return [{ text: say.t('deed.quiet', { from: action.from, to: action.to }), placement: 'apart' }]
    case 'at_most':
      return [close(say.t('deed.atMost', { n: action.perHour }))]
    case 'redact':
      return sayRedaction(say, action).map(close)
    default:
      return []
  }
}

function sayDigest(say: Say, { every, at, on }: Action & { kind: 'digest' }): string {
  return every === 'hour' ? say.t('deed.hour') : say.t(`deed.${every}`, { at: at ?? 'none', on: on ? say.t(`day.${on}`) : 'none' })
}

function sayRedaction(say: Say, action: Action & { kind: 'redact' }): string[] {
  const what = [...action.what.map(each => say.t(`redact.${each}`)), ...(action.patterns.length > 0 ? [say.t('redact.patterns')] : [])]
  return what.length === 0 ? [] : [say.t('deed.redact', { what: joinPhrases(say, 'and', what) })]
}

function sayOtherAction(say: Say, action: Action): string[] {
  if (action.kind === 'mark_read') return [say.t('deed.markRead')]
  if (action.kind === 'flag') return [say.t('deed.flag')]
  if (action.kind === 'move') return [say.t('deed.move', { folder: action.folder })]
  return action.kind === 'stop' ? [say.t('deed.stop')] : []
}
