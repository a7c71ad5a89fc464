// The engines under comparison; each returns the ids of the filters that match a message.
import type { Filter } from '../../core/filters/action.ts'
import { decide } from '../../core/filters/decide.ts'
import { compile } from '../../core/filters/engine/compile.ts'
import { filterResult, startRun } from '../../core/filters/engine/run.ts'
import { toFilterInput } from '../../core/filters/fields.ts'
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
      const run = startRun(engine, toFilterInput(view, arrival, noLists))
      return filters.flatMap((filter, i) => (filterResult(run, i) ? [filter.id] : []))
    }
  },
  decision(filters) {
    const engine = compile(filters, noLists)
    return view => {
      const { explanations } = decide(engine, toFilterInput(view, arrival, noLists), ['phone'])
      return explanations.flatMap(({ filterId, explanation }) => (explanation.held ? [filterId] : []))
    }
  },
  naive: filters => view => {
    const input = toFilterInput(view, arrival, noLists)
    return filters.flatMap(filter => (matches(filter.condition, input) ? [filter.id] : []))
  },
  json_rules: jsonRules,
}
