// Counts the emails that wait because no WhatsApp template can be sent.
import { maxWaitingForTemplate } from '../../../../core/api/templates.ts'
import { state } from '../../../foundation/db/delivery-states.ts'
import type { Db } from '../../../foundation/db/pool.ts'

/** Counts up to `maxWaitingForTemplate` + 1; the extra one means that there are more. */
export async function countWaitingForTemplate(db: Db): Promise<number> {
  const waiting = db
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', state('held'))
    .where('kind', '=', 'mail')
    .where('reason', '=', 'no_template')
    .limit(maxWaitingForTemplate + 1)
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select(e => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
