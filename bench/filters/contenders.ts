// The ways to ask all filters about a mail; each gives the ids of those that hold.
import type { Filter } from '../../core/filters/action.ts'
import { decide } from '../../core/filters/decide.ts'
import { compile } from '../../core/filters/engine/compile.ts'
import { openRun, resultOf } from '../../core/filters/engine/run.ts'
import { openReading } from '../../core/filters/fields.ts'
import { matches } from '../../core/filters/match.ts'
import type { MailView } from '../../core/message/view.ts'
import { jsonRules } from './json-rules.ts'
import { arrival } from './messages.ts'

export type Contender = (view: MailView) => Promise<string[]> | string[]

const noLists = new Map<string, ReadonlySet<string>>()

export const contenders: Record<'ours' | 'decision' | 'naive' | 'json_rules', (filters: Filter[]) => Contender> = {
  ours(filters) {
    const engine = compile(filters, noLists)
    return view => {
      const run = openRun(engine, openReading(view, arrival, noLists))
      return filters.flatMap((filter, i) => (resultOf(run, i) ? [filter.id] : []))
    }
  },
  decision(filters) {
    const engine = compile(filters, noLists)
    return view => {
      const { explanations } = decide(engine, openReading(view, arrival, noLists), ['phone'])
      return explanations.flatMap(({ filterId, explanation }) => (explanation.held ? [filterId] : []))
    }
  },
  naive: filters => view => {
    const reading = openReading(view, arrival, noLists)
    return filters.flatMap(filter => (matches(filter.condition, reading) ? [filter.id] : []))
  },
  json_rules: jsonRules,
}
