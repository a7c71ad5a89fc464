// Says a filter as a plain sentence for lists, emails and screen readers.
import type { Translate } from '../../../words/words.ts'
import type { Action } from '../../action.ts'
import { conditionsIn, groupKindOf, isTest } from '../../edit.ts'
import type { Condition } from '../../tree.ts'
import { sayActions } from './actions.ts'
import { joinPhrases, type Say } from './list.ts'
import { sayTest } from './test.ts'

/** `An e-mail that is from “Tarnwick” and has an attachment, unless it is a newsletter, is forwarded at once.` */
export function sayFilter(condition: Condition, actions: Action[], t: Translate<'speech'>, language = 'en'): string {
  const say: Say = { t, language }
  const { main, except } = splitExceptions(condition)
  const what = main ? sayGroup(say, main, 0) : ''
  return t('sentence', { count: main ? 1 : 0, what, except: sayExceptions(say, except), actions: sayActions(say, actions) })
}

/** The same for a condition alone: `is from “Tarnwick”, unless it is a newsletter`. */
export function sayCondition(condition: Condition, t: Translate<'speech'>, language = 'en'): string {
  const say: Say = { t, language }
  const { main, except } = splitExceptions(condition)
  return t('condition', { what: main ? sayGroup(say, main, 0) : t('any'), except: sayExceptions(say, except) })
}

const sayExceptions = (say: Say, except: Condition[]): string =>
  except.length === 0
    ? 'none'
    : joinPhrases(
        say,
        'or',
        except.map(member => sayGroup(say, member, 1)),
      )

/** Every `none` in the outermost `all` is an exception. */
function splitExceptions(condition: Condition): { main: Condition | null; except: Condition[] } {
  if (isTest(condition) || 'any' in condition) return { main: condition, except: [] }
  if ('none' in condition) return { main: null, except: condition.none }
  const except = condition.all.flatMap(member => ('none' in member ? member.none : []))
  const rest = condition.all.filter(member => !('none' in member))
  const [only] = rest
  return { main: only ? (rest.length === 1 ? only : { all: rest }) : null, except }
}

/** Nested groups are bracketed to avoid ambiguity. */
function sayGroup(say: Say, condition: Condition, depth: number): string {
  if (isTest(condition)) return sayTest(say, condition)
  const members = conditionsIn(condition)
  const kind = groupKindOf(condition)
  const texts = members.map(member => sayGroup(say, member, depth + 1))
  const list = joinPhrases(say, kind === 'all' ? 'and' : 'or', texts)
  if (kind === 'none') return say.t('not', { list: say.t('group', { list }) })
  return members.length > 1 && depth > 0 ? say.t('group', { list }) : list
}
