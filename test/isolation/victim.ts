// A person with rows of many kinds, and a digest of them that shows whether anybody changed one.
import { sql } from 'kysely'
import * as filters from '../../core/api/filters.ts'
import * as mail from '../../core/api/mail.ts'
import * as outgoing from '../../core/api/outgoing.ts'
import * as rotas from '../../core/api/rotas.ts'
import type { Db } from '../../server/foundation/db/pool.ts'
import { addFilter, linkPhone, makeKey, type Person, type Product, sendMail, signUp, untilMessageState } from '../running.ts'
import { harvestIds, type Victim } from './attack.ts'
import type { Route } from './routes.ts'

const word = 'lighthouse'
const phone = '15550102777'

export async function makeVictim(product: Product, db: Db, routes: Route[], other: Person): Promise<{ person: Person; victim: Victim }> {
  const person = await signUp(product, 'ben')
  const address = await furnish(product, person)
  const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
  const ids = await harvestIds(routes, person, other)
  return { person, victim: { userId, ids, content: [word], contact: [person.email, phone, address], state: () => digestOf(db, userId) } }
}

async function furnish(product: Product, person: Person): Promise<string> {
  const destination = await linkPhone(product, person, phone, `Phone of the ${word}`)
  await addFilter(person, word)
  await person.ask(filters.saveListApi, 'PUT', `/api/filters/lists/${word}`, { entries: [`a@${word}.example`] })
  const mailbox = await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await sendMail(product, mailbox.address, { subject: `The ${word}`, text: `All of it is about the ${word}.` })
  const message = await untilMessageState(person, `The ${word}`, 'forwarded', 'read').catch(() =>
    untilMessageState(person, `The ${word}`, 'forwarded'),
  )
  await person.ask(outgoing.addReplyApi, 'POST', `/api/messages/${message.id}/replies`, { text: `To the ${word}` })
  const shifts = [{ destinationId: destination.id, from: '08:00', to: '18:00', days: ['mon'] }]
  await person.ask(rotas.addRotaApi, 'POST', '/api/rotas', { name: `Watch of the ${word}`, shifts })
  await makeKey(product, person, 'read', `Key of the ${word}`)
  return mailbox.address
}

/** Tables whose rows change by nobody but their owner, and tables of which others add or remove a row. */
const whole = ['filters', 'filter_lists', 'settings', 'rotas', 'user_roles', 'push_subscriptions', 'factors', 'identities']
const counted = ['destinations', 'messages', 'deliveries', 'mailboxes', 'replies', 'sessions', 'api_keys', 'exports']

async function digestOf(db: Db, userId: string): Promise<string> {
  const parts = []
  for (const table of whole)
    parts.push(
      sql`(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from ${sql.table(table)} t where user_id = ${userId})`,
    )
  for (const table of counted) parts.push(sql`(select count(*)::text from ${sql.table(table)} where user_id = ${userId})`)
  parts.push(sql`(select count(*)::text from activity_logs where user_id = ${userId} and source = 'browser')`)
  const { rows } = await sql<{ state: string }>`select concat_ws(' ', ${sql.join(parts)}) as state`.execute(db)
  return rows[0]?.state ?? ''
}
