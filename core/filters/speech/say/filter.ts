// Says a filter as a plain sentence: for lists, e-mails and what a screen reader reads.
import type { Translate } from '../../../words/words.ts'
import type { Action } from '../../action.ts'
import { conditionsIn, howOf, isTest } from '../../edit.ts'
import type { Condition } from '../../tree.ts'
import { sayActions } from './actions.ts'
import { listed, type Say } from './list.ts'
import { sayTest } from './test.ts'

/** `An e-mail that is from “Tarnwick” and has an attachment, unless it is a newsletter, is forwarded at once.` */
export function sayFilter(condition: Condition, actions: Action[], t: Translate<'speech'>, language = 'en'): string {
  const say: Say = { t, language }
  const { main, except } = partsOf(condition)
  const what = main ? sayGroup(say, main, 0) : ''
  return t('sentence', { count: main ? 1 : 0, what, except: exceptions(say, except), deeds: sayActions(say, actions) })
}

/** The same of a condition alone: `is from “Tarnwick”, unless it is a newsletter`. */
export function sayCondition(condition: Condition, t: Translate<'speech'>, language = 'en'): string {
  const say: Say = { t, language }
  const { main, except } = partsOf(condition)
  return t('condition', { what: main ? sayGroup(say, main, 0) : t('any'), except: exceptions(say, except) })
}

const exceptions = (say: Say, except: Condition[]): string =>
  except.length === 0
    ? 'none'
    : listed(
        say,
        'or',
        except.map(member => sayGroup(say, member, 1)),
      )

/** What must hold, and what must not: every `none` of the outermost all is an exception. */
function partsOf(condition: Condition): { main: Condition | null; except: Condition[] } {
  if (isTest(condition) || 'any' in condition) return { main: condition, except: [] }
  if ('none' in condition) return { main: null, except: condition.none }
  const except = condition.all.flatMap(member => ('none' in member ? member.none : []))
  const rest = condition.all.filter(member => !('none' in member))
  const [only] = rest
  return { main: only ? (rest.length === 1 ? only : { all: rest }) : null, except }
}

/** A group inside another stands in brackets, so that nobody reads it in two ways. */
function sayGroup(say: Say, condition: Condition, depth: number): string {
  if (isTest(condition)) return sayTest(say, condition)
  const members = conditionsIn(condition)
  const how = howOf(condition)
  const texts = members.map(member => sayGroup(say, member, depth + 1))
  const list = listed(say, how === 'all' ? 'and' : 'or', texts)
  if (how === 'none') return say.t('not', { list: say.t('group', { list }) })
  return members.length > 1 && depth > 0 ? say.t('group', { list }) : list
}
