// What a change of a subscription is told apart by: its state, its plan and its price.
import type { PayingFacts } from '../../../core/plans/revenue.ts'
import type { Row } from '../../foundation/db/tables.ts'

export type ChangedFacts = PayingFacts & { planId: string }

type PayingColumns = Pick<Row<'subscriptions'>, 'state' | 'interval' | 'currency' | 'amount' | 'plan_id'>

export const factsOfRow = ({ state, interval, currency, amount, plan_id }: PayingColumns): ChangedFacts => ({
  ...{ state, interval, currency, amount, planId: plan_id },
})
