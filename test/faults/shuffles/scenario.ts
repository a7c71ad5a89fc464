// Generates what happens to one delivery, and the messenger's reports about it, to be applied in every order.
import type { DeliveryEvent } from '../../../core/delivery/states.ts'
import type { Chance } from '../chance.ts'

/**
 * `accepted`: the answer came. `unknown`: it did not. `resent`: it did not, nor did an echo in time, and a second try was answered.
 * `flying` and `resent_flying`: the answer of the newest try comes among the reports.
 */
const histories = ['accepted', 'unknown', 'resent', 'flying', 'resent_flying'] as const
export type History = (typeof histories)[number]

export interface Report {
  kind: 'report'
  /** Of which try: 1 or 2. */
  attempt: number
  status: Exclude<DeliveryEvent, 'accepted'>
  code: number | null
  atS: number
}

/** The messenger's own answer to the newest try. */
export interface LateAnswer {
  kind: 'answer'
  attempt: number
}

export type ScenarioEvent = Report | LateAnswer

export interface Scenario {
  history: History
  /** Each as often as it is told; in no order. */
  events: ScenarioEvent[]
}

const ways: Exclude<DeliveryEvent, 'accepted'>[][] = [
  ['sent', 'delivered', 'read'],
  ['sent', 'delivered'],
  ['sent', 'read'],
  ['sent', 'failed'],
  ['failed'],
  ['sent'],
  ['read'],
  // One of a person's phones fails, another receives.
  ['sent', 'delivered', 'failed'],
]
const codes = [131026, 131047, 131049, 131000]

export function scenarioOf(chance: Chance): Scenario {
  const history = pick(histories, chance)
  const isResent = history === 'resent' || history === 'resent_flying'
  const attempts = isResent ? [1, 2].filter(n => n === 2 || chance() < 0.6) : [1]
  const reports = attempts.flatMap(attempt => reportsOf(attempt, chance))
  const answers: ScenarioEvent[] = history.endsWith('flying') ? [{ kind: 'answer', attempt: isResent ? 2 : 1 }] : []
  return { history, events: [...answers, ...reports.flatMap(report => Array<ScenarioEvent>(1 + Math.floor(chance() * 3)).fill(report))] }
}

function reportsOf(attempt: number, chance: Chance): Report[] {
  const code = pick(codes, chance)
  let atS = Math.floor(chance() * 5)
  return pick(ways, chance).map(status => {
    atS += Math.floor(chance() * 10)
    return { kind: 'report', attempt, status, code: status === 'failed' ? code : null, atS }
  })
}

export function shuffled<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map(item => ({ item, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function pick<T>(items: readonly T[], chance: Chance): T {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}
